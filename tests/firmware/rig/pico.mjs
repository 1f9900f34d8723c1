/* An emulated Pico: an RP2040 with a USB cable, a strip, a keypad and an LED.
 *
 *     node pico.mjs RP2040JS FIRMWARE.uf2 PTY NOISE
 *
 * RP2040JS is the emulator's main file, PTY the descriptor of the cable. NOISE names what differs at each
 * start, as far as the emulator goes: "memory", "ring" or both. Orders come from stdin, events go to
 * stdout; both are those of harness.c, and
 *
 *     control 80060001000012 [data]   a request to endpoint 0, in hex: its answer, or a stall
 *     suspend, resume                 of the host
 *     ignore, read                    whether it fetches what is said to it
 *     reset                           of the bus
 */
import { randomFillSync, randomInt } from 'node:crypto';
import { readFileSync, readSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [library, firmware, pty, noise] = process.argv.slice(2);
const cable = Number(pty);
const { Simulator, USBCDC, GPIOPinState } = await import(pathToFileURL(library).href);

const STRIP = 6, FIRST_ROW = 2, FIRST_COLUMN = 8, LED = 25;
const ROWS = 4, COLUMNS = 4, KEYS = ROWS * COLUMNS;
const SLICE_NS = 500_000, MAX_APART_MS = 20, BOUNCE_NS = 12e6, RESET_NS = 280_000, ONE_FROM_NS = 600;
Error.stackTraceLimit = 0; // an empty pipe is an exception

const sim = new Simulator();
const chip = sim.rp2040, { core, usbCtrl: usb } = chip;
const now = () => sim.clock.nanos;
const us = (nanos) => Math.round(nanos / 100) / 10;

let events = [];
const tell = (is, event) => events.push(JSON.stringify({ is, ...event }) + '\n');
const flush = () => {
  if (events.length) writeSync(1, events.join(''));
  events = [];
};
const fault = (what) => tell('fault', { what });
chip.logger = { debug() {}, info() {}, warn: (_, what) => fault(what), error: (_, what) => fault(what) };

/* The flash, and what the ROM does with it. */

const BOOT2_AT = 0x20041f00, ROM_TABLE = 0x100, ROM_SEARCH = 0x200, ROM_USB_BOOT = 0x300;
const UF2_BLOCK = 512, RP2040_FAMILY = 0xe48bff56;

function flash(file) {
  const blocks = readFileSync(file);
  for (let at = 0; at < blocks.length; at += UF2_BLOCK) {
    const word = (place) => blocks.readUInt32LE(at + place);
    if (word(0) !== 0x0a324655 || word(4) !== 0x9e5d5157 || word(508) !== 0x0ab16f30) fault('not a UF2 block');
    if (word(28) !== RP2040_FAMILY || word(24) !== blocks.length / UF2_BLOCK) fault('not for this chip');
    chip.flash.set(blocks.subarray(at + 32, at + 32 + word(16)), word(12) - 0x10000000);
  }
}

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc >>> 0;
}

function start() {
  flash(firmware);
  if (noise.includes('memory')) randomFillSync(chip.sram);
  chip.peripherals[0x40060].readUint32 = () => (noise.includes('ring') ? randomInt(2) : 1);
  const boot2 = chip.flash.subarray(0, 256);
  if (crc32(boot2.subarray(0, 252)) !== Buffer.from(boot2).readUInt32LE(252)) fault('boot stage 2 has a wrong CRC');
  chip.sram.set(boot2, BOOT2_AT - 0x20000000);
  chip.bootrom[0x14 / 4] = ROM_TABLE;
  chip.bootrom[0x18 / 4] = ROM_SEARCH | 1;
  chip.bootrom[ROM_SEARCH / 4] = 0x4770be01; // bkpt 1, bx lr
  chip.bootrom[ROM_USB_BOOT / 4] = 0xe7febe02; // bkpt 2, b .
  core.SP = BOOT2_AT;
  core.LR = 0;
  core.PC = BOOT2_AT;
}

chip.onBreak = (code) => {
  const [first, second] = core.registers;
  if (code === 1 && first === ROM_TABLE && second === 0x4255) core.registers[0] = ROM_USB_BOOT | 1;
  else if (code === 2) tell('boot loader', { led: first, disabled: second });
  else fault(`breakpoint ${code}`);
};

/* The chip runs until a time. The emulator would run its PIO on timers of the host: it is stepped along
 * with the processor, and a pin moves at the beginning of a step. It lacks joined FIFOs, too. */

const pio = chip.pio[0], [machine] = pio.machines;
const { writeFIFO, writeUint32: writeMachine } = Object.getPrototypeOf(machine);
let pioAt = 0, pioRuns = false, pins = 0;
pio.run = () => {};
machine.writeFIFO = (word) => {
  if (!pioRuns) pioAt = now();
  pioRuns = true;
  writeFIFO.call(machine, word);
};

machine.writeUint32 = (offset, value) => {
  writeMachine.call(machine, offset, value);
  if (machine.shiftCtrl & (1 << 30)) machine.txFIFO = new machine.rxFIFO.constructor(8); // joined
};

function stepPio(until) {
  const cycle = (1e9 / chip.clkSys) * (machine.clockDivInt + machine.clockDivFrac / 256);
  while (pioRuns && pioAt <= until) {
    const before = machine.cycles;
    machine.step();
    if (pio.pinValues !== pins) chip.gpio[STRIP].checkForUpdates();
    pins = pio.pinValues;
    pioAt += (machine.cycles - before) * cycle;
    pioRuns = !(machine.waiting && machine.txFIFO.empty);
  }
}

function run(until) {
  while (now() < until) {
    if (core.waiting) {
      const alarm = sim.clock.nextAlarm ? sim.clock.nextAlarm.nanos : until;
      const next = Math.max(Math.min(until, alarm), now());
      stepPio(next);
      sim.clock.tick(next - now());
    } else sim.clock.tick((core.executeInstruction() * 1e9) / chip.clkSys);
    if (pioRuns && pioAt <= now()) stepPio(now());
  }
}

/* The strip, as pixels_seen.c. */

let rose = 0, fell = 0, picture = null;
const widen = (spans, nanos) => {
  spans[0] = spans[1] === 0 ? nanos : Math.min(spans[0], nanos);
  spans[1] = Math.max(spans[1], nanos);
};

chip.gpio[STRIP].addListener((state) => {
  pollPixels(pioAt);
  if (state === GPIOPinState.High) {
    picture ??= { began: pioAt, reset: pioAt - fell, bits: [], high: [[0, 0], [0, 0]], low: [[0, 0], [0, 0]] };
    if (picture.bits.length) widen(picture.low[picture.bits.at(-1)], pioAt - fell);
    rose = pioAt;
  } else if (rose > fell) {
    const bit = pioAt - rose >= ONE_FROM_NS ? 1 : 0;
    widen(picture.high[bit], pioAt - rose);
    picture.bits.push(bit);
    fell = pioAt;
  }
});

function pollPixels(at) {
  if (!picture || rose > fell || at - fell < RESET_NS) return;
  const { began, reset, bits, high, low } = picture;
  const bytes = Buffer.alloc(bits.length >> 3);
  for (let bit = 0; bit < 8 * bytes.length; bit++) bytes[bit >> 3] |= bits[bit] << (7 - (bit & 7));
  tell('picture', {
    at_us: us(began), took_us: us(fell - began), reset_us: us(reset), bits: bits.length,
    t0h: high[0].map(Math.round), t1h: high[1].map(Math.round), t0l: low[0].map(Math.round), t1l: low[1].map(Math.round),
    colours: bytes.toString('hex'),
  });
  picture = null;
}

/* The keypad without diodes, as keypad_touched.c. */

let fingers = 0, samples = 0;
const restsAt = new Array(KEYS).fill(0);
const isLow = (row) => chip.gpio[FIRST_ROW + row].value === GPIOPinState.Low;
const closed = (key) => (now() < restsAt[key] ? Math.random() < 0.5 : (fingers >> key) & 1);

function pollKeypad() {
  const contacts = Array.from({ length: KEYS }, (_, key) => closed(key));
  const rows = Array.from({ length: ROWS }, (_, row) => isLow(row));
  const columns = new Array(COLUMNS).fill(false);
  for (let pass = 0; pass < ROWS; pass++)
    for (let key = 0; key < KEYS; key++) {
      const row = Math.floor(key / COLUMNS), column = key % COLUMNS;
      if (contacts[key] && (rows[row] || columns[column])) rows[row] = columns[column] = true;
    }
  columns.forEach((low, column) => chip.gpio[FIRST_COLUMN + column].setInputValue(!low));
}

function touch(key, down, bounces) {
  fingers = down ? fingers | (1 << key) : fingers & ~(1 << key);
  restsAt[key] = now() + (bounces ? BOUNCE_NS : 0);
  tell('touched', { at_us: us(now()) });
}

for (let row = 0; row < ROWS; row++)
  chip.gpio[FIRST_ROW + row].addListener((state) => {
    if (row === 0 && state === GPIOPinState.Low) samples++;
    pollKeypad();
  });
chip.gpio[LED].addListener((state) => tell('led', { lit: Number(state === GPIOPinState.High), at_us: us(now()) }));

/* The host: the emulator's own enumerates the device; a packet is handed over only when there is one. */

const host = new USBCDC(usb);
const hostWrites = usb.onEndpointWrite;
let connected = false, outRoom = 0, coming = [], came = 0, floodsUntil = 0, asked = null, handedOver = 0;
let toggles = new Map(), togglesBefore = toggles;

host.onDeviceConnected = () => {
  connected = true;
  tell('connected');
};
host.onSerialData = (bytes) => {
  for (const byte of bytes) tell('said', { at_us: us(now()), byte });
  try {
    writeSync(cable, bytes);
  } catch {
    fault('a byte was sent to a closed port');
  }
};

function handOver() {
  const floods = now() < floodsUntil;
  if (!outRoom || !(floods || coming.length)) return;
  const bytes = floods ? Uint8Array.from({ length: outRoom }, (_, at) => at & 1) : Uint8Array.from(coming.splice(0, outRoom));
  came += bytes.length;
  handedOver = now();
  outRoom = 0;
  usb.endpointReadDone(host.outEndpoint, bytes);
}

usb.onEndpointRead = (endpoint, room) => {
  if (endpoint === 0) controlRoom();
  else if (endpoint === host.outEndpoint) {
    outRoom = room;
    handOver();
  }
};
usb.onEndpointWrite = (endpoint, bytes) => (endpoint === 0 && asked ? controlAnswer(bytes) : hostWrites(endpoint, bytes));

/* What the emulator leaves out: stalls end with the next request, packets alternate between DATA0 and
 * DATA1 from DATA0 on, and the mark of suspension can be cleared. */
const { sendSetupPacket, DPRAMUpdated, writeUint32 } = Object.getPrototypeOf(usb);
usb.sendSetupPacket = (packet) => {
  usb.epStallArm = 0;
  togglesBefore = new Map(toggles);
  if (packet[0] === 2 && packet[1] === 1) toggles.delete(0x80 + 8 * (packet[4] & 15) + (packet[4] & 0x80 ? 0 : 4));
  if ((packet[0] === 0 && packet[1] === 9) || (packet[0] === 1 && packet[1] === 11)) toggles.clear();
  toggles.set(0x80, 1).set(0x84, 1); // after a setup packet, DATA1
  sendSetupPacket.call(usb, packet);
};
usb.DPRAMUpdated = (offset, value) => {
  if (asleep && offset === 0x90) return; // fetched later, if it is still there
  if (value & (1 << 10) && offset >= 0x80 && offset < 0x100) {
    const odd = toggles.get(offset) ?? 0;
    if (((value >> 13) & 1) !== odd) fault(`endpoint buffer ${offset.toString(16)} has the wrong data toggle`);
    toggles.set(offset, odd ^ 1);
  }
  DPRAMUpdated.call(usb, offset, value);
};
usb.writeUint32 = (offset, value) => {
  if (offset === 0x50) usb.sieStatus &= ~(usb.rawWriteValue & (1 << 4));
  writeUint32.call(usb, offset, value);
};
let asleep = false;
function sleep(sleeps) {
  asleep = sleeps;
  usb.sieStatus |= sleeps ? 1 << 4 : 1 << 11;
  usb.sieStatusUpdated();
}
function fetchLeft() {
  const left = chip.usbDPRAMView.getUint32(0x90, true);
  if (!asleep && left & (1 << 10)) usb.DPRAMUpdated(0x90, left);
}

function control(setup, data) {
  asked = { wanted: setup.readUInt16LE(6), in: setup[0] >> 7, data, answer: [] };
  usb.sendSetupPacket(setup);
}
function controlRoom() {
  if (!asked || asked.in || !asked.data) return;
  usb.endpointReadDone(0, asked.data);
  asked.data = null;
}
function controlAnswer(bytes) {
  asked.answer.push(...bytes);
  if (asked.in && bytes.length === 64 && asked.answer.length < asked.wanted) return;
  if (asked.in) usb.endpointReadDone(0, new Uint8Array());
  tell('control', { answer: Buffer.from(asked.answer).toString('hex') });
  asked = null;
}
function pollStall() {
  if (!asked || usb.epStallArm !== 3 || !(chip.usbDPRAM[0x81] & 8)) return;
  tell('control', { answer: 'stall' });
  toggles = togglesBefore;
  asked = null;
}

/* Orders, and time. */

let ended = false, hurriesUntil = 0, startedAt = performance.now(), text = '';
const seconds = (number) => now() + Number(number) * 1e9;

function obey(line) {
  const [word, first, second] = line.split(' ');
  if (word === 'press' || word === 'release') touch(Number(first), word === 'press', true);
  else if (word === 'close' || word === 'open') touch(Number(first), word === 'close', false);
  else if (word === 'hurry') hurriesUntil = seconds(first);
  else if (word === 'flood') floodsUntil = seconds(first);
  else if (word === 'control') control(Buffer.from(first, 'hex'), second ? Buffer.from(second, 'hex') : null);
  else if (word === 'suspend' || word === 'resume') sleep(word === 'suspend');
  else if (word === 'read' || word === 'ignore') asleep = word === 'ignore';
  else if (word === 'reset') usb.resetDevice();
  else if (word === 'report') tell('report', { at_us: us(now()), samples, came, handed_over_us: us(handedOver) });
  else ended = true;
}

const buffer = Buffer.alloc(4096);
function read(descriptor) {
  try {
    return buffer.subarray(0, readSync(descriptor, buffer));
  } catch {
    return null; // nothing there
  }
}

function readOrders() {
  const bytes = read(0);
  if (bytes?.length === 0) ended = true;
  text += bytes?.toString() ?? '';
  while (text.includes('\n') && !ended && now() >= hurriesUntil) {
    const end = text.indexOf('\n');
    obey(text.slice(0, end));
    text = text.slice(end + 1);
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));
function keepTime() {
  const ahead = startedAt + now() / 1e6 - performance.now();
  if (Math.abs(ahead) > MAX_APART_MS) startedAt -= ahead;
  else if (ahead > 0.2) Atomics.wait(pause, 0, 0, ahead);
}

start();
while (!ended) {
  run(now() + SLICE_NS);
  pollPixels(now());
  pollKeypad();
  pollStall();
  fetchLeft();
  if (connected && coming.length === 0) coming.push(...(read(cable) ?? []));
  handOver();
  flush();
  if (now() >= hurriesUntil) {
    readOrders();
    keepTime();
  }
}
flush();

"""``cribble board flash``: write the firmware to an Uno or Nano with avrdude, or to a Pico."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

import click

import firmware_bridge
from cribble.cli.command import option, subcommand
from cribble.cli.files import cannot_use
from cribble.cli.overrides import ActiveConfig, with_config
from firmware_bridge.strip import CLOSED, IN_USE, NOT_ALLOWED, USED
from hardware.device import current_user
from scorekeeper.words import Fault, Words, en

T = TypeVar("T")

HEX: Final = "cribble-atmega328p.hex"
UF2: Final = "cribble-rp2040.uf2"
FOLDERS: Final = (
    Path(firmware_bridge.__file__).parent / "firmware/hex",
    Path(__file__).parents[3] / "build/firmware",
)
"""Firmware folders: shipped with the sources, and built by ``make firmware``."""

BOOT_LOADERS: Final = (115_200, 57_600)
"""Baud rates of boot loaders: Uno and new Nano; Nano with the old boot loader."""
SECONDS: Final = 60.0

CHIPS: Final = ("m328p", "m328pb")
"""Chip names for avrdude; the second is tried if avrdude reports its signature."""
PB_SIGNATURE: Final = re.compile(r"1e ?95 ?16", re.IGNORECASE)

PICOS: Final = ("RPI-RP2", "RP2350")
"""Volume labels of a Pico and a Pico 2."""
RP2040: Final = bytes.fromhex("56ff8be4")
"""In a UF2 file, the mark of a Pico's chip."""
PICO_DEVICE: Final = Path("/dev/disk/by-label") / PICOS[0]
TOUCH_BAUD: Final = 1200
"""Opening the port of a Pico at this rate restarts it in its boot loader."""
PICO_SECONDS: Final = 20.0
"""Timeout of a Pico's restart: until its disk is mounted, or until it responds."""
MOUNTS: Final = ("media/*", "media/*/*", "run/media/*/*", "mnt/*")
"""Glob patterns for mount points of a Pico in boot loader mode."""


def firmware_file(folders: Iterable[Path] = FOLDERS, name: str = HEX) -> Path:
    """Return the path of the newest firmware *name* in *folders*. Raises Fault."""
    found = [folder / name for folder in folders if (folder / name).is_file()]
    if not found:
        raise Fault(en("The firmware {name} is missing: build it with make firmware."), name=name)
    return max(found, key=lambda path: path.stat().st_mtime)


def avrdude(words: Sequence[str]) -> tuple[int, str]:
    """Run avrdude with *words*; return exit code and output. Raises Fault if it is not
    installed."""
    path = shutil.which("avrdude")
    if path is None:
        sentence = en("avrdude is missing: install it with {command}.")
        raise Fault(sentence, command="sudo apt-get install avrdude")
    try:
        done = subprocess.run(
            [path, *words],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 1, f"no response within {SECONDS:g} s"
    return done.returncode, done.stderr + done.stdout


def write_avr(
    file: Path,
    ports: Sequence[str],
    run: Callable[[Sequence[str]], tuple[int, str]] | None = None,
) -> tuple[str, int]:
    """Write *file* with avrdude to the first of *ports* with a boot loader; return the port and
    baud rate. Raises Fault with avrdude's last error."""
    if not ports:
        raise Fault(
            en(
                "No Arduino and no Pico is plugged in: connect it by USB, a Pico with its BOOTSEL "
                "button held, or name its port with --port."
            )
        )
    output = ""
    for port in ports:
        for baud in BOOT_LOADERS:
            for chip in CHIPS:
                options = ("-p", chip, "-c", "arduino", "-b", str(baud), "-D", "-P", port)
                code, output = (run or avrdude)((*options, "-U", f"flash:w:{file}:i"))
                if code == 0:
                    return port, baud
                if not PB_SIGNATURE.search(output):
                    break
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.search("error|sync|not responding", line)]
    reason = (errors or lines or ["avrdude"])[-1].removeprefix("avrdude error: ")[:200]
    sentence = en("No boot loader responds on {ports} ({reason}): is it an Uno or a Nano?")
    raise Fault(sentence, ports=", ".join(ports), reason=reason)


def pico_disks(root: Path = Path("/")) -> tuple[Path, ...]:
    found = {path for mount in MOUNTS for path in root.glob(mount) if path.name in PICOS}
    return tuple(sorted(path for path in found if (path / "INFO_UF2.TXT").is_file()))


def write_pico(file: Path, disks: Sequence[Path]) -> Path:
    """Copy the UF2 *file* to the first of *disks*, and return that disk; the Pico then restarts.
    Raises Fault."""
    if not disks:
        sentence = en(
            "No Pico is ready to be flashed: hold BOOTSEL while plugging it in, until the disk "
            "{disk} appears."
        )
        raise Fault(sentence, disk=" / ".join(PICOS))
    content = file.read_bytes()
    if content[:4] != b"UF2\n":
        raise Fault(en("{path} is not a UF2 file."), path=file)
    if disks[0].name == PICOS[1] and content[28:32] == RP2040:
        raise Fault(en("{path} is for a Pico, not for a Pico 2."), path=file)
    with (disks[0] / file.name).open("wb") as copy:
        copy.write(content)
        copy.flush()
        with suppress(OSError):  # The Pico restarts with the last block.
            os.fsync(copy.fileno())
    return disks[0]


def waited_for(find: Callable[[], T | None], seconds: float = PICO_SECONDS) -> T | None:
    """Return the result of *find* once it is true, or None after *seconds*."""
    ends = time.monotonic() + seconds
    while not (found := find()) and time.monotonic() < ends:
        time.sleep(0.1)
    return found or None


def boot_disks(port: str) -> Sequence[Path]:
    """Restart the Pico at *port* in its boot loader, unless that runs or *port* is empty; return
    its disk once it is mounted; root mounts it. Raises Fault if nothing does."""
    from firmware_bridge.serial_ports import SerialTransport

    if port and not pico_disks():
        with suppress(OSError):  # It restarts at once.
            SerialTransport(port, TOUCH_BAUD).close()
    disks = waited_for(pico_disks, PICO_SECONDS if port else 0.0)
    if not disks and PICO_DEVICE.exists():
        mount = ("mount", "-m", "-o", "umask=0", str(PICO_DEVICE), f"/mnt/{PICOS[0]}")
        if os.geteuid() == 0:
            subprocess.run(mount, capture_output=True, check=False)
            disks = pico_disks()
        if not disks:
            sentence = en("The Pico’s disk is not mounted: type {command}, then try again.")
            raise Fault(sentence, command=" ".join(("sudo", *mount)))
    return disks or ()


def check_access(ports: Sequence[str], baud: int) -> None:
    """Raise Fault if one of *ports* is in use, or closed to this user."""
    from firmware_bridge.serial_ports import SerialTransport

    for port in ports:
        try:
            SerialTransport(port, baud).close()
        except OSError as fault:
            if fault.errno in USED | CLOSED:
                sentence = IN_USE if fault.errno in USED else NOT_ALLOWED
                raise Fault(sentence, port=os.path.realpath(port), user=current_user()) from None


def proven_pico(ports: Sequence[str], baud: int) -> str:
    """Return the first of *ports* at which Cribble's firmware responds on a Pico, or ""."""
    from firmware_bridge.serial_ports import greeting_at, is_pico

    for port in filter(is_pico, ports):
        with suppress(OSError):
            if greeting_at(port, baud):
                return port
    return ""


@subcommand(
    "Flash the firmware to an Uno, a Nano or a Pico",
    "Flash Cribble’s firmware to the connected Uno or Nano with avrdude: the port and the speed "
    "of the boot loader are detected. A Pico is flashed if it was plugged in with its BOOTSEL "
    "button held, or if it has Cribble’s firmware already. Close the table first.",
)
@with_config()
@option("--port", en("PORT"), en("The microcontroller’s port (default: search for it)"), default="")
@option(
    "--file",
    en("FILE"),
    en("The firmware (default: the one included with Cribble)"),
    to="file",
    default="",
)
def flash(words: Words, active: ActiveConfig, *, port: str, file: str) -> None:
    from firmware_bridge.serial_ports import is_pico, plugged_in

    baud, ports = active.config.strip.baud, plugged_in(port)()
    waits = not port and bool(pico_disks() or PICO_DEVICE.exists())
    check_access(() if waits else ports, baud)
    picos = [] if waits else list(filter(is_pico, ports))
    pico = proven_pico(picos, baud)
    try:
        if file.endswith(Path(UF2).suffix) or (not file and (waits or pico)):
            if len(picos) > 1:  # They have no serial numbers.
                sentence = en("More than one Pico is plugged in, at {ports}: name one with --port.")
                raise Fault(sentence, ports=", ".join(map(os.path.realpath, picos)))
            firmware = Path(file) if file else firmware_file(name=UF2)
            disk = write_pico(firmware, boot_disks(pico))
            if os.geteuid() == 0:  # Otherwise the next disk could not be mounted there.
                subprocess.run(("umount", "-l", disk), capture_output=True, check=False)
            sentence = en("Copied {file} to the Pico at {disk}, which now starts.")
            click.echo(words.say(sentence, file=firmware, disk=disk))
            if not (used_port := waited_for(lambda: proven_pico(plugged_in(port)(), baud))):
                raise Fault(en("The Pico does not respond: unplug it and plug it in again."))
        else:
            firmware = Path(file) if file else firmware_file()
            firmware.open("rb").close()
            arduinos = [name for name in ports if not is_pico(name)]
            used_port, boot_baud = write_avr(firmware, arduinos)
            sentence = en(
                "{file} is on the microcontroller at {port} (boot loader at {baud} baud)."
            )
            click.echo(words.say(sentence, file=firmware, port=used_port, baud=boot_baud))
    except OSError as fault:
        raise cannot_use(fault, file) from None
    _report(words, used_port, baud)


def _report(words: Words, port: str, baud: int) -> None:
    """Say what responds at *port*."""
    from cribble.devices.microcontroller import CONTROLLER_FACTS
    from firmware_bridge.serial_ports import greeting_at

    try:
        greeting = greeting_at(port, baud)
    except OSError:
        sentence = en("It does not respond at {baud} baud: strip.baud must match the firmware.")
        click.echo(words.say(sentence, baud=baud), err=True)
        return
    facts = {"firmware": greeting.firmware, "room": greeting.pixels, "keys": greeting.keys}
    click.echo(words.say(CONTROLLER_FACTS, port=port, **facts))

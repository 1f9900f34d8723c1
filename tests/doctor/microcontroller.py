"""The doctor at a microcontroller: its port, its greeting, and what a simulated one is asked."""

from firmware_bridge.link import Greeting
from tests.kit.fakes.doctor_cases import PC, PI_4, ZERO, Case, on, plan

UNO, GPS = "/dev/ttyACM0", "/dev/ttyUSB0"
DIALOUT = f"== nodes\ncrw-rw---- dialout {UNO}\ncrw-rw---- dialout {GPS}\n"
DIALS = frozenset({"ann", "dialout"})
GREETING = Greeting(version=1, firmware=1, boot=7, pixels=400, payload=247, keys=16)


def uno(answer: object, at: str = "") -> Case:
    """The case of an Uno that says *answer*, to Ann who may use its port."""
    ports = {UNO: answer}
    port = plan("microcontroller", at)
    return on(PC, port, "microcontroller", ports=ports, also=DIALOUT, groups=DIALS)


CASES = {
    "the board is ready": uno(GREETING).says(
        f"ok: {UNO} is open to ann. [] "
        f"ok: The board at {UNO} has firmware 1, room for 400 lights, 16 keys. []"
    ),
    "the first port is a stranger’s": on(
        PC,
        plan("microcontroller"),
        "microcontroller",
        ports={GPS: TimeoutError(), UNO: GREETING},
        also=DIALOUT,
        groups=DIALS,
    ).says(
        f"ok: {UNO} is open to ann. [] "
        f"ok: The board at {UNO} has firmware 1, room for 400 lights, 16 keys. []"
    ),
    "the board is for another version, and too small": uno(
        GREETING._replace(version=2, pixels=9), at=UNO
    ).says(
        f"ok: {UNO} is open to ann. [] "
        f"wrong: The board at {UNO} speaks version 2 of the protocol, not 1. [make firmware]"
    ),
    "the board is too small": uno(GREETING._replace(pixels=99), at=UNO).says(
        f"ok: {UNO} is open to ann. [] "
        f"ok: The board at {UNO} has firmware 1, room for 99 lights, 16 keys. [] "
        f"wrong: The board at {UNO} has room for 99 lights, not for 363. [wiring.pixels = 99]"
    ),
    "the board is without firmware": uno(TimeoutError()).says(
        f"ok: {UNO} is open to ann. [] "
        f"wrong: Nothing at {UNO} answers at 115200 baud: Cribble’s firmware is not on it "
        "(docs/flashing.md says how to flash it), or was built for another strip.baud. "
        "[make firmware]"
    ),
    "the table has the port": uno(BlockingIOError(11, "busy")).says(
        f"ok: {UNO} is open to ann. [] "
        f"note: Another program uses {UNO}, most likely the table: ask again when it is "
        "closed. []"
    ),
    "the port is no serial one": uno(OSError(25, "Not a tty")).says(
        f"ok: {UNO} is open to ann. [] "
        f"wrong: {UNO} does not open (Not a tty): is a microcontroller there? "
        "[ls -l /dev/serial/by-id]"
    ),
    "the port is for the group": on(
        PC, plan("microcontroller"), "microcontroller", ports={UNO: GREETING}, also=DIALOUT
    ).says(
        f"wrong: {UNO} is closed to ann: it is for the group dialout. "
        "[sudo usermod -aG dialout ann && sudo reboot]"
    ),
    "no board is plugged in": on(PC, plan("microcontroller"), "microcontroller").says(
        "wrong: No microcontroller is plugged in. [ls -l /dev/serial/by-id]"
    ),
    "the port of the config is not there": on(
        PC, plan("microcontroller", UNO), "microcontroller"
    ).says(f'wrong: There is no {UNO}: is the microcontroller plugged in? [strip.at = ""]'),
    "the boot console is at the Pi’s own pins": on(
        PI_4,
        plan("microcontroller", "/dev/serial0"),
        "serial-pins",
    ).says(
        "wrong: Linux itself speaks at the Pi’s serial pins, to whatever is there. "
        "[sudo raspi-config nonint do_serial_cons 1 && sudo reboot] "
        "note: An Arduino has 5 V, and the Pi’s pins bear 3.3 V: two resistors go between. "
        "[docs/microcontroller.md#at-the-pis-own-pins]"
    ),
    "the boot console is elsewhere": on(
        ZERO,
        plan("microcontroller", "/dev/serial0"),
        "serial-pins",
    ).says(
        "note: An Arduino has 5 V, and the Pi’s pins bear 3.3 V: two resistors go between. "
        "[docs/microcontroller.md#at-the-pis-own-pins]"
    ),
    "the strip has white lights too": on(
        PC, plan("microcontroller", order="GRBW"), "microcontroller-order"
    ).says(
        "wrong: A microcontroller lights strips of three colours, and strip.order is GRBW. "
        '[strip.order = "GRB"]'
    ),
    "so has the strip of a simulated one": on(
        PC, plan("simulated", order="GRBW"), "microcontroller-order"
    ).says(
        "wrong: A microcontroller lights strips of three colours, and strip.order is GRBW. "
        '[strip.order = "GRB"]'
    ),
    "the simulated one is at a port": on(PC, plan("simulated", "/dev/ttyACM0"), "simulated").says(
        'wrong: strip.at is "/dev/ttyACM0", and a simulated microcontroller is at no port: '
        'leave strip.at empty. [strip.at = ""]'
    ),
}

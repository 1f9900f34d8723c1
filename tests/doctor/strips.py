"""Cases of the doctor's strip checks: SPI, PWM helper, Pi 5, microcontroller."""

from firmware_bridge.link import Greeting
from tests.doctor.cases import DEBIAN, PC, PI_3, PI_4, PI_5, STRANGER, ZERO, Case, on, plan

UNO, GPS = "/dev/ttyACM0", "/dev/ttyUSB0"
DIALOUT = f"== nodes\ncrw-rw---- dialout {UNO}\ncrw-rw---- dialout {GPS}\n"
DIALS = frozenset({"ann", "dialout"})
GREETING = Greeting(version=1, firmware=1, boot=7, pixels=400, payload=247, keys=16)


def uno(answer: object, at: str = "") -> Case:
    """Return the case of an Uno that gives *answer*, for a user with access to its port."""
    ports = {UNO: answer}
    port = plan("microcontroller", at)
    return on(PC, port, "microcontroller", ports=ports, also=DIALOUT, groups=DIALS)


CASES = {
    "Debian has no config.txt to switch SPI on": on(DEBIAN, plan("spi"), "spi-device"),
    "SPI is switched off, or on for another model": on(PI_3, plan("spi"), "spi-device"),
    "the user is in no group": on(PI_4, plan("spi"), "spi-device", user=STRANGER, groups={"ann"}),
    "the user was put into the group just now": on(PI_4, plan("spi"), "spi-device", groups={"ann"}),
    "a frame is greater than the buffer": on(PI_4, plan("spi"), "spi-buffer"),
    "no file says what the kernel is told": on(
        PC,
        plan("spi"),
        "spi-buffer",
        also="== /proc/device-tree/model\nRaspberry Pi 4 Model B Rev 1.4\n"
        "== /boot/firmware/config.txt\n",
    ),
    "a Pi 4 pauses between bytes": on(PI_4, plan("spi", bits=3), "spi-symbols"),
    "the library cannot send eight": on(PI_4, plan("ws281x", "10"), "spi-symbols"),
    "the clock of a Pi 3 goes up and down": on(PI_3, plan("spi"), "spi-clock"),
    "a part of config.txt for the Zero W is for a Zero 2 W too": on(
        ZERO, plan("spi"), "spi-clock", also="== /boot/firmware/config.txt\n[pi0w]\ncore_freq=250\n"
    ),
    "the clock of a Compute Module 0 is held still": on(
        ZERO,
        plan("spi"),
        "spi-clock",
        also="== /proc/device-tree/model\nRaspberry Pi Compute Module 0 Rev 1.0\n"
        "== /boot/firmware/config.txt\n[cm0]\ncore_freq=250\n",
    ),
    "the clock is always at its highest": on(
        PI_3, plan("spi"), "spi-clock", also="== /boot/config.txt\nforce_turbo=1\n"
    ),
    "the lamp has SPI for itself": on(
        PI_4, plan("ws281x", "10"), "spi-device", user=STRANGER, groups={"ann"}
    ),
    "the library is compiled where it goes": on(PI_4, plan("ws281x"), "library", libraries={}),
    "the environment is root’s": on(
        PI_4,
        plan("ws281x"),
        "library",
        libraries={},
        also="== /usr/include/python3.11/Python.h\n/* */\n"
        "== nodes\ndrwxr-xr-x root /opt/cribble/.venv\ncrw-rw---- video /dev/vcio\n",
    ),
    **{
        f"the library does not know revision {revision}": on(
            PI_3, plan("ws281x"), "revision", also=f"== /proc/cpuinfo\nRevision\t: {revision}\n"
        )
        for revision in ("a52082", "9020e1", "a02042", "920092", "900061")
    },
    "the lamp is for a bench": on(PI_4, plan("ws281x"), "lamp"),
    "the lamp came with the package": on(
        PI_4,
        plan("ws281x"),
        "lamp",
        also="== /usr/lib/systemd/system/cribble-lamp.socket\n[Socket]\n",
    ),
    "the lamp hangs up": on(PI_3, plan("ws281x"), "lamp", groups={"cribble"}, answering=False),
    "there is no such pin": on(PI_3, plan("ws281x", "4"), "lamp"),
    "the Pi’s sound is on": on(PI_3, plan("ws281x"), "audio"),
    "a device of root’s group is nobody else’s": on(
        PI_5,
        plan("leds0", pixels=60),
        "leds0-device",
        also="== nodes\ncrw-rw---- root /dev/leds0\n",
    ),
    "the overlay is missing": on(
        PI_5,
        plan("leds0", "/dev/leds0"),
        "leds0-device",
        also="== nodes\n== /boot/firmware/config.txt\n[cm5]\ndtoverlay=ws2812-pio\n",
    ),
    "the Pi was started with the overlay, and has no lights": on(
        PI_5,
        plan("leds0", "/dev/leds1"),
        "leds0-device",
        later=60.0,
        also="== /proc/uptime\n42.07 160.00\n",
    ),
    "the overlay came a while after the Pi started": on(
        PI_5,
        plan("leds0", "/dev/leds1"),
        "leds0-device",
        later=60.0,
        also="== /proc/uptime\n3600.07 160.00\n",
    ),
    "the overlay does not know of the white lights, and gets no shorter": on(
        PI_5, plan("leds0", pixels=30, order="GRBW"), "leds0-white"
    ),
    "the overlay keeps its other parameters when it gets longer": on(
        PI_5,
        plan("leds0", order="GRBW"),
        "leds0-length",
        also="== /boot/firmware/config.txt\n"
        "dtoverlay=ws2812-pio,gpio=21,num_leds=60,brightness=200,rgbw\n",
    ),
    "the first port is a stranger’s": on(
        PC,
        plan("microcontroller"),
        "microcontroller",
        ports={GPS: TimeoutError(), UNO: GREETING},
        also=DIALOUT,
        groups=DIALS,
    ),
    "the board is for another version, and too small": uno(
        GREETING._replace(version=2, pixels=9), at=UNO
    ),
    "the board is too small": uno(GREETING._replace(pixels=99), at=UNO),
    "the board is without firmware": uno(TimeoutError()),
    "the table has the port": uno(BlockingIOError(11, "busy")),
    "the port is no serial one": uno(OSError(25, "Not a tty")),
    "no board is plugged in": on(PC, plan("microcontroller"), "microcontroller"),
    "the port of the config is not there": on(PC, plan("microcontroller", UNO), "microcontroller"),
    "the boot console is at the Pi’s own pins": on(
        PI_4, plan("microcontroller", "/dev/serial0"), "serial-pins"
    ),
    "the strip has white lights too": on(
        PC, plan("microcontroller", order="GRBW"), "microcontroller-order"
    ),
    "the simulated one is at a port": on(PC, plan("simulated", "/dev/ttyACM0"), "simulated"),
}

"""The doctor at the strips: on SPI, by the PWM helper, on a Pi 5, behind a microcontroller."""

from firmware_bridge.link import Greeting
from tests.doctor.cases import (
    PC,
    PI_3,
    PI_4,
    PI_5,
    STRANGER,
    TO_CONFIG,
    ZERO,
    Case,
    on,
    plan,
)

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
    "SPI is switched off, or on for another model": on(PI_3, plan("spi"), "spi-device").says(
        "wrong: There is no /dev/spidev0.0: SPI is not enabled in /boot/config.txt. "
        f"[{TO_CONFIG.format('dtparam=spi=on', '/boot/config.txt')}]"
    ),
    "the user is in no group": on(
        PI_4, plan("spi"), "spi-device", user=STRANGER, groups={"ann"}
    ).says(
        "wrong: ben has no permission to use /dev/spidev0.0: only members of the group "
        "spi have it. [sudo usermod -aG spi ben && sudo reboot]"
    ),
    "the user was put into the group just now": on(
        PI_4, plan("spi"), "spi-device", groups={"ann"}
    ).says(
        "wrong: ann was added to the group spi, but this session started before that. [sudo reboot]"
    ),
    "a frame is greater than the buffer": on(PI_4, plan("spi"), "spi-buffer").says(
        "wrong: 363 lights need 9192 bytes, but SPI sends only 4096 at a time. [sudo "
        "sed -i '1{s/ *spidev.bufsiz=[0-9]*//; s/$/ spidev.bufsiz=32768/}' "
        "/boot/firmware/cmdline.txt && sudo reboot]"
    ),
    "no file says what the kernel is told": on(
        PC,
        plan("spi"),
        "spi-buffer",
        also="== /proc/device-tree/model\nRaspberry Pi 4 Model B Rev 1.4\n"
        "== /boot/firmware/config.txt\n",
    ).says(
        "wrong: 363 lights need 9192 bytes, but SPI sends only 4096 at a time. [echo "
        "'options spidev bufsiz=32768' | sudo tee /etc/modprobe.d/cribble-spidev.conf "
        "&& sudo reboot]"
    ),
    "a Pi 4 pauses between bytes": on(PI_4, plan("spi", bits=3), "spi-symbols").says(
        "wrong: Three SPI bits per bit are unreliable on a Raspberry Pi 4 Model B Rev "
        "1.4, which pauses between bytes. [strip.symbol_bits = 8]"
    ),
    "the library cannot send eight": on(PI_4, plan("ws281x", "10"), "spi-symbols").says(
        "wrong: rpi_ws281x sends three SPI bits per bit, but a Raspberry Pi 4 Model B "
        'Rev 1.4 pauses between bytes. [strip.name = "spi"]'
    ),
    "the clock of a Pi 3 goes up and down": on(PI_3, plan("spi"), "spi-clock").says(
        "wrong: The SPI clock follows the core clock, which is not fixed in "
        "/boot/config.txt. "
        f"[{TO_CONFIG.format('core_freq=250', '/boot/config.txt')}]"
    ),
    "a part of config.txt for the Zero W is for a Zero 2 W too": on(
        ZERO,
        plan("spi"),
        "spi-clock",
        also="== /boot/firmware/config.txt\n[pi0w]\ncore_freq=250\n",
    ).says("ok: The clock of the core is held still for SPI (core_freq=250). []"),
    "the clock of a Compute Module 0 is held still": on(
        ZERO,
        plan("spi"),
        "spi-clock",
        also="== /proc/device-tree/model\nRaspberry Pi Compute Module 0 Rev 1.0\n"
        "== /boot/firmware/config.txt\n[cm0]\ncore_freq=250\n",
    ).says("ok: The clock of the core is held still for SPI (core_freq=250). []"),
    "the clock is always at its highest": on(
        PI_3, plan("spi"), "spi-clock", also="== /boot/config.txt\nforce_turbo=1\n"
    ).says("ok: The clock of the core is held still for SPI (force_turbo=1). []"),
    "the lamp has SPI for itself": on(
        PI_4, plan("ws281x", "10"), "spi-device", user=STRANGER, groups={"ann"}
    ).says("ok: There is a /dev/spidev0.0. []"),
    "the library is compiled where it goes": on(PI_4, plan("ws281x"), "library", libraries={}).says(
        "wrong: The library rpi_ws281x has to be compiled here, but "
        "/usr/include/python3.11/Python.h is missing. [sudo apt-get install gcc "
        "libc6-dev python3-dev] wrong: The library rpi_ws281x is missing from "
        "/opt/cribble/.venv, where this program runs. [/opt/cribble/.venv/bin/python "
        "-m pip install 'rpi-ws281x>=5,<6']"
    ),
    "the environment is root’s": on(
        PI_4,
        plan("ws281x"),
        "library",
        libraries={},
        also="== /usr/include/python3.11/Python.h\n/* */\n"
        "== nodes\ndrwxr-xr-x root /opt/cribble/.venv\n",
    ).says(
        "wrong: The library rpi_ws281x is missing from /opt/cribble/.venv, where this program "
        "runs. [sudo /opt/cribble/.venv/bin/python -m pip install 'rpi-ws281x>=5,<6']"
    ),
    **{
        f"the library does not know revision {revision}": on(
            PI_3, plan("ws281x"), "revision", also=f"== /proc/cpuinfo\nRevision\t: {revision}\n"
        ).says(
            f"wrong: rpi_ws281x does not support this Pi (revision {revision}). "
            '[strip.name = "spi"]'
        )
        for revision in ("a52082", "9020e1", "a02042", "920092", "900061")
    },
    "the lamp is for a bench": on(PI_4, plan("ws281x"), "lamp").says(
        "wrong: The PWM helper does not run: there is no /run/cribble-lamp/socket. "
        "[sudo groupadd -f --system cribble && "
        "sudo install -d -m 0750 -g cribble /run/cribble-lamp && "
        "sudo .venv/bin/cribble lamp]"
    ),
    "the lamp came with the package": on(
        PI_4,
        plan("ws281x"),
        "lamp",
        also="== /usr/lib/systemd/system/cribble-lamp.socket\n[Socket]\n",
    ).says(
        "wrong: The PWM helper does not run: there is no /run/cribble-lamp/socket. "
        "[sudo systemctl enable --now cribble-lamp.socket]"
    ),
    "the lamp hangs up": on(
        PI_3,
        plan("ws281x"),
        "lamp",
        groups={"cribble"},
        answering=False,
    ).says(
        "ok: /run/cribble-lamp/socket is open to ann. [] "
        "wrong: Nothing answers at /run/cribble-lamp/socket: the PWM helper has ended. "
        "[sudo systemctl restart cribble-lamp]"
    ),
    "there is no such pin": on(PI_3, plan("ws281x", "4"), "lamp").says(
        'wrong: strip.at cannot be "4"; for ws281x it must be one of the pins 10, 12, '
        '13, 18, 19, 21. [strip.at = "18"]'
    ),
    "the Pi’s sound is on": on(PI_3, plan("ws281x"), "audio").says(
        "wrong: The Pi’s audio uses the PWM that ws281x needs on pin 18. [echo "
        "'blacklist snd_bcm2835' | sudo tee /etc/modprobe.d/cribble-audio.conf && sudo "
        "reboot]"
    ),
    "a device of root’s group is nobody else’s": on(
        PI_5,
        plan("leds0", pixels=60),
        "leds0-device",
        also="== nodes\ncrw-rw---- root /dev/leds0\n",
    ).says(
        "wrong: /dev/leds0 is closed to everybody but root. "
        """[echo 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"' """
        "| sudo tee /etc/udev/rules.d/60-leds.rules && sudo reboot]"
    ),
    "the overlay is missing": on(
        PI_5,
        plan("leds0", "/dev/leds0"),
        "leds0-device",
        also="== nodes\n== /boot/firmware/config.txt\n[cm5]\ndtoverlay=ws2812-pio\n",
    ).says(
        "wrong: There is no /dev/leds0: /boot/firmware/config.txt does not enable it. "
        + f"[{TO_CONFIG}]".format(
            "dtoverlay=ws2812-pio,gpio=18,num_leds=363", "/boot/firmware/config.txt"
        )
    ),
    "the Pi was started with the overlay, and has no lights": on(
        PI_5,
        plan("leds0", "/dev/leds1"),
        "leds0-device",
        later=60.0,
        also="== /proc/uptime\n42.07 160.00\n",
    ).says(
        "wrong: There is no /dev/leds1, although /boot/firmware/config.txt enabled it "
        "at boot: the Pi’s firmware is too old. [sudo rpi-eeprom-update -a && sudo "
        "reboot]"
    ),
    "the overlay came a while after the Pi started": on(
        PI_5,
        plan("leds0", "/dev/leds1"),
        "leds0-device",
        later=60.0,
        also="== /proc/uptime\n3600.07 160.00\n",
    ).says(
        "wrong: There is no /dev/leds1, although /boot/firmware/config.txt enables it: "
        "restart the Pi. [sudo reboot]"
    ),
    "the overlay does not know of the white lights, and gets no shorter": on(
        PI_5, plan("leds0", pixels=30, order="GRBW"), "leds0-white"
    ).says(
        "wrong: /boot/firmware/config.txt has the wrong colour order: the strip needs "
        "GRBW. [sudo sed -i "
        "'s/^dtoverlay=ws2812-pio.*/dtoverlay=ws2812-pio,gpio=21,num_leds=60,rgbw=on/' "
        "/boot/firmware/config.txt && sudo reboot]"
    ),
    "the overlay keeps its other parameters when it gets longer": on(
        PI_5,
        plan("leds0", order="GRBW"),
        "leds0-length",
        also="== /boot/firmware/config.txt\n"
        "dtoverlay=ws2812-pio,gpio=21,num_leds=60,brightness=200,rgbw\n",
    ).says(
        "wrong: The kernel is configured for 60 lights, but the board has 363. [sudo "
        "sed -i "
        "'s/^dtoverlay=ws2812-pio.*/dtoverlay=ws2812-pio,gpio=21,num_leds=363,brightness=200,"
        "rgbw=on/' /boot/firmware/config.txt && sudo reboot]"
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
        f"wrong: The board at {UNO} uses protocol version 2, not 1. [make firmware]"
    ),
    "the board is too small": uno(GREETING._replace(pixels=99), at=UNO).says(
        f"ok: {UNO} is open to ann. [] "
        f"ok: The board at {UNO} has firmware 1, room for 99 lights, 16 keys. [] "
        f"wrong: The board at {UNO} has room for 99 lights, not 363. [wiring.pixels = 99]"
    ),
    "the board is without firmware": uno(TimeoutError()).says(
        f"ok: {UNO} is open to ann. [] "
        f"wrong: Nothing responds on {UNO} at 115200 baud: either Cribble’s firmware is not on "
        "the board (see docs/flashing.md), or it was built for a different strip.baud. "
        "[make firmware]"
    ),
    "the table has the port": uno(BlockingIOError(11, "busy")).says(
        f"ok: {UNO} is open to ann. [] "
        f"note: Another program uses {UNO}, most likely the table: ask again when it is "
        "closed. []"
    ),
    "the port is no serial one": uno(OSError(25, "Not a tty")).says(
        f"ok: {UNO} is open to ann. [] "
        f"wrong: {UNO} cannot be opened (Not a tty): is a microcontroller plugged in there? "
        "[ls -l /dev/serial/by-id]"
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
        "wrong: The Linux console uses the Pi’s serial pins. "
        "[sudo raspi-config nonint do_serial_cons 1 && sudo reboot] "
        "note: An Arduino outputs 5 V, but the Pi’s pins tolerate only 3.3 V: use two resistors. "
        "[docs/microcontroller.md#at-the-pis-own-pins]"
    ),
    "the strip has white lights too": on(
        PC, plan("microcontroller", order="GRBW"), "microcontroller-order"
    ).says(
        "wrong: A microcontroller can only light three-colour strips, but strip.order "
        'is GRBW. [strip.order = "GRB"]'
    ),
    "the simulated one is at a port": on(PC, plan("simulated", "/dev/ttyACM0"), "simulated").says(
        'wrong: strip.at is "/dev/ttyACM0", and a simulated microcontroller is at no port: '
        'leave strip.at empty. [strip.at = ""]'
    ),
}

"""The doctor at a strip on SPI: the device, its buffer, the clock and the library."""

from tests.kit.fakes.doctor_cases import (
    PC,
    PI_3,
    PI_4,
    PI_5,
    STRANGER,
    TO_CONFIG,
    ZERO,
    on,
    plan,
)

CASES = {
    "the device is there": on(PI_4, plan("spi"), "spi-device").says(
        "ok: /dev/spidev0.0 is open to ann. []"
    ),
    "SPI is switched off, or on for another model": on(PI_3, plan("spi"), "spi-device").says(
        "wrong: There is no /dev/spidev0.0: SPI is not switched on in /boot/config.txt. "
        f"[{TO_CONFIG.format('dtparam=spi=on', '/boot/config.txt')}]"
    ),
    "SPI was switched on since the Pi started": on(
        ZERO, plan("spi", "/dev/spidev1.0"), "spi-device"
    ).says(
        "wrong: There is no /dev/spidev1.0, though /boot/firmware/config.txt switches SPI on: "
        "restart the Pi. [sudo reboot]"
    ),
    "the user is in no group": on(
        PI_4, plan("spi"), "spi-device", user=STRANGER, groups={"ann"}
    ).says(
        "wrong: /dev/spidev0.0 is closed to ben: it is for the group spi. "
        "[sudo usermod -aG spi ben && sudo reboot]"
    ),
    "the user was put into the group just now": on(
        PI_4, plan("spi"), "spi-device", groups={"ann"}
    ).says("wrong: ann was put into the group spi, but not while this session runs. [sudo reboot]"),
    "a frame is greater than the buffer": on(PI_4, plan("spi"), "spi-buffer").says(
        "wrong: 363 lights take 9192 bytes, but SPI sends only 4096 at once. [sudo sed -i "
        "'1{s/ *spidev.bufsiz=[0-9]*//; s/$/ spidev.bufsiz=32768/}' /boot/firmware/cmdline.txt"
        " && sudo reboot]"
    ),
    "three bits for one fit": on(PI_4, plan("spi", bits=3), "spi-buffer").says(
        "ok: 363 lights take 3447 bytes; SPI sends 4096 at once. []"
    ),
    "the library’s own way to send is the longer one": on(
        PI_4, plan("ws281x", "10"), "spi-buffer"
    ).says(
        "wrong: 363 lights take 4396 bytes, but SPI sends only 4096 at once. [sudo sed -i "
        "'1{s/ *spidev.bufsiz=[0-9]*//; s/$/ spidev.bufsiz=32768/}' /boot/firmware/cmdline.txt"
        " && sudo reboot]"
    ),
    "a greater buffer was asked for": on(ZERO, plan("spi"), "spi-buffer").says(
        "ok: 363 lights take 9192 bytes; SPI sends 32768 at once. []"
    ),
    "no file says what the kernel is told": on(
        PC,
        plan("spi"),
        "spi-buffer",
        also="== /proc/device-tree/model\nRaspberry Pi 4 Model B Rev 1.4\n"
        "== /boot/firmware/config.txt\n",
    ).says(
        "wrong: 363 lights take 9192 bytes, but SPI sends only 4096 at once. "
        "[echo 'options spidev bufsiz=32768' | sudo tee /etc/modprobe.d/cribble-spidev.conf"
        " && sudo reboot]"
    ),
    "a Pi 4 pauses between bytes": on(PI_4, plan("spi", bits=3), "spi-symbols").says(
        "wrong: Three bits for one do not do on a Raspberry Pi 4 Model B Rev 1.4, which pauses "
        "between bytes. [strip.symbol_bits = 8]"
    ),
    "so does a Pi 5": on(PI_5, plan("spi", bits=3), "spi-symbols").says(
        "wrong: Three bits for one do not do on a Raspberry Pi 5 Model B Rev 1.0, which pauses "
        "between bytes. [strip.symbol_bits = 8]"
    ),
    "eight bits bear it": on(PI_4, plan("spi"), "spi-symbols").says(""),
    "a Pi 3 does not pause": on(PI_3, plan("spi", bits=3), "spi-symbols").says(""),
    "the library cannot send eight": on(PI_4, plan("ws281x", "10"), "spi-symbols").says(
        "wrong: rpi_ws281x sends three bits for one, and a Raspberry Pi 4 Model B Rev 1.4 pauses "
        'between bytes. [strip.name = "spi"]'
    ),
    "the clock of a Pi 3 goes up and down": on(PI_3, plan("spi"), "spi-clock").says(
        "wrong: SPI goes by the clock of the core, which is not held still in "
        "/boot/config.txt. "
        f"[{TO_CONFIG.format('core_freq=250', '/boot/config.txt')}]"
    ),
    "a Pi 4 wants another clock": on(PI_4, plan("spi"), "spi-clock").says(
        "wrong: SPI goes by the clock of the core, which is not held still in "
        "/boot/firmware/config.txt. "
        + f"[{TO_CONFIG}]".format(r"core_freq=500\ncore_freq_min=500", "/boot/firmware/config.txt")
    ),
    "the clock is held still": on(ZERO, plan("spi"), "spi-clock").says(
        "ok: The clock of the core is held still for SPI (core_freq=250). []"
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
    "the library is missing": on(PI_4, plan("spi"), "library", libraries={}).says(
        "wrong: The library spidev is missing from /opt/cribble/.venv, where this program runs. "
        "[sudo apt-get install python3-spidev]"
    ),
}

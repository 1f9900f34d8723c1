"""The doctor at a strip on SPI: the device, its buffer, the clock and the library."""

from pathlib import Path

import pytest

from tests.kit.fakes.doctor_cases import (
    OF_ANN,
    PC,
    PI_3,
    PI_4,
    STRANGER,
    TO_CONFIG,
    ZERO,
    Case,
    plan,
)

CASES = {
    "the device is there": Case(
        PI_4, plan("spi"), {}, "spi-device", "ok: /dev/spidev0.0 is open to ann. []"
    ),
    "SPI is switched off, or on for another model": Case(
        PI_3,
        plan("spi"),
        {},
        "spi-device",
        (
            "wrong: There is no /dev/spidev0.0: SPI is not switched on in /boot/config.txt. "
            f"[{TO_CONFIG.format('dtparam=spi=on', '/boot/config.txt')}]"
        ),
    ),
    "SPI was switched on since the Pi started": Case(
        ZERO,
        plan("spi", "/dev/spidev1.0"),
        {},
        "spi-device",
        (
            "wrong: There is no /dev/spidev1.0, though /boot/firmware/config.txt switches SPI on: "
            "the Pi must start anew. [sudo reboot]"
        ),
    ),
    "the user is in no group": Case(
        PI_4,
        plan("spi"),
        {"user": STRANGER},
        "spi-device",
        (
            "wrong: /dev/spidev0.0 is closed to ben: it is for the group spi. "
            "[sudo usermod -aG spi ben && sudo reboot]"
        ),
    ),
    "the user was put into the group just now": Case(
        PI_4,
        plan("spi"),
        {"user": OF_ANN},
        "spi-device",
        "wrong: ann was put into the group spi, but not while this session runs. [sudo reboot]",
    ),
    "a frame is greater than the buffer": Case(
        PI_4,
        plan("spi"),
        {},
        "spi-buffer",
        (
            "wrong: 363 lights take 9192 bytes, but SPI sends only 4096 at once. [sudo sed -i "
            "'1{s/ *spidev.bufsiz=[0-9]*//; s/$/ spidev.bufsiz=32768/}' /boot/firmware/cmdline.txt"
            " && sudo reboot]"
        ),
    ),
    "three bits for one fit": Case(
        PI_4,
        plan("spi", bits=3),
        {},
        "spi-buffer",
        "ok: 363 lights take 3447 bytes; SPI sends 4096 at once. []",
    ),
    "the library's own way to send is the longer one": Case(
        PI_4,
        plan("ws281x", "10"),
        {},
        "spi-buffer",
        (
            "wrong: 363 lights take 4396 bytes, but SPI sends only 4096 at once. [sudo sed -i "
            "'1{s/ *spidev.bufsiz=[0-9]*//; s/$/ spidev.bufsiz=32768/}' /boot/firmware/cmdline.txt"
            " && sudo reboot]"
        ),
    ),
    "a greater buffer was asked for": Case(
        ZERO,
        plan("spi"),
        {},
        "spi-buffer",
        "ok: 363 lights take 9192 bytes; SPI sends 32768 at once. []",
    ),
    "no file says what the kernel is told": Case(
        PC,
        plan("spi"),
        {"also": "== /proc/device-tree/model\nRaspberry Pi 4 Model B Rev 1.4\n"},
        "spi-buffer",
        (
            "wrong: 363 lights take 9192 bytes, but SPI sends only 4096 at once. "
            "[echo 'options spidev bufsiz=32768' | sudo tee /etc/modprobe.d/cribble-spidev.conf"
            " && sudo reboot]"
        ),
    ),
    "the clock of a Pi 3 goes up and down": Case(
        PI_3,
        plan("spi"),
        {},
        "spi-clock",
        (
            "wrong: SPI goes by the clock of the core, which is not held still in "
            "/boot/config.txt. "
            f"[{TO_CONFIG.format('core_freq=250', '/boot/config.txt')}]"
        ),
    ),
    "a Pi 4 wants another clock": Case(
        PI_4,
        plan("spi"),
        {},
        "spi-clock",
        "wrong: SPI goes by the clock of the core, which is not held still in "
        "/boot/firmware/config.txt. "
        + f"[{TO_CONFIG}]".format(r"core_freq=500\ncore_freq_min=500", "/boot/firmware/config.txt"),
    ),
    "the clock is held still": Case(
        ZERO,
        plan("spi"),
        {},
        "spi-clock",
        "ok: The clock of the core is held still for SPI (core_freq=250). []",
    ),
    "the clock is always at its highest": Case(
        PI_3,
        plan("spi"),
        {"also": "== /boot/config.txt\nforce_turbo=1\n"},
        "spi-clock",
        "ok: The clock of the core is held still for SPI (force_turbo=1). []",
    ),
    "the lamp has SPI for itself": Case(
        PI_4,
        plan("ws281x", "10"),
        {"user": STRANGER},
        "spi-device",
        "ok: There is a /dev/spidev0.0. []",
    ),
    "the library is missing": Case(
        PI_4,
        plan("spi"),
        {"libraries": {}},
        "library",
        "wrong: The library spidev is missing. [sudo apt-get install python3-spidev]",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_check_reports_its_finding_and_remedy(case: str, tmp_path: Path) -> None:
    """Each thing that can be so, on a machine on which it is so."""
    assert CASES[case].told(tmp_path) == CASES[case].line

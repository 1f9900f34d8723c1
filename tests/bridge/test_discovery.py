"""Where a board may be: by the names that stay, by the chips that boards have, and nowhere else."""

from pathlib import Path

import pytest

from firmware_bridge.serial.discovery import Plugged, ports

UNO = Plugged("/dev/ttyACM0", 0x2341, 0x0043)
COPY = Plugged("/dev/ttyUSB0", 0x1A86, 0x7523)
FTDI = Plugged("/dev/ttyUSB1", 0x0403, 0x6001)
GPS = Plugged("/dev/ttyACM1", 0x1546, 0x01A7)
SCALE = Plugged("/dev/ttyUSB2", 0x0403, 0xFFFF)
PINS = Plugged("/dev/ttyAMA0")

NAMES = {
    "/dev/ttyACM0": "usb-Arduino__www.arduino.cc__0043_5573631313135190B132-if00",
    "/dev/ttyUSB0": "usb-1a86_USB2.0-Serial-if00-port0",
    "/dev/ttyUSB1": "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
    "/dev/ttyACM1": "usb-u-blox_AG_-_www.u-blox.com_u-blox_7_-_GPS_GNSS_Receiver-if00",
}


def linked(folder: Path, *plugged: Plugged) -> Path:
    """A folder with udev's links to these; their devices are files beside it."""
    by_id = folder / "by-id"
    by_id.mkdir()
    for one in plugged:
        device = folder / Path(one.name).name
        device.touch()
        (by_id / NAMES[one.name]).symlink_to(device)
    return by_id


@pytest.mark.parametrize(
    ("plugged", "found"),
    [
        ([], []),
        ([UNO], ["/dev/ttyACM0"]),
        ([FTDI, COPY, GPS, UNO, SCALE, PINS], ["/dev/ttyACM0", "/dev/ttyUSB0", "/dev/ttyUSB1"]),
        ([GPS, SCALE, PINS], []),
    ],
)
def test_ports_are_known_by_their_chips(
    plugged: list[Plugged], found: list[str], tmp_path: Path
) -> None:
    """Other devices are left alone, and so are those of a maker whose chip is another one."""
    assert ports("", plugged, tmp_path / "by-id") == tuple(found)


def test_the_names_that_stay_come_first(tmp_path: Path) -> None:
    """Arduino's own before the others, and no port under two names."""
    by_id = linked(tmp_path, COPY, GPS, UNO)
    here = [one._replace(name=str(tmp_path / Path(one.name).name)) for one in (COPY, GPS, UNO)]
    links = (str(by_id / NAMES[UNO.name]), str(by_id / NAMES[COPY.name]))
    assert ports("", [*here, FTDI], by_id) == (*links, FTDI.name)


def test_a_link_to_nothing_is_none(tmp_path: Path) -> None:
    by_id = linked(tmp_path, UNO)
    (tmp_path / "ttyACM0").unlink()
    assert ports("", [], by_id) == ()


def test_a_port_that_is_named_is_the_only_one(tmp_path: Path) -> None:
    by_id = linked(tmp_path, UNO)
    named = tmp_path / "serial0"
    assert ports(str(named), [UNO], by_id) == ()
    named.touch()
    assert ports(str(named), [UNO], by_id) == (str(named),)

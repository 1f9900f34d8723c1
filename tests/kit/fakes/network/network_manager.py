"""NetworkManager's D-Bus interface on a bus of its own: python-dbusmock's, not one of ours."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any, Final, NamedTuple

import pytest

PYTHON: Final = "/usr/bin/python3"
"""Debian's own, for which python3-dbusmock is."""
MANAGER: Final = "/org/freedesktop/NetworkManager"
NAME: Final = "org.freedesktop.NetworkManager"

CONFIG: Final = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <keep_umask/>
  <listen>unix:path={path}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@cache
def lacking() -> str | None:
    """Return what this machine lacks for it; None where nothing is."""
    if which("dbus-daemon") is None:
        return "dbus-daemon is missing: apt-get install dbus"
    there = subprocess.run([PYTHON, "-c", "import dbusmock"], capture_output=True, check=False)
    return None if there.returncode == 0 else "apt-get install python3-dbusmock"


class MockedNetworkManager(NamedTuple):
    """The mock at *address*, whose objects can be changed by its own methods."""

    address: str

    def mock(self, method: str, signature: str, *values: Any) -> Any:
        """Call a method of the template."""
        return self.call(MANAGER, "org.freedesktop.DBus.Mock", method, signature, *values)

    def call(self, path: str, interface: str, method: str, signature: str, *values: Any) -> Any:
        """Call any method of any object."""
        from jeepney import DBusAddress, new_method_call
        from jeepney.io.blocking import open_dbus_connection
        from jeepney.wrappers import unwrap_msg

        with open_dbus_connection(bus=self.address) as line:
            there = DBusAddress(path, bus_name=NAME, interface=interface)
            asked = new_method_call(there, method, signature or None, values)
            answer = unwrap_msg(line.send_and_get_reply(asked, timeout=30))
        return answer[0] if answer else None

    def profiles(self) -> list[dict[str, Any]]:
        """The settings of all profiles, as plain values."""
        paths = self.call(f"{MANAGER}/Settings", f"{NAME}.Settings", "ListConnections", "")
        connection = f"{NAME}.Settings.Connection"
        return [_plain(self.call(path, connection, "GetSettings", "")) for path in paths]


def _plain(settings: Any) -> dict[str, Any]:
    return {
        group: {key: value for key, (_, value) in values.items()}
        for group, values in settings.items()
    }


@contextmanager
def mocked_network_manager(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MockedNetworkManager]:
    """NetworkManager on the system bus of this process, while this lasts."""
    config, path = folder / "bus.conf", folder / "bus"
    config.write_text(CONFIG.format(path=path))
    address = f"unix:path={path}"
    environ = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address}
    bus = subprocess.Popen(["dbus-daemon", "--nofork", f"--config-file={config}"])
    try:
        _wait(path.exists)
        mock = subprocess.Popen(
            [PYTHON, "-m", "dbusmock", "--system", "--template", "networkmanager"],
            env=environ,
            stdout=subprocess.DEVNULL,
        )
        try:
            manager = MockedNetworkManager(address)
            _wait(lambda: _answers(manager))
            monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
            yield manager
        finally:
            mock.terminate()
            mock.wait(60)
    finally:
        bus.terminate()
        bus.wait(60)


def _answers(manager: MockedNetworkManager) -> bool:
    try:
        manager.call(MANAGER, NAME, "GetDevices", "")
    except Exception:  # noqa: BLE001 (the bus, or the mock on it, is not there yet)
        return False
    return True


def _wait(there: Any, within: float = 20.0) -> None:
    due = time.monotonic() + within
    while not there():
        assert time.monotonic() < due, "NetworkManager's mock did not start"
        time.sleep(0.05)

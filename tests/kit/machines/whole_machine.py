"""A whole machine: a Linux kernel as a program (Debian's user-mode-linux), which boots a Debian 13
with systemd from a disk of its own, with a network cable, a router and a plug.

A machine that is killed has lost what it had not written to its disk yet, as by a power cut. It
needs no KVM, and computes as fast as this machine; only calls of its kernel take much longer.
"""

import base64
import contextlib
import ctypes
import http.client
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import time
from pathlib import Path
from typing import Any, Final, Self

CAGE: Final = (
    "setpriv", "--pdeathsig", "KILL",
    "unshare", "--net", "--pid", "--mount-proc", "--fork", "--kill-child", "sh", "-c",
)  # fmt: skip
IN_THE_CAGE: Final = """
ip link set lo up
ip tuntap add lan mode tap
ip address add 10.0.2.2/24 dev lan
ip link set lan up
exec "$@"
"""
ADDRESS: Final = "10.0.2.15"
CABLE: Final = "vec0:transport=tap,ifname=lan"
PATIENCE: Final = 1200.0
"""Seconds for a boot or a command, on a machine that has much else to do."""
NEW_NETWORK: Final = 0x4000_0000
LIBC: Final = ctypes.CDLL(None, use_errno=True)


class Machine:
    """A machine with a copy of *disk*, in the folder *place*."""

    def __init__(self, disk: Path, place: Path) -> None:
        place.mkdir(parents=True, exist_ok=True)
        self.place, self.disk, self.address = place, place / "disk", ADDRESS
        subprocess.run(["cp", "--sparse=always", disk, self.disk], check=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._router: subprocess.Popen[bytes] | None = None
        self._asking: set[socket.socket] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self, *, linked: bool = True) -> None:
        """Switch it on, with its network cable in or out, and wait until it takes commands."""
        self._agent, far_end = socket.socketpair()
        shutil.rmtree(self.place / "uml", ignore_errors=True)
        cable = [CABLE] if linked else []
        with far_end, (self.place / "console").open("wb") as console:
            self._process = subprocess.Popen(
                [*CAGE, IN_THE_CAGE, "sh", "linux.uml", "mem=768M", f"ubd0={self.disk}", *cable,
                 "root=/dev/ubda", "ro", "fsck.repair=yes", "quiet", "selinux=0", "console=tty0",
                 "con=null", "con0=null,fd:1", "ssl=null", f"ssl1=fd:{far_end.fileno()}",
                 f"uml_dir={self.place}", "umid=uml"],
                stdin=subprocess.DEVNULL, stdout=console, stderr=console,
                pass_fds=[far_end.fileno()], env={"PATH": os.environ["PATH"], "TMPDIR": "/dev/shm"},
            )  # fmt: skip
        if linked:
            self._route(ADDRESS)
        assert self._heard().endswith("ready"), "what came before the agent is the terminal's"

    def _route(self, address: str) -> None:
        """Let a router give the machine that *address*."""
        assert self._process
        self._stop_router()
        self.address = address
        while not self._in_network("ip", "address", "show", "lan"):
            time.sleep(0.05)
        self._router = subprocess.Popen(
            ["nsenter", "--target", str(self._process.pid), "--net", "dnsmasq", "--user=root",
             "--keep-in-foreground", "--conf-file=/dev/null", "--port=0", "--interface=lan",
             "--bind-interfaces", f"--dhcp-range={address},{address},255.255.255.0,1h",
             "--dhcp-leasefile=/dev/null", "--dhcp-authoritative", "--pid-file="],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def _in_network(self, *command: str) -> bool:
        assert self._process
        inside = ("nsenter", "--target", str(self._process.pid), "--net", *command)
        return subprocess.run(inside, capture_output=True, check=False).returncode == 0

    def _stop_router(self) -> None:
        if self._router:
            self._router.kill()
            self._router.wait()
        self._router = None

    def plug_in(self, address: str = ADDRESS) -> None:
        """Plug its network cable into a router that gives it that *address*."""
        self._route(address)
        self._command(f"config {CABLE}")

    def pull_cable(self) -> None:
        """Pull its network cable."""
        self.sh("ip link set vec0 down")
        self._command("remove vec0")
        self._stop_router()

    def _command(self, command: str) -> None:
        """Change the machine by its mconsole."""
        asked = struct.pack("=III512s", 0xCAFEBABE, 2, len(command), command.encode())
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.bind(str(self.place / "uml" / "asked"))
            line.sendto(asked, str(self.place / "uml" / "mconsole"))
            line.settimeout(PATIENCE)
            failed, _, size = struct.unpack_from("=III", answer := line.recv(1024))
        (self.place / "uml" / "asked").unlink()
        assert not failed, answer[12 : 12 + size]

    def kill(self) -> None:
        """Pull the plug."""
        if self._process:
            # The first process of the cage: with it all others are gone at once.
            children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
            with contextlib.suppress(OSError, IndexError):
                os.kill(int(children.read_text(encoding="ascii").split()[0]), 9)
            self._process.wait()
            self._agent.close()
            for line in [*self._asking]:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
        self._process = None
        self._stop_router()

    def shut_down(self) -> None:
        """Switch it off as one should."""
        assert self._process
        self._say("systemctl poweroff")
        self._process.wait(PATIENCE)
        self.kill()

    def sh(self, command: str, *, code: int | None = 0) -> str:
        """Return what a line of shell says in the machine, as root."""
        self._say(command)
        found, _, said = self._heard().partition(" ")
        text = base64.b64decode(said).decode(errors="replace").rstrip("\n")
        assert code is None or int(found) == code, f"{command}: {found}: {text[-4000:]}"
        return text

    def _heard(self) -> str:
        """The next line of the agent."""
        self._agent.settimeout(PATIENCE)
        answer = b""
        while not answer.endswith(b"\n"):
            part = self._agent.recv(65536)
            assert part, self.console
            answer += part
        return answer.decode().strip()

    def _say(self, command: str) -> None:
        self._agent.sendall(base64.b64encode(command.encode()) + b"\n")

    def soon(self, command: str, wanted: str, patience: float = PATIENCE) -> float:
        """Return how many seconds it takes until *command* says what matches *wanted*."""
        began = time.monotonic()
        while not re.search(wanted, said := self.sh(command, code=None)):
            assert time.monotonic() - began < patience, f"{command}: {said}"
            time.sleep(0.5)
        return time.monotonic() - began

    @property
    def console(self) -> str:
        return (self.place / "console").read_text(encoding="utf-8", errors="replace")[-4000:]

    def ask(
        self, method: str, path: str, body: Any = None, host: str = "cribble.local"
    ) -> tuple[int, Any]:
        """One request from outside, under the name *host*; OSError or HTTPException where no answer
        came."""
        with contextlib.closing(http.client.HTTPConnection(self.address)) as line:
            line.sock = asking = self._connected()
            self._asking.add(asking)
            try:
                headers = {"Content-Type": "application/json", "Host": host}
                line.request(method, path, json.dumps(body) if body else None, headers)
                answer = line.getresponse()
                return answer.status, json.loads(answer.read())
            finally:
                self._asking.discard(asking)

    def _connected(self) -> socket.socket:
        """A connection to the page, made in the network that the machine is in."""
        if not (process := self._process):
            raise ConnectionError("it is off")
        with (
            Path("/proc/thread-self/ns/net").open("rb") as here,
            Path(f"/proc/{process.pid}/ns/net").open("rb") as there,
        ):
            assert LIBC.setns(there.fileno(), NEW_NETWORK) == 0
            try:
                return socket.create_connection((self.address, 80), timeout=30)
            finally:
                assert LIBC.setns(here.fileno(), NEW_NETWORK) == 0

    def wait(self, patience: float = PATIENCE) -> float:
        """Return how many seconds it takes until the page answers."""
        began = time.monotonic()
        while True:
            try:
                assert self.ask("GET", "/healthz")[0] == 200
            except (OSError, http.client.HTTPException):
                assert time.monotonic() - began < patience, self.sh(
                    "journalctl -b -u cribble -n 50", code=None
                )
                time.sleep(0.2)
            else:
                return time.monotonic() - began

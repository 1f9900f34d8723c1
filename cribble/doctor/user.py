"""Look at who asks: what is open to root may be closed to the one who keeps the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cribble.doctor.finding import Finding, fine, note, wrong
from cribble.doctor.machine import Machine, Node
from cribble.doctor.plan import Plan
from scorekeeper.words import en

UNIT: Final = "/etc/systemd/system/cribble.service"
AT_BOOT: Final = (
    "sudo -u cribble /opt/cribble/.venv/bin/cribble doctor "
    "--config /etc/cribble/config.toml --data /var/lib/cribble"
)
"""Where the table starts with the machine, this is who keeps it, and how it is set."""


def check(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether it is somebody who may not do everything that asks."""
    if machine.user.root:
        yield note(
            en("Nothing is closed to root: ask again as the user who keeps the table."),
            mend=AT_BOOT if machine.text(UNIT) is not None else "",
        )


def may_use(machine: Machine, path: str, node: Node, rule: str) -> Iterator[Finding]:
    """Whether this user may use the device at *path*; *rule* is what udev must say of it where it
    is closed to everybody but root."""
    name = machine.user.name
    if node.open:
        yield fine(en("{path} is open to {user}."), path=path, user=name)
    elif not node.for_group or node.group == "root":
        yield wrong(en("{path} is closed to everybody but root."), mend=rule, path=path)
    elif name in _members(machine, node.group):
        yield wrong(
            en("{user} was put into the group {group}, but not while this session runs."),
            mend="sudo reboot",
            user=name,
            group=node.group,
        )
    else:
        yield wrong(
            en("{path} is closed to {user}: it is for the group {group}."),
            mend=f"sudo usermod -aG {node.group} {name} && sudo reboot",
            path=path,
            user=name,
            group=node.group,
        )


def _members(machine: Machine, group: str) -> list[str]:
    """Who is in *group* by the next time they log in."""
    for line in (machine.text("/etc/group") or "").splitlines():
        name, *_, members = line.split(":")
        if name == group:
            return members.split(",")
    return []


def udev(rule: str, name: str) -> str:
    """The shell line that writes *rule* where udev reads it, and starts anew."""
    return f"echo '{rule}' | sudo tee /etc/udev/rules.d/60-{name}.rules && sudo reboot"

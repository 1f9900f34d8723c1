"""Do what the doctor's lines say: all are shown, one question is asked, there is one restart."""

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Self

import click

from cribble.boot_helper.client import BootAnswer
from cribble.boot_helper.lines import BootRequest
from cribble.config.edit import change_config
from cribble.doctor.finding import Finding, Level
from cribble.doctor.remedy import Commands, ConfigChange, WledChange, joined, remedy_of
from cribble.doctor.wled_client import configure_wled
from scorekeeper.words import Fault, Words, en


class MendPlan(NamedTuple):
    """The lines that can be done, sorted by what does them, and those that people must do."""

    config: dict[str, object]
    wleds: tuple[WledChange, ...]
    boot: BootRequest
    commands: tuple[Commands, ...]
    lines: tuple[str, ...]
    by_hand: tuple[str, ...]

    @classmethod
    def of(cls, found: Sequence[Finding]) -> Self:
        """Return how to mend what was *found* wrong."""
        mends = tuple(dict.fromkeys(one.mend for one in found if one.mend and _is_bad(one)))
        remedies = {mend: remedy_of(mend) for mend in mends}
        config = dict[str, object]()
        boots, commands, wleds = list[BootRequest](), list[Commands](), list[WledChange]()
        for remedy in remedies.values():
            if isinstance(remedy, ConfigChange):
                config |= remedy.changes
            elif isinstance(remedy, BootRequest):
                boots.append(remedy)
            elif isinstance(remedy, Commands):
                commands.append(remedy)
            elif isinstance(remedy, WledChange):
                wleds.append(remedy)
        lines = tuple(mend for mend, it in remedies.items() if it)
        return cls(
            config,
            tuple(wleds),
            joined(boots),
            tuple(commands),
            lines,
            tuple(mend for mend in mends if mend not in lines),
        )

    @property
    def restarts(self) -> bool:
        """True if the machine has to be restarted then."""
        return self.boot.restart or any(one.restart for one in self.commands)


def _is_bad(one: Finding) -> bool:
    return one.level is Level.WRONG


def mend_all(
    plan: MendPlan,
    file: Path,
    words: Words,
    ask_root: Callable[[BootRequest], BootAnswer],
    run: Callable[[Sequence[str], str], int] | None = None,
) -> None:
    """Do everything of *plan*: config keys in *file*, commands, and boot lines last, with the
    restart. Raises Fault at the first that fails."""
    if plan.config:
        change_config(file, plan.config, words)
        click.echo(
            words.say("{path} is changed; {copy} is as it was.", path=file, copy=f"{file}.bak")
        )
    for wled in plan.wleds:
        configure_wled(wled.host, wled.body)
    for commands in plan.commands:
        for line, reads in commands.run:
            if (run or run_command)(line, reads):
                raise Fault(en("That did not work: {line}"), line=" ".join(line))
    if plan.boot.lines or plan.restarts:
        done = ask_root(plan.boot._replace(restart=plan.restarts))
        for copy in done.copies:
            click.echo(words.say("As it was before: {copy}", copy=copy))


def run_command(words: Sequence[str], reads: str) -> int:
    """Run a command without a shell, in this terminal. Return its exit code."""
    try:
        given = reads.encode() if reads else None
        return subprocess.run(list(words), input=given, check=False).returncode
    except OSError:
        return 127

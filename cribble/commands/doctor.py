"""``cribble doctor``: diagnose why this machine cannot light the board, and repair it."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never

import click

from cribble.cli.command import flag, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from scorekeeper.game.codec import to_json
from scorekeeper.words import Fault, Words, en

if TYPE_CHECKING:
    from cribble.boot_helper.client import BootAnswer
    from cribble.boot_helper.steps import BootStep
    from cribble.doctor.finding import Remedy


WIDTH: Final = 80
YES: Final = frozenset({"y", "yes", "o", "oui"})
MARKS: Final = {"ok": en("good"), "note": en("note"), "wrong": en("WRONG")}


@subcommand(
    "Find out what keeps this machine from lighting the board",
    "Find out what keeps this machine from lighting the configured board, and which command "
    "fixes it. Nothing is changed without --mend.",
)
@with_config("strip.name", "strip.at", "data")
@flag("--json", en("Print the findings as a JSON object"), to="as_json")
@flag("--mend", en("Fix the problems: show all changes, then ask once"))
def doctor(words: Words, active: ActiveConfig, *, as_json: bool, mend: bool) -> None:
    """Print the findings and, if asked, repair them. Raises Fault if anything remains wrong."""
    if as_json and mend:
        raise Fault(en("--json cannot be used with --mend, which asks a question."))
    from cribble.doctor import CHECKS, run_checks
    from cribble.doctor.machine import Machine, plan_of

    machine, plan = Machine(), plan_of(active)
    results, usable = tuple(run_checks(machine, plan)), machine.lights
    if as_json:
        findings = [
            {
                "check": check,
                "level": finding.level,
                "say": words.say(finding.sentence, **finding.values),
                "mend": str(finding.mend) if finding.mend else None,
            }
            for check, finding in results
        ]
        click.echo(to_json({"strip": plan.strip, "could": usable, "found": findings}))
    else:
        marks = {level: words.say(mark) for level, mark in MARKS.items()}
        margin = " " * (max(map(len, marks.values())) + 2)
        for _, finding in results:
            lead = marks[finding.level].ljust(len(margin))
            sentence = words.say(finding.sentence, **finding.values)
            page = textwrap.fill(sentence, WIDTH, initial_indent=lead, subsequent_indent=margin)
            click.echo(page + (f"\n{margin}  {finding.mend}" if finding.mend else ""))
        strips = en("The configured strip is {strip}; this machine supports {strips}.")
        click.echo("\n" + words.say(strips, strip=plan.strip, strips=", ".join(usable)))
    bad = [(check, finding) for check, finding in results if finding.level == "wrong"]
    remedies = [finding.mend for _, finding in bad if finding.mend]
    mended = _mend(words, active, remedies) if bad and mend else []
    if left := [check for check, finding in bad if finding.mend not in mended]:
        pages = words.and_list(*dict.fromkeys(CHECKS[check].page for check in left))
        raise Fault("Problems to fix: {count}; see {pages}.", count=len(left), pages=pages)


def _mend(words: Words, active: ActiveConfig, remedies: Iterable[Remedy]) -> Sequence[Remedy]:
    """Print all remedies, ask for confirmation, and apply the automated ones; return those applied.
    Raises Fault."""
    from cribble.doctor.finding import Advice

    click.echo("")
    unique = dict.fromkeys(remedies)
    for advice in (remedy for remedy in unique if isinstance(remedy, Advice)):
        click.echo(words.say("By hand: {line}", line=advice.line))
    doable = [remedy for remedy in unique if not isinstance(remedy, Advice)]
    if not doable:
        raise Fault(en("Nothing here can be repaired automatically."))
    click.echo(words.say("These changes would be made:"))
    for remedy in doable:
        click.echo(f"  {remedy}")
    if any(remedy.restart for remedy in doable):
        click.echo(words.say("This machine would then be restarted once."))
    answer = click.prompt(words.say("Apply them now? (yes or no)"), default=words.say("no"))
    if answer.strip().lower() not in YES:
        return ()
    mend_all(doable, active.config_file, words)
    click.echo(words.say('Done. Run "cribble doctor" again to check.'))
    return doable


def run_command(command: Sequence[str]) -> None:
    """Run a command in this terminal, without a shell. Raises Fault if it fails."""
    try:
        failed = subprocess.run(list(command), check=False).returncode
    except OSError:
        failed = True
    if failed:
        raise Fault(en("Failed: {line}"), line=" ".join(command))


def ask_as_root(steps: Iterable[BootStep]) -> BootAnswer:
    """Run the boot helper as root, via sudo, with *steps*; return its answer. Raises Fault."""
    from cribble.boot_helper.client import FAILED, read_answer
    from cribble.boot_helper.steps import request_of

    command = [sys.executable, "-m", "cribble.boot_helper"]
    lead = [] if os.geteuid() == 0 else ["sudo"]
    try:
        done = subprocess.run(
            [*lead, *command], input=request_of(steps) + b"\n", stdout=subprocess.PIPE, check=False
        )
    except OSError as fault:
        raise Fault(FAILED, reason=fault.strerror or str(fault)) from None
    return read_answer(done.stdout)


def mend_all(
    remedies: Sequence[Remedy],
    file: Path,
    words: Words,
    ask_root: Callable[[Iterable[BootStep]], BootAnswer] = ask_as_root,
    run: Callable[[Sequence[str]], None] = run_command,
) -> None:
    """Apply *remedies*: settings first, boot steps and one restart last. Raises Fault at the first
    failure."""
    from cribble.boot_helper.steps import RESTART
    from cribble.config.edit import change_config
    from cribble.doctor.finding import Advice, BootChange, Commands, Setting, WledSettings
    from cribble.doctor.wled_client import configure_wled

    if settings := {each.key: each.value for each in remedies if isinstance(each, Setting)}:
        change_config(file, settings, words)
        click.echo(words.say("Changed {path}; original: {copy}.", path=file, copy=f"{file}.bak"))
    for remedy in remedies:
        match remedy:
            case WledSettings():
                configure_wled(remedy.host)
            case Commands():
                for command in remedy.run:
                    run(command)
            case Setting() | BootChange() | Advice():
                pass
            case _:
                assert_never(remedy)
    if any(remedy.restart for remedy in remedies):
        changes = (each for each in remedies if isinstance(each, BootChange))
        steps = dict.fromkeys(step for change in changes for step in change.steps)
        for copy in ask_root([*steps, RESTART]).copies:
            click.echo(words.say("Original: {copy}.", copy=copy))

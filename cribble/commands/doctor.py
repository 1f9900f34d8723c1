"""``cribble doctor``: what keeps this machine from lighting the board, and what mends it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import click

from cribble.cli.command import option, subcommand
from cribble.cli.overrides import ActiveConfig, with_config
from scorekeeper.game.codec import to_json
from scorekeeper.words import Fault, Words, en

if TYPE_CHECKING:
    from cribble.doctor.finding import Finding
    from cribble.doctor.machine import Machine
    from cribble.doctor.plan import Plan

    Found: TypeAlias = Sequence[tuple[str, Finding]]

WIDTH: Final = 80
YES: Final = frozenset({"y", "yes", "o", "oui"})
MARKS: Final = {"ok": en("good"), "note": en("note"), "wrong": en("WRONG")}


@subcommand(
    "Look at this machine: what keeps it from lighting the board",
    "Look at this machine: what keeps it from lighting the board that the config describes, "
    "and the line that mends it. Nothing is changed, unless you say --mend.",
)
@with_config("strip.name", "strip.at", "data")
@option("--json", "as_json", is_flag=True, help=en("Show what was found as one JSON object"))
@option("--mend", is_flag=True, help=en("Mend what is wrong: show every line, ask once"))
def doctor(words: Words, active: ActiveConfig, *, as_json: bool, mend: bool) -> None:
    """Print what was found, and mend it if asked. Raises Fault where something is wrong."""
    from cribble.doctor import CHECKS, look
    from cribble.doctor.machine import this_machine
    from cribble.doctor.plan import plan_of

    machine, plan = this_machine(), plan_of(active)
    found = tuple(look(machine, plan))
    at_hand = words, machine, plan, found
    click.echo(_as_json(*at_hand) if as_json else "\n".join(_page(*at_hand)))
    bad = [check for check, one in found if one.level == "wrong"]
    if bad and mend and not as_json:
        _mend(words, active, found)
        return
    if bad:
        pages = words.and_list(*dict.fromkeys(CHECKS[check].page for check in bad))
        raise Fault("{count} to be mended; see {pages}.", count=len(bad), pages=pages)


def _page(words: Words, machine: Machine, plan: Plan, found: Found) -> Iterator[str]:
    from cribble.doctor.raspberry_pi import lights_of

    marks = {level: words.say(mark) for level, mark in MARKS.items()}
    margin = " " * (max(map(len, marks.values())) + 2)
    for _, one in found:
        mark = marks[one.level].ljust(len(margin))
        sentence = words.say(one.sentence, **one.values)
        yield textwrap.fill(sentence, WIDTH, initial_indent=mark, subsequent_indent=margin)
        if one.mend:
            yield f"{margin}  {one.mend}"
    strips = en("The strip here is {strip}; this machine could light {strips}.")
    yield ""
    yield words.say(strips, strip=plan.strip, strips=", ".join(lights_of(machine)))


def _mend(words: Words, active: ActiveConfig, found: Found) -> None:
    """Show every line that would be done, ask once, and do them all. Raises Fault."""
    from cribble.boot_helper.sudo import ask_as_root
    from cribble.doctor.mend import MendPlan, mend_all

    plan = MendPlan.of([one for _, one in found])
    click.echo("")
    for line in plan.by_hand:
        click.echo(words.say("By hand: {line}", line=line))
    if not plan.lines:
        raise Fault(en("Nothing of that can be mended from here."))
    click.echo(words.say("This would be done:"))
    for line in plan.lines:
        click.echo(f"  {line}")
    if plan.restarts:
        click.echo(words.say("Then this machine is restarted, once."))
    answer = click.prompt(words.say("Do it now? (yes or no)"), default=words.say("no"))
    if answer.strip().lower() not in YES:
        return
    mend_all(plan, active.config_file, words, ask_as_root)
    click.echo(words.say("Done. cribble doctor looks again."))


def _as_json(words: Words, machine: Machine, plan: Plan, found: Found) -> bytes:
    from cribble.doctor.raspberry_pi import lights_of

    return to_json(
        {
            "strip": plan.strip,
            "could": lights_of(machine),
            "found": [
                {
                    "check": check,
                    "level": one.level,
                    "say": words.say(one.sentence, **one.values),
                    "mend": one.mend or None,
                }
                for check, one in found
            ],
        }
    )

"""Terminal output of a table: banner with addresses and QR code, and device faults."""

import logging
import os
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, TextIO

import click

from scorekeeper.device import DeviceFault, FaultListener, MachineState
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Phase
from scorekeeper.words import Fault, Words, en
from web import Access, Addresses

QUIET: Final = 2
"""Quiet zone of the QR code in modules. The standard requires 4, but phones accept 2."""

INK, PLAIN = "\x1b[38;2;0;0;0;48;2;255;255;255m", "\x1b[0m"
GAP: Final = " " * 3
HALVES: Final = (" ", "▄", "▀", "█")


class Welcome(NamedTuple):
    """Lines of the banner, and the URL for its QR code; None without a network."""

    lines: Sequence[str]
    address: str | None


def to_keep_score(
    words: Words, addresses: Addresses, access: Access, *, private: bool = True
) -> Welcome:
    """Return the banner with the join code and PIN if *private*, else with neither."""
    pin = words.say("The host’s PIN, for the settings: {pin}", pin=access.pin)
    closing = words.say("Ctrl-C closes the table; nothing is lost.")
    if not private:
        hint = words.say('Run "cribble code" for the join code, "cribble pin" for the host’s PIN.')
        return Welcome((hint,), addresses.url)
    if access.invitation is None:
        sentence = words.say("Anyone on this network can keep score.")
        return Welcome((sentence, pin, closing), addresses.url)
    sentence = words.say("Join code, to keep score: {code}", code=access.code)
    address = addresses.join(access.code)
    ways = (address,) if address else ()
    return Welcome((sentence, *ways, pin, closing), address)


def to_join(words: Words, addresses: Addresses, access: Access, *, announced: bool) -> Welcome:
    """Return the banner for the owner; *announced*: the product's host name resolves."""
    welcome = to_keep_score(words, addresses, access)
    *ways, pin, _ = welcome.lines
    if not announced:
        return Welcome((*ways, pin), welcome.address)
    by_name = addresses.by_name(access.invitation)
    return Welcome(
        (*ways, words.say("or {address}", address=by_name), pin), welcome.address or by_name
    )


def address_lines(words: Words, addresses: Addresses, *, is_open: bool = True) -> Iterator[str]:
    sentence = (
        en("The table is open: {address}")
        if is_open
        else en("The table is not open. Its address when open: {address}")
    )
    yield words.say(sentence, address=addresses.url_here)
    if addresses.url is None:
        yield words.say("No network yet: phones can connect as soon as there is one.")
    if addresses.local_url:
        yield words.say("or {address}", address=addresses.local_url)


def announce(
    lines: Sequence[str], address: str | None, out: TextIO, taken: int, *, always: bool = False
) -> None:
    """Print *lines*; in a terminal, beside a QR code for *address* if that leaves room for *taken*
    more lines. With *always*, the QR code is otherwise printed above them, even to a file."""
    drawn = None
    is_dumb = os.environ.get("TERM", "dumb") == "dumb"
    if address and out.isatty() and not is_dumb and _has_squares(out):
        rows = _qr(address)
        columns, height = os.get_terminal_size(out.fileno())
        room = columns - len(rows[0]) + len(INK + PLAIN) - len(GAP)
        longest = max(len(word) for line in lines for word in line.split())
        if longest <= room and height > len(rows) + 1 + taken:
            folded = [part for line in lines for part in textwrap.wrap(line, room)]
            above = ("",) * ((len(rows) - len(folded)) // 2)
            pairs = zip_longest(rows, (*above, *folded), fillvalue="")
            drawn = [*(f"{left}{GAP}{right}".rstrip() for left, right in pairs), ""]
    if address and always and drawn is None and _has_squares(out):
        drawn = [*_qr(address, in_colour=out.isatty()), "", *lines]
    click.echo("\n".join(drawn or lines), file=out)


def _has_squares(out: TextIO) -> bool:
    code, text = out.encoding or "ascii", "".join(HALVES)
    return text.encode(code, "replace").decode(code) == text


def _qr(address: str, *, in_colour: bool = True) -> list[str]:
    """Return a QR code, two module rows per line; inverted for dark terminals if without
    colours."""
    import segno

    code = segno.make(address, error="l", micro=False)
    squares = [tuple(row) for row in code.matrix_iter(border=QUIET)]
    pairs = zip_longest(squares[::2], squares[1::2], fillvalue=(0,) * len(squares[0]))
    lines = ([2 * up + low for up, low in zip(*pair, strict=True)] for pair in pairs)
    if in_colour:
        return [INK + "".join(HALVES[dark] for dark in line) + PLAIN for line in lines]
    return ["".join(HALVES[3 - dark] for dark in line) for line in lines]


log = logging.getLogger(__name__)


def tell_fault(words: Words, fault: Fault) -> None:
    log.warning("%s", fault)
    click.echo(words.fault(fault), err=True)


NEWS: Final[Mapping[str, tuple[str, str]]] = {
    "lights": (en("The lights failed. {fault} The game goes on."), en("The lights work again.")),
    "keypad": (en("Keypad disconnected. {fault} The game goes on."), en("Keypad reconnected.")),
    "buzzer": (en("The buzzer failed. {fault} The game goes on."), en("The buzzer works again.")),
    "display": (
        en("The display failed. {fault} The game goes on."),
        en("The display works again."),
    ),
}
"""Messages by device: on disconnect, and on reconnect."""
KEYPAD_NEWS: Final[Mapping[tuple[bool, bool], tuple[str, str]]] = {
    (True, False): NEWS["keypad"],
    (True, True): (
        en("Keypad {name} disconnected. {fault} The game goes on."),
        en("Keypad {name} reconnected."),
    ),
    (False, False): (
        en("Waiting for the keypad. {fault}"),
        en("The keypad is connected."),
    ),
    (False, True): (
        en("Waiting for keypad {name}. {fault}"),
        en("Keypad {name} is connected."),
    ),
}
"""Messages for a keypad, as in NEWS, by (was connected before, is one of several)."""


def device_news(
    words: Words, device: str, name: str = "", sentences: tuple[str, str] | None = None
) -> FaultListener:
    """Return a listener that prints to stderr when *device* is disconnected or reconnected; *name*
    is used if there are several, *sentences* replaces those in NEWS."""
    label, (lost, back) = f"{device} {name}".rstrip(), sentences or NEWS[device]

    def tell(fault: DeviceFault | None) -> None:
        if fault:
            log.warning("%s: failed: %s", label, fault)
            why = words.device_fault(fault.message)
            click.echo(words.say(lost, fault=why, name=name), err=True)
        else:
            log.info("%s: works again", label)
            click.echo(words.say(back, name=name), err=True)

    return tell


def status_line(snapshot: Snapshot, words: Words, machine: MachineState) -> str:
    """Return the line beside the board: the pending entry, the prompt, or how to start a game."""
    if entry := snapshot.live.pending_entry:
        return words.say("On the keypad: {typed}", typed=words.pending_entry(entry, snapshot.game))
    if snapshot.game.phase is Phase.IDLE and machine.keypads:
        return words.say("Hold OK and press the number of a game, or choose one on a phone.")
    return words.prompt(snapshot.game, cards=snapshot.asks_for_cards)

"""Look for the WLED controller: it is asked by its page, for DDP is never answered."""

from __future__ import annotations

import socket
from collections.abc import Iterator

from cribble.doctor.finding import Finding, fine, note, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from hardware.strips.ddp import address
from scorekeeper.device import DeviceFault
from scorekeeper.words import en


def controller(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the controller is there, and knows of as many lights as the board has."""
    try:
        host, _ = address(plan.wires.at)
        found = machine.wled(host)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend='strip.at = "192.168.1.50"', **fault.values)
    except socket.gaierror:
        sentence = en("Nobody in this network is called {host}: name the controller's number.")
        yield wrong(sentence, mend='strip.at = "192.168.1.50"', host=host)
    except ConnectionRefusedError:
        sentence = en("{host} is there, but has no page at port 80: is that the WLED controller?")
        yield wrong(sentence, mend=f"http://{host}/json/info", host=host)
    except OSError as fault:
        sentence = en(
            "{host} does not answer at port 80, WLED's page ({reason}): is it on, and in this "
            "network?"
        )
        yield wrong(sentence, mend=f"ping -c 3 {host}", host=host, reason=_reason(fault))
    except ValueError:
        sentence = en("{host} answers, but not as WLED does.")
        yield wrong(sentence, mend=f"http://{host}/json/info", host=host)
    else:
        facts = {"host": host, "version": found.version, "lights": found.leds}
        yield fine(en("{host} is WLED {version} with {lights} lights."), **facts)
        yield from _enough(host, found.leds, plan.pixels)
        yield from _within(host, found.limit_ma, plan.power.limit_ma)


def _reason(fault: OSError) -> str:
    return fault.strerror or str(fault)


def _enough(host: str, lights: int, pixels: int) -> Iterator[Finding]:
    if lights < pixels:
        yield wrong(
            en("WLED was told of {lights} lights, and the board has {pixels}: say so there."),
            mend=f"http://{host}/settings/leds",
            lights=lights,
            pixels=pixels,
        )


def _within(host: str, wled: int, ours: int) -> Iterator[Finding]:
    if not 0 < wled <= ours:
        yield note(
            en("WLED's own limit holds for what it shows without us: make it {limit} mA too."),
            mend=f"http://{host}/settings/leds",
            limit=ours,
        )

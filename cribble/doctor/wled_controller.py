"""Checks of a WLED controller: it is there, big enough, and shows frames as they are sent."""

import json
import socket
from collections.abc import Iterator
from typing import Final

from cribble.doctor.finding import Finding, fine, note, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from cribble.doctor.wled_client import WledLive
from hardware.strips.ddp import address
from scorekeeper.device import DeviceFault
from scorekeeper.words import en


def check(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Check that the controller is there, and set up for as many lights as the board has."""
    try:
        host, _ = address(plan.wires.at)
        found = machine.wled(host)
    except DeviceFault as fault:
        yield wrong(fault.sentence, mend='strip.at = "192.168.1.50"', **fault.values)
    except socket.gaierror:
        sentence = en("Nobody in this network is called {host}: name the controller’s number.")
        yield wrong(sentence, mend='strip.at = "192.168.1.50"', host=host)
    except ConnectionRefusedError:
        sentence = en("{host} is there, but has no page at port 80: is that the WLED controller?")
        yield wrong(sentence, mend=f"http://{host}/json/info", host=host)
    except OSError as fault:
        sentence = en(
            "{host} does not answer at port 80, WLED’s page ({reason}): is it on, and in this "
            "network?"
        )
        yield wrong(
            sentence, mend=f"ping -c 3 {host}", host=host, reason=fault.strerror or str(fault)
        )
    except ValueError:
        sentence = en("{host} answers, but not as WLED does.")
        yield wrong(sentence, mend=f"http://{host}/json/info", host=host)
    else:
        facts = {"host": host, "version": found.version, "lights": found.leds}
        yield fine("{host} is WLED {version} with {lights} lights.", **facts)
        yield from _enough_lights(host, found.leds, plan.pixels)
        yield from _within_limit(host, found.limit_ma, plan.power.limit_ma)
        yield from _takes_frames(host, found.live)


WLED_LIVE: Final = {
    "en": True,
    "maxbri": True,
    "no-gc": True,
    "mso": False,
    "timeout": WledLive().timeout,
}
"""WLED's settings for frames that are shown as they are sent (its /json/cfg, ``if.live``)."""
WLED_BODY: Final = json.dumps({"if": {"live": WLED_LIVE}}, separators=(",", ":"))
"""The request that sets them."""
LEAST_TIMEOUT: Final = 20
"""Tenths of a second: frames come once a second at least."""


def _takes_frames(host: str, live: WledLive | None) -> Iterator[Finding]:
    """Check how WLED takes frames: it may drop them, dim them, or bend their colours."""
    if live is None:
        yield note(
            "{host} does not say how it takes frames: see that Receive UDP realtime is on.",
            mend=f"http://{host}/settings/sync",
            host=host,
        )
        return
    mend = f"curl -H 'Content-Type: application/json' -d '{WLED_BODY}' http://{host}/json/cfg"
    if not live.on:
        yield wrong("{host} takes no frames: Receive UDP realtime is off.", mend=mend, host=host)
    elif live.main_segment:
        sentence = en("{host} shows frames in its main segment alone.")
        yield wrong(sentence, mend=mend, host=host)
    elif not (live.full_brightness and live.no_gamma):
        sentence = en("{host} dims frames or corrects their colours once more.")
        yield note(sentence, mend=mend, host=host)
    elif live.timeout < LEAST_TIMEOUT:
        sentence = en(
            "{host} forgets a frame after {seconds} s: one late packet, and it shows its "
            "own lights."
        )
        yield note(sentence, mend=mend, host=host, seconds=live.timeout / 10)


def _enough_lights(host: str, lights: int, pixels: int) -> Iterator[Finding]:
    if lights < pixels:
        sentence = en(
            "WLED is set up for {lights} lights, and the board has {pixels}: change it there."
        )
        yield wrong(sentence, mend=f"http://{host}/settings/leds", lights=lights, pixels=pixels)


def _within_limit(host: str, wled: int, ours: int) -> Iterator[Finding]:
    if not 0 < wled <= ours:
        sentence = en(
            "WLED’s own limit holds for what it shows without us: make it {limit} mA too."
        )
        yield note(sentence, mend=f"http://{host}/settings/leds", limit=ours)

"""The doctor at a strip that WLED lights: what its page says of it."""

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from cribble.doctor.machine import Wled, wled_at
from tests.kit.fakes.doctor_cases import PC, on, plan

CASES = {
    "WLED has too few lights and no limit": on(
        PC, plan("ddp", "wled.local:4048"), "wled", wled=Wled("0.15.0", 300)
    ).says(
        "ok: wled.local is WLED 0.15.0 with 300 lights. [] "
        "wrong: WLED is set up for 300 lights, and the board has 363: change it there. "
        "[http://wled.local/settings/leds] "
        "note: WLED’s own limit holds for what it shows without us: make it 4000 mA too. "
        "[http://wled.local/settings/leds]"
    ),
    "WLED is ready": on(
        PC, plan("ddp", "192.168.1.50"), "wled", wled=Wled("0.15.0", 363, 3000)
    ).says("ok: 192.168.1.50 is WLED 0.15.0 with 363 lights. []"),
    "WLED does not answer": on(
        PC, plan("ddp", "192.168.1.50"), "wled", wled=TimeoutError("timed out")
    ).says(
        "wrong: 192.168.1.50 does not answer at port 80, WLED’s page (timed out): is it on, "
        "and in this network? [ping -c 3 192.168.1.50]"
    ),
    "what answers has no page": on(
        PC,
        plan("ddp", "192.168.1.50"),
        "wled",
        wled=ConnectionRefusedError(111, "Connection refused"),
    ).says(
        "wrong: 192.168.1.50 is there, but has no page at port 80: is that the WLED "
        "controller? [http://192.168.1.50/json/info]"
    ),
    "something else answers": on(
        PC, plan("ddp", "192.168.1.50"), "wled", wled=ValueError("<html>")
    ).says("wrong: 192.168.1.50 answers, but not as WLED does. [http://192.168.1.50/json/info]"),
    "no controller is named": on(PC, plan("ddp"), "wled").says(
        'wrong: strip.at is ""; it is WLED’s address in the network, such as 192.168.1.50. '
        '[strip.at = "192.168.1.50"]'
    ),
}


SAYS = {
    b'{"ver": "0.15.0", "leds": {"count": 363, "maxpwr": 850}}': Wled("0.15.0", 363, 850),
    b'{"ver": "0.8.4", "leds": {"count": 20}}': Wled("0.8.4", 20, 0),
    b"<html>hello</html>": None,
    b'{"leds": 3}': None,
    b"[" * 60_000: None,
}


@pytest.mark.parametrize("body", SAYS, ids=lambda body: body[:20])
def test_wled_is_asked_by_its_page(body: bytes) -> None:
    """A real page on this machine answers as WLED does, or as something else."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/json/info" else 404)
            self.end_headers()
            self.wfile.write(body)

        def log_request(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as page:
        Thread(target=page.serve_forever, args=(0.01,)).start()
        try:
            if SAYS[body]:
                assert wled_at("127.0.0.1", page.server_port) == SAYS[body]
            else:
                with pytest.raises(ValueError, match=re.compile(".")):
                    wled_at("127.0.0.1", page.server_port)
        finally:
            page.shutdown()

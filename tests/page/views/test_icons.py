"""The page on a home screen: a manifest, and icons of the sizes that it names."""

import re
import struct
from urllib.parse import urljoin

from tests.kit.drivers.web_server import Site

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_manifest_names_icons_that_are_there() -> None:
    phone = Site().phone()
    shell = phone.get("/").text
    (path,) = re.findall(r'rel="manifest" href="([^"]+)"', shell)
    manifest = phone.get(path)
    assert manifest.mimetype == "application/manifest+json"
    told = manifest.get_json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for icon in told["icons"]:
        answer = phone.get(urljoin(path, icon["src"]))
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
        if answer.data.startswith(PNG):
            width, height = struct.unpack(">II", answer.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {icon.get("purpose") for icon in told["icons"]} == {None, "maskable"}


def test_every_page_has_an_icon_a_colour_and_a_heading_before_any_script() -> None:
    for path in ("/", "/board", "/strip", "/join"):
        shell = Site().phone().get(path, **{"Accept-Language": "fr"}).text
        assert 'rel="apple-touch-icon"' in shell
        assert shell.count('name="theme-color"') == 2
        assert "À la recherche de la table…" in shell

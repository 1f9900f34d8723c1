"""Where the config comes from: the file, the command line, the user’s own folder."""

import tomllib
from pathlib import Path

import pytest

from cribble.config.file import parse_config
from cribble.config.schema import Config, StripConfig
from tests.kit.drivers.command_line import typed


def test_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    """`cribble config` prints what is in use: file, then switches on top."""
    file = tmp_path / "config.toml"
    file.write_text('port = 9000\nhost = "127.0.0.1"\n[strip]\nled_ma = 40\n', encoding="utf-8")
    done = typed("config", "--config", str(file), "--port", "9001", "--strip", "capture")
    assert parse_config(done.out.encode(), "it") == Config(
        host="127.0.0.1", port=9001, strip=StripConfig(name="capture", led_ma=40)
    )


@pytest.mark.parametrize(
    ("switches", "name", "at"),
    [
        ((), "ws281x", "13"),
        (("--strip", "ws281x"), "ws281x", "13"),
        (("--strip-at", "12"), "ws281x", "12"),
        (("--strip", "spi"), "spi", ""),
        (("--strip", "ddp", "--strip-at", "wled.local"), "ddp", "wled.local"),
    ],
)
def test_another_strip_by_option_drops_the_place_in_the_file(
    switches: tuple[str, ...], name: str, at: str, tmp_path: Path
) -> None:
    """A pin is no device, and no address: it counts only for the strip that it was written for."""
    file = tmp_path / "config.toml"
    file.write_text('[strip]\nname = "ws281x"\nat = "13"\n', encoding="utf-8")
    done = typed("config", "--config", str(file), *switches)
    assert parse_config(done.out.encode(), "it").strip == StripConfig(name=name, at=at)


def test_config_file_of_the_user_is_read(tmp_path: Path) -> None:
    """Without --config the user's own file counts, where XDG says it lies."""
    folder = tmp_path / "cribble"
    folder.mkdir()
    (folder / "config.toml").write_text('language = "fr"\nport = 9002\n', encoding="utf-8")
    done = typed("config", environ={"XDG_CONFIG_HOME": str(tmp_path)})
    assert tomllib.loads(done.out)["port"] == 9002
    assert "Le port de la page" in done.out
    assert (
        "The port of the page"
        in typed("config", "--lang", "en", environ={"XDG_CONFIG_HOME": str(tmp_path)}).out
    )

"""``cribble doctor --mend``: shows every line, asks once, then applies them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from cribble.boot_helper.client import BootAnswer
from cribble.boot_helper.steps import RESTART, BootStep, Verb
from cribble.commands.doctor import mend_all
from cribble.doctor.finding import Remedy, Setting, as_root, config_lines, module_line, udev_rule
from scorekeeper.words import Fault, Words
from tests.kit.drivers.command_line import Done, typed

CONFIG = """\
# mine
[strip]
name = "null"
limit_ma = 20 # too little
[board]
shape = "classic"
tracks = 2
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A config whose limit is too low for any peg."""
    path = tmp_path / "config.toml"
    path.write_text(f"{CONFIG}\n", encoding="utf-8")
    return path


def doctor(config: Path, answer: bytes = b"") -> Done:
    words = ("--config", str(config), "--data", str(config.parent))
    return typed("doctor", "--mend", *words, stdin=answer)


@pytest.mark.parametrize("answer", [b"yes\n", b"OUI\n"])
def test_one_yes_mends_it_and_keeps_a_copy(answer: bytes, config: Path) -> None:
    before = config.read_text()
    done = doctor(config, answer)
    assert done.code == 0, done
    assert "These changes would be made:\n  strip.limit_ma = " in done.out
    assert "# mine" in config.read_text()
    assert "# too little" in config.read_text()
    assert "limit_ma = 20" not in config.read_text()
    assert Path(f"{config}.bak").read_text() == before
    assert "WRONG" not in doctor(config).out


@pytest.mark.parametrize("answer", [b"no\n", b"\n"])
def test_anything_but_yes_changes_nothing(answer: bytes, config: Path) -> None:
    before = config.read_text()
    done = doctor(config, answer)
    assert "Apply them now?" in done.out
    assert config.read_text() == before
    assert (done.code, done.err) == (2, "cribble: Problems to fix: 1; see docs/building.md.\n")


def test_what_is_left_to_people_is_still_a_problem(config: Path) -> None:
    text = config.read_text().replace("classic", "straight")
    config.write_text(f"{text}pitch = 10\nlane = 10\nlight_mm = 12\n", encoding="utf-8")
    done = doctor(config, b"yes\n")
    assert "Done." in done.out
    assert (done.code, done.err) == (2, "cribble: Problems to fix: 1; see docs/building.md.\n")


def test_a_report_for_programs_asks_nothing(config: Path) -> None:
    done = typed("doctor", "--json", "--mend", "--config", str(config))
    assert (done.code, done.out) == (2, "")
    assert "--json cannot be used with --mend" in done.err


def test_what_people_must_do_is_named(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[strip]\nname = "ddp"\nat = "127.0.0.1"\n')
    done = doctor(config)
    assert done.code == 2
    assert "By hand: http://127.0.0.1/" in done.out


REMEDIES: Sequence[Remedy] = (
    config_lines("/boot/config.txt", "dtparam=spi=on"),
    module_line("audio", "blacklist snd_bcm2835"),
    udev_rule("spi"),
    config_lines("/boot/config.txt", "dtparam=spi=on", "core_freq=250"),
    as_root("usermod -aG dialout ann", restart=True),
    Setting("strip.limit_ma", 4000),
    Setting("strip.order", "GRB"),
)


class Root:
    """Records commands requested as root, in order; the command *fails* fails."""

    def __init__(self, fails: str = "none") -> None:
        self.asked: list[object] = []
        self._fails = fails

    def run(self, command: Sequence[str]) -> None:
        self.asked.append(" ".join(command))
        if self._fails in command:
            raise Fault("Failed: {line}", line="…")

    def boot(self, steps: Iterable[BootStep]) -> BootAnswer:
        self.asked.append([*steps])
        return BootAnswer((), ("/boot/config.txt.copy",))


def test_all_is_mended_with_one_restart_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, path = Root(), tmp_path / "config.toml"
    path.write_text("# mine\n")
    mend_all(REMEDIES, path, Words.of("en"), root.boot, root.run)
    assert root.asked == [
        "sudo usermod -aG dialout ann",
        [
            BootStep(Verb.CONFIG, "dtparam=spi=on"),
            BootStep(Verb.MODPROBE, "blacklist snd_bcm2835"),
            BootStep(Verb.UDEV, "spi"),
            BootStep(Verb.CONFIG, "core_freq=250"),
            RESTART,
        ],
    ]
    assert path.read_text().startswith("# mine\n")
    assert "limit_ma = 4000" in path.read_text()
    assert 'order = "GRB"' in path.read_text()
    assert (tmp_path / "config.toml.bak").read_text() == "# mine\n"
    assert "Original: /boot/config.txt.copy.\n" in capsys.readouterr().out


def test_a_setting_alone_restarts_nothing(tmp_path: Path) -> None:
    root = Root()
    mend_all(REMEDIES[-1:], tmp_path / "config.toml", Words.of("en"), root.boot, root.run)
    assert root.asked == []


def test_a_command_that_fails_ends_it_before_the_restart(tmp_path: Path) -> None:
    root = Root(fails="usermod")
    with pytest.raises(Fault):
        mend_all(REMEDIES, tmp_path / "config.toml", Words.of("en"), root.boot, root.run)
    assert root.asked == ["sudo usermod -aG dialout ann"]

"""``cribble board flash``: write the firmware to an Uno or Nano with avrdude, or to a Pico."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import click

import firmware_bridge
from cribble.cli.command import option, subcommand
from cribble.cli.files import cannot_use
from cribble.cli.overrides import ActiveConfig, with_config
from scorekeeper.words import Fault, Words, en

HEX: Final = "cribble-atmega328p.hex"
FOLDERS: Final = (
    Path(firmware_bridge.__file__).parent / "firmware/hex",
    Path(__file__).parents[3] / "build/firmware",
)
"""Firmware folders: shipped with the sources, and built by ``make firmware``."""

BOOT_LOADERS: Final = (115_200, 57_600)
"""Baud rates of boot loaders: Uno and new Nano; Nano with the old boot loader."""
SECONDS: Final = 60.0

CHIPS: Final = ("m328p", "m328pb")
"""Chip names for avrdude; the second is tried if avrdude reports its signature."""
PB_SIGNATURE: Final = re.compile(r"1e ?95 ?16", re.IGNORECASE)

PICOS: Final = ("RPI-RP2", "RP2350")
"""Volume labels of a Pico and a Pico 2."""
PICO_INFO: Final = "INFO_UF2.TXT"
MOUNTS: Final = ("media/*", "media/*/*", "run/media/*/*", "mnt/*")
"""Glob patterns for mount points of a Pico in boot loader mode."""


def firmware_file(folders: Iterable[Path] = FOLDERS) -> Path:
    """Return the path of the newest firmware in *folders*. Raises Fault."""
    found = [folder / HEX for folder in folders if (folder / HEX).is_file()]
    if not found:
        raise Fault(en("The firmware {name} is missing: build it with make firmware."), name=HEX)
    return max(found, key=lambda path: path.stat().st_mtime)


def avrdude(words: Sequence[str]) -> tuple[int, str]:
    """Run avrdude with *words*; return exit code and output. Raises Fault if it is not
    installed."""
    path = shutil.which("avrdude")
    if path is None:
        sentence = en("avrdude is missing: install it with {command}.")
        raise Fault(sentence, command="sudo apt-get install avrdude")
    try:
        done = subprocess.run(
            [path, *words],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 1, f"no response within {SECONDS:g} s"
    return done.returncode, done.stderr + done.stdout


def write_avr(
    file: Path,
    ports: Sequence[str],
    run: Callable[[Sequence[str]], tuple[int, str]] | None = None,
) -> tuple[str, int]:
    """Write *file* with avrdude to the first of *ports* with a boot loader; return the port and
    baud rate. Raises Fault with avrdude's last error."""
    if not ports:
        raise Fault(
            en("No Arduino is plugged in: connect it by USB, or name its port with --port.")
        )
    output = ""
    for port in ports:
        for baud in BOOT_LOADERS:
            for chip in CHIPS:
                options = ("-p", chip, "-c", "arduino", "-b", str(baud), "-D", "-P", port)
                code, output = (run or avrdude)((*options, "-U", f"flash:w:{file}:i"))
                if code == 0:
                    return port, baud
                if not PB_SIGNATURE.search(output):
                    break
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if re.search("error|sync|not responding", line)]
    reason = (errors or lines or ["avrdude"])[-1].removeprefix("avrdude error: ")[:200]
    sentence = en("No boot loader responds on {ports} ({reason}): is it an Uno or a Nano?")
    raise Fault(sentence, ports=", ".join(ports), reason=reason)


def pico_disks(root: Path = Path("/")) -> tuple[Path, ...]:
    found = {path for mount in MOUNTS for path in root.glob(mount) if path.name in PICOS}
    return tuple(sorted(path for path in found if (path / PICO_INFO).is_file()))


def write_pico(file: Path, disks: Sequence[Path]) -> Path:
    """Copy the UF2 *file* to the first of *disks*, and return that disk; the Pico then restarts.
    Raises Fault."""
    if not disks:
        sentence = en(
            "No Pico is ready to be flashed: hold BOOTSEL while plugging it in, until the disk "
            "{disk} appears."
        )
        raise Fault(sentence, disk=" / ".join(PICOS))
    if file.read_bytes()[:4] != b"UF2\n":
        raise Fault(en("{path} is not a UF2 file."), path=file)
    shutil.copyfile(file, disks[0] / file.name)
    return disks[0]


UF2 = ".uf2"


@subcommand(
    "Flash the firmware to an Uno, a Nano or a Pico",
    "Flash Cribble’s firmware to the connected Uno or Nano with avrdude: the port and the speed "
    "of the boot loader are detected. A file that ends in .uf2 is copied to a Pico that was "
    "plugged in with its button held. Close the table first.",
)
@with_config()
@option("--port", en("PORT"), en("The microcontroller’s port (default: search for it)"), default="")
@option(
    "--file",
    en("FILE"),
    en("The firmware (default: the one included with Cribble)"),
    to="file",
    default="",
)
def flash(words: Words, active: ActiveConfig, *, port: str, file: str) -> None:
    from cribble.devices.microcontroller import CONTROLLER_FACTS
    from firmware_bridge.serial_ports import greeting_at, plugged_in

    try:
        if file.endswith(UF2):
            disk = write_pico(Path(file), pico_disks())
            click.echo(
                words.say(
                    "Copied {file} to the Pico at {disk}, which now starts.", file=file, disk=disk
                )
            )
            return
        firmware = Path(file) if file else firmware_file()
        firmware.open("rb").close()
    except OSError as fault:
        raise cannot_use(fault, file) from None
    used_port, baud = write_avr(firmware, plugged_in(port)())
    sentence = en("{file} is on the microcontroller at {port} (boot loader at {baud} baud).")
    click.echo(words.say(sentence, file=firmware, port=used_port, baud=baud))
    try:
        greeting = greeting_at(used_port, active.config.strip.baud)
    except OSError:
        sentence = en("It does not respond at {baud} baud: strip.baud must match the firmware.")
        click.echo(words.say(sentence, baud=active.config.strip.baud), err=True)
        return
    facts = {"firmware": greeting.firmware, "room": greeting.pixels, "keys": greeting.keys}
    click.echo(words.say(CONTROLLER_FACTS, port=used_port, **facts))

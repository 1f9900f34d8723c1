"""A fresh Debian in a folder, made by mmdebstrap, in which commands run as root."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

NETWORK: Final = ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf")

ENVIRONMENT: Final = {
    "PATH": os.defpath + ":/usr/sbin:/sbin",
    "HOME": "/tmp",
    "QEMU_CPU": "cortex-a53",  # As packaging/image/onto.py, which says why.
}
CAGE: Final = ("--net", "--pid", "--mount", "--fork", "--kill-child")
INSIDE: Final = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'


class DebianTree(NamedTuple):
    """The tree at ``root``. If ``cut_off``, its programs have no network."""

    root: Path
    cut_off: bool = False

    def run(self, command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Run a shell command in the tree; return stdout and stderr combined."""
        cage = ("unshare", *CAGE, "sh", "-c", INSIDE) if self.cut_off else ("chroot",)
        return subprocess.run(
            [*cage, str(self.root), "bash", "-c", command],
            env=ENVIRONMENT | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def clone(self, repository: Path, into: str) -> None:
        there = self.root / into.lstrip("/")
        subprocess.run(["git", "clone", "--quiet", repository, there], check=True)


def debian_mirrors() -> list[str]:
    if not shutil.which("apt-get"):
        return []
    ours = ("Created-By: Packages", "Origin: Debian", "Label: Debian")
    words = ["apt-get", "indextargets", "--format", "$(REPO_URI)", *ours]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return sorted({*done.stdout.split()})


def can_make_trees() -> str | None:
    if os.geteuid() != 0:
        return "only root can make a Debian tree"
    if not shutil.which("mmdebstrap"):
        return "the Debian package mmdebstrap is missing"
    if not debian_mirrors():
        return "apt knows no mirror of Debian here: apt-get update looks for it"
    return None


def can_emulate(processor: str) -> bool:
    """Return whether programs for *processor*, such as aarch64, run here by qemu-user-static."""
    return Path(f"/proc/sys/fs/binfmt_misc/qemu-{processor}").exists()


@contextmanager
def debian_tree(
    root: Path, suite: str, packages: Sequence[str], architecture: str = ""
) -> Iterator[DebianTree]:
    """Make a tree of *suite*, such as trixie, with *packages*; delete it at the end. A foreign
    *architecture* is emulated, see ``can_emulate``."""
    of = [f"--architectures={architecture}"] if architecture else []
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(packages)}",
         *of, suite, root, *debian_mirrors()],
        check=True,
    )  # fmt: skip
    for file in filter(Path.exists, map(Path, NETWORK)):
        there = root / file.relative_to("/")
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, there)
    try:
        with _mounted(root):
            yield DebianTree(root)
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextmanager
def copy_of(tree: DebianTree, place: Path) -> Iterator[DebianTree]:
    """Make a copy-on-write copy of *tree* in the folder *place*, without a network."""
    for name in ("changed", "work", "root"):
        (place / name).mkdir(parents=True)
    layers = f"lowerdir={tree.root},upperdir={place / 'changed'},workdir={place / 'work'}"
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, place, ignore_errors=True)
        _mount(stack, place / "root", "-t", "overlay", "-o", layers, "overlay")
        with _mounted(place / "root"):
            yield DebianTree(place / "root", cut_off=True)


@contextmanager
def _mounted(root: Path) -> Iterator[None]:
    """Mount /proc, /sys and /dev as programs expect them, with a separate devpts."""
    with ExitStack() as stack:
        for kind, name, *options in (
            ("proc", "proc"),
            ("sysfs", "sys"),
            ("tmpfs", "dev", "-o", "mode=755"),
        ):
            _mount(stack, root / name, "-t", kind, *options, kind)
        for device in ("null", "zero", "full", "random", "urandom", "tty"):
            (root / "dev" / device).touch()
            _mount(stack, root / "dev" / device, "--bind", f"/dev/{device}")
        for folder in ("pts", "shm"):
            (root / "dev" / folder).mkdir()
        terminals = ("-t", "devpts", "-o", "newinstance,ptmxmode=0666", "devpts")
        _mount(stack, root / "dev/pts", *terminals)
        _mount(stack, root / "dev/shm", "-t", "tmpfs", "tmpfs")
        (root / "dev/ptmx").symlink_to("pts/ptmx")
        with suppress(FileExistsError):
            (root / "dev/fd").symlink_to("/proc/self/fd")
        yield


def _mount(stack: ExitStack, there: Path, *what: str) -> None:
    subprocess.run(["mount", *what, str(there)], check=True)
    stack.callback(subprocess.run, ["umount", "--lazy", str(there)], check=False)

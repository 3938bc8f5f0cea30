"""Make .venv, or bring it up to date. Called by .ci/setup: setup.py ROOT [EXTRA]...

The stamp .venv/.ready is written last: its first line names the installed extras, its second the
folder, then come pyproject.toml and constraints.txt as they were installed. An environment whose
set-up was broken off is known by .venv/.unfinished, and made anew; so is one that was moved or
whose Python is gone. Any other is updated in place.
"""

import contextlib
import ensurepip
import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

KNOWN_EXTRAS = {"lint", "test"}

PIP = ["-m", "pip", "--disable-pip-version-check", "--no-input"]

INDEXES = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "cert": ("SSL_CERT_FILE", " "),
}
"""Settings of pip, the variables in which uv reads them, and what separates their values."""

Settings = Mapping[str, str]

NONE: Settings = {}


class SetupError(Exception):
    """What a person has to be told when the environment cannot be made."""


def say(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(text.rstrip("\n") + "\n")
    sys.stderr.flush()


def step(text: str) -> None:
    """Say what is done now."""
    say(f"  {text}…")


@contextlib.contextmanager
def locked(file: Path) -> Iterator[int]:
    """Let one set-up work at a time.

    The lock is on a file of the project, so nothing is left behind. uv and pip inherit it: were
    this process killed, the next one would wait until they have stopped writing too.
    """
    with file.open("rb") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another set-up of .venv to end…")
            fcntl.flock(opened, fcntl.LOCK_EX)
        except OSError:
            pass  # a file system without locks: rather unprotected than not at all
        yield opened.fileno()


class Environment:
    """The folder .venv of a checkout."""

    def __init__(self, root: Path, lock: int) -> None:
        self.root = root
        self.lock = lock
        self.folder = root / ".venv"
        self.python = self.folder / "bin" / "python"
        self.stamp = self.folder / ".ready"
        self.unfinished = self.folder / ".unfinished"
        self.inputs = b"".join(
            (root / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")
        )

    def contents(self, extras: set[str]) -> bytes:
        """Return what the stamp says when these extras are installed."""
        header = f"{' '.join(['extras', *sorted(extras)])}\n".encode()
        return header + os.fsencode(self.root) + b"\n" + self.inputs

    def stamped(self) -> tuple[set[str], bytes, bytes]:
        """Return the stamp's extras, its folder and the whole of it; all empty without a stamp."""
        try:
            text = self.stamp.read_bytes()
        except OSError:
            return set(), b"", b""
        header, folder = [*text.split(b"\n", 2), b""][:2]
        return KNOWN_EXTRAS & set(header.decode(errors="replace").split()), folder, text

    def prepare(self, wanted: set[str]) -> None:
        """Make the environment if there is no good one, and install what is missing."""
        extras, folder, text = self.stamped()
        whole = (
            not self.unfinished.exists()
            and os.access(self.python, os.X_OK)
            and folder in (b"", os.fsencode(self.root))
        )
        script = self.folder / "bin" / "conquest-opt"
        if whole and wanted <= extras and text == self.contents(extras) and script.exists():
            return  # another process was faster
        say("Updating .venv…" if whole else "Setting up .venv (once)…")
        self.stamp.unlink(missing_ok=True)
        if not whole:
            self.make()
        self.unfinished.touch()
        try:
            self.install(extras | wanted)
        except SetupError as error:
            if whole:  # what was there has been put back
                self.unfinished.unlink()
                raise SetupError(f"{error} To have .venv made anew, remove it.") from None
            raise
        draft = self.folder / ".ready.new"
        draft.write_bytes(self.contents(extras | wanted))
        self.unfinished.unlink()
        draft.replace(self.stamp)

    def make(self) -> None:
        """Make an empty environment in place of what is there."""
        if self.folder.is_symlink() or self.folder.is_file():
            self.folder.unlink()
        elif self.folder.exists():
            shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.unfinished.touch()
        # By its full name (python3.12, not python3): an upgrade of the system's Python then
        # either leaves this one alone or removes it, and is noticed.
        python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
        step("making an empty environment")
        self.call("make .venv", python, "-m", "venv", "--without-pip", str(self.folder))

    def install(self, extras: set[str]) -> None:
        """Install the project, editable, with these extras: with uv, or with pip without one."""
        if not self.has_uv():
            say("  uv could not be had: pip does it, which takes a minute")
        else:
            try:
                uv = str(self.uv), "pip", "install", "--quiet", "--python", str(self.python)
                pip = bundled_pip()
                tools = () if self.has_pip() else (str(pip or "pip"),)
                return self.install_with(uv, extras, *tools, settings=self.indexes())
            except SetupError:
                say("  uv could not do it: pip tries, which takes a minute")
        if not self.has_pip():
            step("installing pip")
            self.call("install pip", str(self.python), "-m", "ensurepip", "--upgrade")
        pip = [str(self.python), *PIP, "install", "--quiet"]
        return self.install_with(pip, extras)

    def install_with(
        self, installer: Sequence[str], extras: set[str], *tools: str, settings: Settings = NONE
    ) -> None:
        """Install the project with uv or pip, and tools before it.

        setuptools comes first and from the constraints too. The project is then built with it
        rather than with a downloaded copy: an update without new requirements works offline.
        """
        project = f".[{','.join(sorted(extras))}]" if extras else "."
        install = [*installer, "-c", str(self.root / "constraints.txt")]
        step("installing setuptools")
        self.call("install setuptools", *install, "setuptools", *tools, settings=settings)
        step(f"installing the project and what it needs ({' '.join(['run', *sorted(extras)])})")
        build = "--no-build-isolation", "-e", project
        self.call("install the project", *install, *build, settings=settings)

    @property
    def uv(self) -> Path:
        """uv is in the environment: it is one of the tested versions too."""
        return self.folder / "bin" / "uv"

    def has_uv(self) -> bool:
        """Return whether uv is there, after getting it if it was not."""
        if not self.uv.exists():
            step("getting uv, which installs in seconds")
            pip = self.some_pip()
            constraints = "-c", str(self.root / "constraints.txt")
            with contextlib.suppress(SetupError):
                self.call("get uv", *pip, "install", "--quiet", *constraints, "uv", shown=False)
        return os.access(self.uv, os.X_OK)

    def has_pip(self) -> bool:
        """Return whether pip is installed."""
        return (self.folder / "bin" / "pip").exists()

    def some_pip(self) -> list[str]:
        """Return how pip is called; a new environment has that of Python, not installed."""
        pip = bundled_pip()
        if self.has_pip() or pip is None:
            return [str(self.python), *PIP]
        return [str(self.python), str(pip / "pip"), *PIP[2:]]

    def indexes(self) -> Settings:
        """Return where pip is told to look for packages, as uv is told: it does not ask pip."""
        told = self.call("read pip's settings", *self.some_pip(), "config", "list")
        named: dict[str, str] = {}
        for section in ("global", "install", ":env:"):  # the stronger ones later
            for line in told.splitlines():
                key, _, value = line.partition("=")
                if key.startswith(f"{section}."):
                    named[key.removeprefix(f"{section}.")] = value.strip("'")
        return {
            variable: os.environ.get(variable, separator.join(named[key].split()))
            for key, (variable, separator) in INDEXES.items()
            if key in named
        } | ({"UV_INDEX_STRATEGY": "unsafe-best-match"} if "extra-index-url" in named else {})

    def call(
        self, purpose: str, *command: str, settings: Settings = NONE, shown: bool = True
    ) -> str:
        """Run a command quietly and return what it wrote; show that if it fails."""
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONHOME"}
        done = subprocess.run(
            command,
            cwd=self.root,
            env=environment | {"PIP_USER": "0"} | dict(settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(self.lock,),
            check=False,
        )
        written = done.stdout.decode(errors="replace")
        if done.returncode:
            if shown:
                sys.stderr.write(written)
            raise SetupError(f"Could not {purpose}: see above. The next start tries again.")
        return written


def bundled_pip() -> Path | None:
    """Return the pip that comes with Python: a file that runs as it is, without being installed."""
    folder = (
        sysconfig.get_config_var("WHEEL_PKG_DIR") or Path(ensurepip.__file__).parent / "_bundled"
    )
    return max(Path(folder).glob("pip-*.whl"), default=None)


def main() -> int:
    """Prepare the environment and return the exit code."""
    root = Path(sys.argv[1])
    try:
        with locked(root / "constraints.txt") as lock:
            Environment(root, lock).prepare(set(sys.argv[2:]))
    except KeyboardInterrupt:
        say("Set-up of .venv broken off; the next start begins anew.")
        return 130
    except (OSError, SetupError) as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

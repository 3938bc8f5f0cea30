"""Make .venv, or bring it up to date. Called by .ci/setup: setup.py ROOT [EXTRA]...

The stamp .venv/.ready is written last: its first line names the installed extras, its second the
folder, then come pyproject.toml and constraints.txt as they were installed. An environment whose
set-up was broken off is known by .venv/.unfinished, and made anew; so is one that was moved or
whose Python is gone. Any other is updated in place.
"""

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

KNOWN_EXTRAS = {"lint", "test"}


class SetupError(Exception):
    """What a person has to be told when the environment cannot be made."""


def say(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(text.rstrip("\n") + "\n")
    sys.stderr.flush()


@contextlib.contextmanager
def locked(file: Path) -> Iterator[int]:
    """Let one set-up work at a time.

    The lock is on a file of the project, so nothing is left behind. pip inherits it: were this
    process killed, the next one would wait until pip has stopped writing too.
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
            if whole:  # pip has put back what it had changed
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
        self.call("make .venv", python, "-m", "venv", str(self.folder))

    def install(self, extras: set[str]) -> None:
        """Install the project, editable, with these extras.

        setuptools comes first and from the constraints too. The project is then built with it
        rather than with a downloaded copy: an update without new requirements works offline.
        """
        project = f".[{','.join(sorted(extras))}]" if extras else "."
        pip = [str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input"]
        install = [*pip, "install", "--quiet", "-c", str(self.root / "constraints.txt")]
        self.call("install setuptools", *install, "setuptools")
        self.call("install the project", *install, "--no-build-isolation", "-e", project)

    def call(self, purpose: str, *command: str) -> None:
        """Run a command quietly; show what it wrote if it fails."""
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONHOME"}
        environment["PIP_USER"] = "0"
        done = subprocess.run(
            command,
            cwd=self.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(self.lock,),
            check=False,
        )
        if done.returncode:
            sys.stderr.write(done.stdout.decode(errors="replace"))
            raise SetupError(f"Could not {purpose}: see above. The next start tries again.")


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

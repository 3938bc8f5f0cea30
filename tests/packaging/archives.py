"""What the tests of packaging build: archives of a copy of the checkout, and an installation.

Nothing is downloaded. The build uses the setuptools that is installed; the new environment sees the
installed dependencies by a path, which does not bring the editable installation of this checkout:
that is a .pth file, and those are read only in folders of the environment's own.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIMIT = 280
"""Seconds that a process may take: less than a test may, so that its output is seen."""

_NOT_COPIED = (
    ".git",
    ".venv",
    "*cache*",
    "*.egg-info",
    "build",
    "dist",
    "*.duckdb",
    "reproduction",
)
_BUILD_SDIST = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """Return what a command prints; an AssertionError shows what it said if it fails."""
    process = subprocess.run(
        command,
        cwd=folder,
        env=clean_environment() | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )
    assert process.returncode == 0, f"{command}\n{process.stdout}\n{process.stderr}"
    return process.stdout


def clean_environment() -> dict[str, str]:
    """Return the environment without what would lead Python to the checkout or to a cache."""
    ours = ("PYTHON", "CONQUEST", "NUMBA", "XDG", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def build_sdist(folder: Path) -> Path:
    """Return the source distribution, built from a copy: the build writes beside the sources."""
    copy = folder / "checkout"
    ignored = shutil.ignore_patterns(*_NOT_COPIED)
    shutil.copytree(ROOT, copy, symlinks=True, ignore=ignored)
    run(sys.executable, "-c", _BUILD_SDIST, folder, folder=copy)
    [archive] = folder.glob("*.tar.gz")
    shutil.rmtree(copy)
    return archive


def build_wheel(sdist: Path) -> Path:
    """Return the wheel that pip makes of a source distribution."""
    offline = ("--no-deps", "--no-index", "--no-build-isolation", "--quiet")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", *offline, "--wheel-dir", sdist.parent, sdist, folder=sdist.parent)
    [wheel] = sdist.parent.glob("*.whl")
    return wheel


@dataclass(frozen=True)
class Installation:
    """An environment with the wheel, and a folder of its user's."""

    environment: Path
    home: Path

    @classmethod
    def of(cls, wheel: Path, folder: Path) -> "Installation":
        """Install a wheel in a fresh environment."""
        new = cls(folder / "environment", folder / "home")
        new.home.mkdir()
        run(sys.executable, "-m", "venv", "--without-pip", new.environment, folder=folder)
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", new.python)
        run(*pip, "install", "--no-deps", "--no-index", "--quiet", wheel, folder=folder)
        paths = dict.fromkeys(sysconfig.get_paths()[name] for name in ("purelib", "platlib"))
        (new.package.parent / "dependencies.pth").write_text("\n".join(paths))
        return new

    @property
    def python(self) -> Path:
        """Its Python."""
        return self.environment / "bin" / "python"

    @property
    def package(self) -> Path:
        """The folder of the installed package."""
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        return self.environment / "lib" / version / "site-packages" / "conquest_opt"

    def run(self, *words: str) -> str:
        """Return what the installed program prints, in its user's folder."""
        return self._run(self.environment / "bin" / "conquest-opt", *words)

    def evaluate(self, code: str) -> str:
        """Return what Python code prints."""
        return self._run(self.python, "-c", code)

    def _run(self, *command: str | Path) -> str:
        own = {"HOME": str(self.home), "PYTHONDONTWRITEBYTECODE": "1"}
        return run(*command, folder=self.home, **own)

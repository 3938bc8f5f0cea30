"""The board that the shim and this program share: what is to fail, and what happened."""

import mmap
import os
import struct
import subprocess
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

VARIABLE: Final = "CONQUEST_FAULTS"

FAULTS: Final = {"eio": 1, "full": 2, "torn": 3}

_HEAD, _FOLDER = struct.Struct("4Q"), struct.Struct("4096s")
_OPERATION, _LOGGED = struct.Struct("16s96sQqQ"), 4096
_SIZE: Final = _HEAD.size + _FOLDER.size + _LOGGED * _OPERATION.size


@dataclass(frozen=True)
class Operation:
    """What a process asked of the file system."""

    name: str
    file: str
    bytes: int
    place: int
    """Where in the file; -1 if that is not said."""
    process: int

    def __str__(self) -> str:
        size = f", {self.bytes:,} bytes" if self.bytes else ""
        place = f" at {self.place:,}" if self.place >= 0 else ""
        return f"{self.name} of {self.file}{size}{place}"


def build(folder: Path) -> Path:
    """Compile the shim."""
    library = folder / "shim.so"
    source = Path(__file__).with_name("shim.c")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    words = [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(source), "-ldl"]
    subprocess.run(words, check=True)
    return library


def lay_out(path: Path) -> None:
    """Make the file of an empty board."""
    path.write_bytes(bytes(_SIZE))


class Board:
    """The board of this process, if the shim was loaded into it."""

    def __init__(self) -> None:
        with Path(os.environ[VARIABLE]).open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), _SIZE)

    @contextmanager
    def watching(self, folder: Path, fault: str = "eio", target: int = 0) -> Iterator[None]:
        """Count the operations below a folder, and let one fail, while the block runs."""
        place = _HEAD.size
        self._memory[place : place + _FOLDER.size] = _FOLDER.pack(os.fsencode(folder.resolve()))
        self._memory[: _HEAD.size] = _HEAD.pack(1, FAULTS[fault], target, 0)
        try:
            yield
        finally:
            self._memory[:8] = bytes(8)

    @property
    def operations(self) -> list[Operation]:
        """What was watched last."""
        count = _HEAD.unpack_from(self._memory)[3]
        if count > _LOGGED:
            raise OverflowError(f"{count} operations; the board has room for {_LOGGED}")
        start = _HEAD.size + _FOLDER.size
        rows = _OPERATION.iter_unpack(self._memory[start : start + count * _OPERATION.size])
        return [Operation(_text(name), _text(file), *numbers) for name, file, *numbers in rows]


def _text(field: bytes) -> str:
    return os.fsdecode(field.partition(b"\0")[0])

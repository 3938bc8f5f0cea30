"""The heads of a Parquet file's pages: how large each says it is once it is unpacked.

Readers take that much memory for a page whatever the footer says, and offer no look at it before.
A head is a struct of Thrift's compact protocol, of which a few numbers matter here. Pages are
written plainly or by a dictionary; other encodings make long texts of nothing.
"""

from typing import IO, Any, Final

_PAGE: Final = 1, 2, 3
"""Fields of a head: the kind of page, its bytes unpacked, its bytes in the file."""
_ENCODINGS: Final = (5, 2), (7, 2), (8, 4)
"""Where pages of three kinds say how values are written; each says first how many there are."""
_NAMES: Final = 7
"""The field of a dictionary, which may have names that no value has."""
_WRITTEN: Final = 0, 2, 3, 8
"""Plainly, by a dictionary in two ways, and in runs, as truth values are."""

LONGEST_HEAD: Final = 1 << 16
"""Bytes: a head may hold the least and the greatest value of its page."""
MOST_PAGES: Final = 100_000
"""Of a column in a group; ours have a few."""
_DEEPEST: Final = 8
_BOOLEANS, _BYTE, _NUMBERS, _DOUBLE, _BINARY, _LISTS, _STRUCT = (
    (1, 2), 3, (4, 5, 6), 7, 8, (9, 10), 12,
)  # fmt: skip


class PageError(ValueError):
    """A page is none, or more than it may be; the message says what."""


def check_column(file: IO[bytes], column: Any) -> None:
    """Refuse a column of a group with a page that is larger than the column claims to be."""
    at, most = column.data_page_offset, column.total_uncompressed_size
    if column.has_dictionary_page and column.dictionary_page_offset:
        at = min(at, column.dictionary_page_offset)
    end = at + column.total_compressed_size
    for _ in range(MOST_PAGES):
        if at >= end:
            return
        if at < 0:
            break
        file.seek(at)
        head = _Head(file.read(LONGEST_HEAD))
        unpacked, packed = (head.numbers.get((field,), -1) for field in _PAGE[1:])
        if unpacked < 0 or packed < 0:
            raise PageError("has a page that does not say how large it is")
        if unpacked > most:
            raise PageError(f"has a page of {unpacked:,} bytes, and claims {most:,} in all")
        for kind, encoding in _ENCODINGS:
            if head.numbers.get((kind, encoding), 0) not in _WRITTEN:
                raise PageError("is written in a way that this program does not write")
            if kind != _NAMES and head.numbers.get((kind, 1), 0) > column.num_values:
                raise PageError("has a page of more values than it claims to have")
        at += head.at + packed
    raise PageError(f"has pages that do not end within {column.total_compressed_size:,} bytes")


class _Head:
    """The numbers of a struct and of the structs in it, by their fields."""

    def __init__(self, data: bytes) -> None:
        self._data, self.at = data, 0
        self.numbers: dict[tuple[int, ...], int] = {}
        self._struct(())

    def _struct(self, place: tuple[int, ...]) -> None:
        field = 0
        while head := self._byte():
            step, kind = head >> 4, head & 15
            field = field + step if step else self._number()
            if kind in _NUMBERS:
                self.numbers[*place, field] = self._number()
            elif kind not in _BOOLEANS:
                self._pass_over(kind, (*place, field))

    def _pass_over(self, kind: int, place: tuple[int, ...]) -> None:
        """Pass over a value that is neither a number nor in the head of its field."""
        if len(place) > _DEEPEST:
            raise PageError("has a page whose head is nested too deeply")
        if kind in _NUMBERS:
            self._number()
        elif kind in (_BYTE, *_BOOLEANS):  # as members of a list
            self._byte()
        elif kind == _DOUBLE:
            self.at += 8
        elif kind == _BINARY:
            length = self._varint()
            self.at += length
        elif kind in _LISTS:
            head = self._byte()
            for _ in range(self._varint() if head >> 4 == 15 else head >> 4):
                self._pass_over(head & 15, (*place, -1))
        elif kind == _STRUCT:
            self._struct(place)
        else:
            raise PageError("has a page whose head cannot be read")

    def _number(self) -> int:
        zigzag = self._varint()
        return (zigzag >> 1) ^ -(zigzag & 1)

    def _varint(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise PageError("has a page whose head cannot be read")

    def _byte(self) -> int:
        if self.at >= len(self._data):
            raise PageError("has a page whose head is cut short")
        self.at += 1
        return self._data[self.at - 1]

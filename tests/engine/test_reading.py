"""Files, numbers and names from outside: read, or refused in one line that names the file."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conquest_opt.engine import InputError
from conquest_opt.engine.reading import files
from conquest_opt.engine.reading.names import printable, shown
from conquest_opt.engine.reading.numbers import real_number, whole_number

DEEP = 100_000
READERS: dict[str, Callable[[Path], object]] = {
    "json": files.read_json,
    "toml": files.read_toml,
    "csv": files.read_csv,
    "txt": files.read_text,
    "jsonl": lambda path: list(files.read_lines(path)),
}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.json", b"[" * DEEP, "more than 32 deep"),
        ("a.json", b'{"a":' * DEEP, "more than 32 deep"),
        ("a.json", b"[" * 40 + b"]" * 40, "more than 32 deep"),
        ("a.json", b"[" + b"9" * 5000 + b"]", "a number of 5,000 digits"),
        ("a.json", b"[NaN]", "NaN is no number"),
        ("a.json", b"[-Infinity]", "-Infinity is no number"),
        ("a.json", b"[1e999]", "1e999 is no finite number"),
        ("a.json", b'["\\ud800"]', "half of a surrogate pair"),
        ("a.json", b'{"\\udfff": 1}', "half of a surrogate pair"),
        ("a.json", b"\xff\xfe{}", "not UTF-8"),
        ("a.json", b"\0", "no JSON"),
        ("a.json", b"", "no JSON"),
        ("a.toml", b"a=" + b"[" * DEEP, "more than 32 deep"),
        ("a.toml", b"a=" + b"{a=" * DEEP, "more than 32 deep"),
        ("a.toml", b"a" + b".a" * DEEP + b" = 1", "more than 32 deep"),
        ("a.toml", b"[a" + b' . "a"' * DEEP + b"]", "more than 32 deep"),
        ("a.toml", b"a=" + b"9" * 5000, "more than 30 digits"),
        ("a.toml", b"a=0x" + b"f" * 5000, "more than 30 digits"),
        ("a.toml", b"a=nan", "no finite number"),
        ("a.toml", b"a=2020-13-45T99:99:99", "no TOML"),
        ("a.toml", b"a", "no TOML"),
        ("a.csv", b'"' + b"x" * 200_000, "no CSV: field larger than field limit"),
        ("a.csv", b"\xff", "not UTF-8"),
        ("a.txt", b"\x80", "not UTF-8"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_line(
    tmp_path: Path, name: str, content: bytes, says: str
):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        READERS[path.suffix[1:]](path)
    assert says in str(error.value)
    assert str(path) in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("read", READERS.values())
def test_what_is_no_file_is_one_line(tmp_path: Path, read: Callable[[Path], object]):
    loop, named = tmp_path / "loop", tmp_path / "\x1b[2J"
    loop.symlink_to(loop)
    for path, says in (
        (tmp_path, "Is a directory"),
        (loop, "symbolic links"),
        (named, "\\x1b[2J: No such file"),
        (tmp_path / "a\0b", "no file's name"),
        (tmp_path / "\ud800", "no file's name"),
        (tmp_path / ("x" * 5000), "too long"),
    ):
        with pytest.raises(InputError, match=r".") as error:
            read(path)
        assert says in str(error.value)
        assert str(error.value).isprintable()
        assert len(str(error.value)) < 500


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_that_nobody_writes_to_is_an_empty_file(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    assert files.read_text(tmp_path / "pipe") == ""


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device without end")
def test_a_file_without_end_is_refused():
    with pytest.raises(InputError, match="larger than 64 MB"):
        files.read_text(Path("/dev/zero"))
    with pytest.raises(InputError, match="line 1 is longer than 16 MB"):
        list(files.read_lines(Path("/dev/zero")))


def test_good_files_are_read(tmp_path: Path):
    path = tmp_path / "file"
    path.write_text('\ufeff{"a": [1, 2.5, null, "Ärger 🎲", true]}', encoding="utf-8")
    assert files.read_json(path) == {"a": [1, 2.5, None, "Ärger 🎲", True]}
    path.write_text("a = 1_000\n[b]\nc = 2020-01-02\n")
    assert files.read_toml(path)["a"] == 1000
    path.write_bytes(b'a, b\r\n\r\n"x,\r\ny",2\r\n')
    assert files.read_csv(path) == [["a", "b"], ["x,\r\ny", "2"]]
    path.write_bytes(b"one\n\n \ntwo")
    assert list(files.read_lines(path)) == [(1, "one\n"), (4, "two")]


SLIPS = [
    "",
    " ",
    "1_0",
    "\u0661\u0662",
    "²",
    "\uff11",
    "+1",
    "0x1f",
    "1 0",
    "one",
    "nan",
    "inf",
    "\x1b",
    "1\u2003",
]


@pytest.mark.parametrize("text", [*SLIPS, "1.0", "1e3"])
def test_whole_numbers_are_plain_digits(text: str):
    with pytest.raises(InputError, match="is no whole number"):
        whole_number(text)


@pytest.mark.parametrize(
    "text", [*(slip for slip in SLIPS if slip != "+1"), ".", "e5", "1e", "-", "1__0.5"]
)
def test_real_numbers_are_plain_digits(text: str):
    with pytest.raises(InputError, match="is no number"):
        real_number(text)


def test_numbers_are_read_within_their_limits():
    assert [whole_number(text) for text in ("0", "-7", " 42\n", "9" * 30)] == [
        0,
        -7,
        42,
        10**30 - 1,
    ]
    assert [real_number(text) for text in ("1", "-.5", "2.", "+1e3")] == [1, -0.5, 2, 1000]
    for text, says in (
        ("11", "it is 10 at most"),
        ("9" * 5000, "10 at most"),
        ("-1", "0 at least"),
    ):
        with pytest.raises(InputError, match=says):
            whole_number(text, 0, 10)
    with pytest.raises(InputError, match="30 digits at most"):
        whole_number("9" * 31)
    with pytest.raises(InputError, match="too large"):
        real_number("1e999")


def test_errors_do_not_steer_the_terminal():
    assert printable("a\x1b[2J\u202eb\n") == "a\\x1b[2J\\u202eb\\n"
    assert str(InputError("no \x1b]0;title\x07")) == "no \\x1b]0;title\\x07"


def test_values_of_any_size_are_shown_short():
    deep: list = []
    for _ in range(DEEP):
        deep = [deep]
    for value in (deep, 10**5000, "x" * DEEP, ["x"] * DEEP, {"a": deep}, "\x1b"):
        assert len(shown(value)) < 200
        assert shown(value).isprintable()
    assert shown("short") == "'short'"

"""Files that are no bundles of ours, or were made to do harm: each is refused with a sentence."""

import json
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store, StoreError
from conquest_opt.results.files import bundle, bundle_limits
from conquest_opt.results.files.bundle_export import export_bundle
from conquest_opt.results.store.migrations import latest

from tests.bundles import Bundle, import_bundle, write_run


@pytest.fixture(scope="module")
def kept(tmp_path_factory) -> Path:
    """A bundle for tests that only read it."""
    folder = tmp_path_factory.mktemp("kept")
    store = Store(folder / "a.duckdb")
    store.end_run(write_run(store, 1))
    export_bundle(store, ["latest"], folder / "run.zip")
    return folder / "run.zip"


@pytest.fixture
def file(kept, tmp_path) -> Path:
    """The same bundle, to be damaged."""
    return Path(shutil.copy(kept, tmp_path / "run.zip"))


@pytest.fixture
def there(tmp_path) -> Path:
    """A database in a folder of its own, which is not made."""
    (tmp_path / "there").mkdir()
    return tmp_path / "there" / "b.duckdb"


def halves(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def without_its_end(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])


def flipped(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[content.index(b"PAR1") + 200] ^= 1
    file.write_bytes(content)


@pytest.mark.parametrize(
    "damage",
    [
        halves,
        without_its_end,
        flipped,
        lambda file: file.write_bytes(b""),
        lambda file: file.write_text("no zip"),
        lambda file: file.write_bytes(os.urandom(10_000)),
        lambda file: file.write_bytes(b"PK\5\6" + b"\xff" * 18),
    ],
)
def test_a_file_that_was_cut_short_or_is_none(damage, file, there):
    damage(file)
    with pytest.raises(StoreError, match="is no bundle, or was cut short; nothing was imported"):
        import_bundle(file, there)
    assert not list(there.parent.iterdir())


def set_manifest(**values: object) -> Callable[[Bundle], object]:
    return lambda content: content.manifest.update(values)


def add(name: str, content: bytes = b"x") -> Callable[[Bundle], object]:
    return lambda bundle: bundle.members.update({name: content})


def first(name: str, column: str, value: object) -> Callable[[Bundle], object]:
    """Return what puts a value into a column of the first row, in a type that can hold it."""

    def change(content: Bundle) -> None:
        rows = content.table(name)
        values = rows[column].to_pylist()
        kind = rows.schema.field(column).type
        kind = kind.value_type if pa.types.is_dictionary(kind) else kind
        content.set(name, column, pa.array([value, *values[1:]], kind))

    return change


def no_text(content: Bundle) -> None:
    rows = content.table("games")
    offsets = pa.array(range(rows.num_rows + 1), pa.int32()).buffers()[1]
    wrong = pa.StringArray.from_buffers(rows.num_rows, offsets, pa.py_buffer(b"\xff\xff"))
    content.set("games", "first_name", wrong)


def twice(name: str) -> Callable[[Bundle], object]:
    return lambda content: content.change(name, lambda rows: pa.concat_tables([rows, rows]))


def bomb(content: Bundle) -> None:
    name = f"{content.run}/report/index.html"
    content.members[name] = b" " * (bundle.LARGEST_REPORTS + 1)
    content.methods[name] = zipfile.ZIP_DEFLATED


def compressed(content: Bundle) -> None:
    content.methods[f"{content.run}/games.parquet"] = zipfile.ZIP_DEFLATED


def renamed(content: Bundle) -> None:
    content.manifest["runs"] = {"../../x": "test"}


def within(name: str) -> Callable[[Bundle], object]:
    return lambda content: content.members.update({f"{content.run}/{name}": b"x"})


ENDLESS = pa.scalar(2**63 - 1, pa.timestamp("us"))
HOSTILE = {
    "another format": (set_manifest(format="tar"), "is not a conquest-opt bundle"),
    "a newer format": (
        set_manifest(version=2),
        "version 2 of the format, this .* up to 1: a newer",
    ),
    "a newer schema": (set_manifest(schema=latest() + 1), "of the schema, this .* reads it"),
    "no version": (set_manifest(version="one"), "without a version of the format"),
    "a version that is none": (set_manifest(software=5), "cannot be read: Expected `str`"),
    "a run too many": (
        set_manifest(runs={"20260101-000000-test-0000": "test"}),
        "has no row of the run 20260101-000000-test-0000",
    ),
    "a run that is a path": (renamed, "'../../x', which is no run's identifier"),
    "another kind": (
        lambda content: content.manifest["runs"].update({content.run: "match"}),
        "has other runs than its manifest",
    ),
    "a path upwards": (add("../x"), r"a member '\.\./x', which is no file of its runs"),
    "an absolute path": (add("/tmp/x"), "a member '/tmp/x'"),
    "a path out of the run": (within("../../x"), "which is no file of its runs"),
    "a path of Windows": (within("..\\x"), "which is no file of its runs"),
    "a folder of no run": (add("other/games.parquet"), "'other/games.parquet'"),
    "a table that there is not": (within("nothing.parquet"), "has no such table"),
    "a table of the schema's own": (within("schema_versions.parquet"), "has no such table"),
    "rows in no format": (within("candidates.parquet"), "it is no Parquet file"),
    "a report too large": (bomb, "reports of more than 256 MB"),
    "a table that grows": (compressed, "games.parquet compressed; tables are stored"),
    "a column too many": (
        lambda content: content.change("games", lambda rows: rows.append_column("x", rows["game"])),
        "games.parquet that are none of a run: the column 'x' is none of the table's",
    ),
    "a column too few": (
        lambda content: content.change("games", lambda rows: rows.drop_columns(["turns"])),
        "the column 'turns' is missing",
    ),
    "another type": (
        lambda content: content.set("games", "turns", pa.array(["9", "9"])),
        "the column 'turns' has string, and needs uint16",
    ),
    "another run's rows": (first("games", "run", "20260101-000000-test-0000"), "another run"),
    "another run's row": (first("runs", "run", "20260101-000000-test-0000"), "another run"),
    "rows of no run": (first("batches", "run", None), "they name another run"),
    "an unknown name": (first("games", "winner", "nobody"), "none of a run: Conversion Error"),
    "a value that is missing": (first("games", "seed", None), "none of a run: Constraint Error"),
    "a broken condition": (first("game_events", "command", "charge"), "Constraint Error"),
    "a key twice": (twice("batches"), "batches.parquet that are none of a run: Constraint Error"),
    "a game twice": (twice("games"), "has a game twice among games"),
    "an action twice": (twice("game_events"), "has a game twice among game_events"),
    "bytes that are no text": (no_text, "is no bundle"),
    "other rules": (
        first("rulesets", "rules", json.dumps(Ruleset().to_dict())),
        "has other rules under the digest",
    ),
    "rules that are none": (first("rulesets", "rules", "[1, "), "Error|no JSON"),
    "other edits": (first("rulesets", "edits", ["scout.cost=1"]), "under the edits scout.cost=1"),
    "another agent": (first("agents", "name", "greedy"), "has another agent under the text 'fpu"),
    "a run under way": (first("runs", "status", "running"), "is under way"),
    "no settings": (first("runs", "arguments", "[]"), "without its settings"),
    "settings that are none": (first("runs", "arguments", "{"), "Error|is no bundle"),
    "endless settings": (first("runs", "arguments", "[" * 90_000 + "]" * 90_000), "is no|Error"),
    "a time without end": (
        lambda content: content.set("runs", "started", pa.array([ENDLESS])),
        "is no bundle|Constraint",
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_file_changes_nothing(case: str, kept, there, tmp_path):
    tamper, says = HOSTILE[case]
    content = Bundle(kept)
    tamper(content)
    hostile = content.write(tmp_path / "hostile.zip")
    with pytest.raises(StoreError, match=says) as error:
        import_bundle(hostile, there)
    text = str(error.value)
    assert text.startswith(f"{hostile} ")
    assert text.endswith("; nothing was imported")
    assert len(text.splitlines()) == 1
    assert not list(there.parent.iterdir())


def test_a_member_that_is_not_what_the_manifest_says(file, there):
    content = Bundle(file)
    content.manifest["members"][f"{content.run}/run.json"]["sha256"] = "0" * 64
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in content.members.items():
            archive.writestr(name, data)
        archive.writestr("manifest.json", json.dumps(content.manifest))
    with pytest.raises(StoreError, match=r"is damaged: .*/run.json is not what manifest.json says"):
        import_bundle(file, there)
    assert not list(there.parent.iterdir())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda archive: archive.writestr("more.txt", "x"), "'more.txt' is not in manifest.json"),
        (lambda archive: archive.writestr("manifest.json", "{}"), "has two members of one name"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_too_many(change, says: str, file, there):
    with zipfile.ZipFile(file, "a") as archive:
        change(archive)
    with pytest.raises(StoreError, match=f"{says}|says something else"):
        import_bundle(file, there)
    assert not list(there.parent.iterdir())


def test_rows_that_are_compressed_beyond_measure(file, there, monkeypatch):
    monkeypatch.setattr(bundle_limits, "LARGEST_GROUP", 100)
    with pytest.raises(StoreError, match="MB are compressed together"):
        import_bundle(file, there)


def test_a_zip_of_something_else(file, there):
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("letter.txt", "Dear all")
    with pytest.raises(StoreError, match=r"is a zip without manifest.json, no bundle"):
        import_bundle(file, there)


def test_a_database_that_is_none_is_left_alone(file, tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear all")
    with pytest.raises(StoreError, match="is no DuckDB database"):
        import_bundle(file, other)
    with pytest.raises(StoreError, match="there is no directory"):
        import_bundle(file, tmp_path / "none" / "a.duckdb")
    assert other.read_text() == "Dear all"

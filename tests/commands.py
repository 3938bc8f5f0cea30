"""Commands of the program, run in this process, and what they leave in a database."""

import json
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.arenas import rows

CLOCK = "run", "seconds"
"""Columns of tables that are not the same when a run is repeated."""


class Command:
    """A command on a terminal 80 columns wide, beside a database."""

    def __init__(self, *name: str) -> None:
        self.name = name

    def __call__(self, *words: str, db: Path) -> Result:
        env = {"CONQUEST_DB": str(db), "COLUMNS": "80"}
        return CliRunner().invoke(main, [*self.name, *words], env=env)

    def refusal(self, words: Iterable[str], db: Path) -> str:
        """Return what is said of words that are wrong; no run may begin."""
        existed = db.exists()
        result = self(*words, db=db)
        assert result.exit_code in (1, 2)
        assert "Traceback" not in result.output
        assert db.exists() == existed
        assert not (existed and Store(db).runs())
        return result.output


def parsed(result: Result) -> dict:
    """Return the JSON of a command that went well, without the run's name."""
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout) | {"run": ""}


def stored_rows(store: Store, run: str, *tables: str) -> dict[str, list[dict]]:
    """Return the games of a run and its rows of tables, without what depends on the clock."""
    query = f"SELECT COLUMNS(lambda c: c NOT IN {CLOCK}) FROM {{}} WHERE run = ? ORDER BY ALL"
    by_table = {table: store.query(query.format(table), [run]).to_pylist() for table in tables}
    return by_table | {"games": rows(store, run).to_pylist()}


def whole_run(result: Result, db: Path) -> tuple[Store, str, dict]:
    """Return the database, the name and the JSON of the only run in it, which went well."""
    store = Store(db)
    return store, store.runs()[0].run, parsed(result)

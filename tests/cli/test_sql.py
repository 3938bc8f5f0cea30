"""`conquest-opt sql` as a person types it: forms of output, errors, pipes, the prompt."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.stores import setups
from tests.terminal import Terminal

TEXTS = [f"{'C' * (n % 4 + 1)}{'S' * (n // 4)}:charge" for n in range(50)]


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    """A database of one run that found 50 setups."""
    path = tmp_path_factory.mktemp("sql") / "a.duckdb"
    store = Store(path)
    run = store.begin_run(kind="enumerate", ruleset=Ruleset())
    store.write(run, batch="0", tables={"setups": setups(*TEXTS)})
    store.end_run(run)
    return path


def sql(db: Path, *words: str, stdin: str | None = None, width: int | None = None):
    env = {"CONQUEST_DB": str(db), "COLUMNS": str(width) if width else None}
    return CliRunner().invoke(main, ["sql", *words], input=stdin, env=env)


QUERY = "SELECT setup, points, charge, name FROM maximal_setups ORDER BY length(setup), 1 LIMIT 2"


def test_a_table(db):
    assert sql(db, QUERY, "--table").output == (
        "setup      points  charge  name\n"
        "---------  ------  ------  ----\n"
        "C:charge     1000  yes\n"
        "CC:charge    1000  yes\n"
    )


def test_csv_and_a_pipes_default(db):
    expected = "setup,points,charge,name\nC:charge,1000,true,\nCC:charge,1000,true,\n"
    assert sql(db, QUERY).output == expected
    assert sql(db, QUERY, "--csv").output == expected


def test_json(db):
    result = sql(db, QUERY, "--json")
    assert json.loads(result.output) == [
        {"setup": "C:charge", "points": 1000, "charge": True, "name": None},
        {"setup": "CC:charge", "points": 1000, "charge": True, "name": None},
    ]


def test_parquet(db, tmp_path):
    result = sql(db, QUERY, "--parquet", str(tmp_path / "a.parquet"))
    assert result.stdout == ""
    assert result.stderr == f"2 rows written to {tmp_path / 'a.parquet'}\n"
    assert pq.read_table(tmp_path / "a.parquet")["setup"].to_pylist() == ["C:charge", "CC:charge"]


def test_a_long_table_says_what_it_leaves_out(db):
    lines = sql(db, "SELECT setup FROM setups", "--table").output.splitlines()
    assert len(lines) == 2 + 40 + 1
    assert lines[-1] == "(40 of 50 rows; --all shows every row)"
    assert len(sql(db, "SELECT setup FROM setups", "--table", "--all").output.splitlines()) == 52
    assert sql(db, "FROM games LIMIT 0", "--table").output.endswith("(no rows)\n")


def test_a_wide_table_fits_the_screen(db):
    for width in (40, 80, 120):
        lines = sql(db, "FROM setups", "--table", width=width).output.splitlines()
        assert max(map(len, lines[:-1])) <= width
    assert "of 25 columns do not fit: " in sql(db, "FROM setups", "--table", width=80).output
    text = sql(db, "SELECT 'x' AS a, repeat('y', 99) AS b", "--table", width=20).output
    assert text.splitlines()[2] == "x  " + "y" * 16 + "…"


def test_the_query_from_a_file_and_from_standard_input(db, tmp_path):
    (tmp_path / "query.sql").write_text("CREATE TEMP TABLE t AS SELECT 1 AS a;\nFROM t;\n")
    assert sql(db, "--file", str(tmp_path / "query.sql")).output == "a\n1\n"
    assert sql(db, stdin="SELECT 2 AS a").output == "a\n2\n"
    assert sql(db, "-", stdin="SELECT 3 AS a;").output == "a\n3\n"
    assert "not both" in sql(db, "SELECT 1", "--file", str(tmp_path / "query.sql")).output
    assert "an empty query" in sql(db, stdin=" ;\n").output


def test_db_option_comes_before_the_environment(db, tmp_path):
    result = sql(tmp_path / "none", "SELECT 1 AS a", "--db", str(db))
    assert result.output == "a\n1\n"


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("SELCT 1", 'Error: Parser Error: syntax error at or near "SELCT"'),
        ("FROM setps", "Table with name setps does not exist!"),
        ("FROM setps", "conquest-opt sql --tables lists"),
        ("DELETE FROM setups", "read-only mode"),
        ("DELETE FROM setups", "--write allows both"),
        ("COPY setups TO 'x.csv'", "LocalFileSystem has been disabled"),
        ("COPY setups TO 'x.csv'", "nor use files"),
        ("SET temp_directory = 'x'", "--write allows both"),
        ("SELECT '\x1b[31m'::INTEGER", r"'\x1b[31m'"),
    ],
)
def test_a_query_error_is_duckdbs_message(db, query: str, says: str):
    result = sql(db, query)
    assert result.exit_code == 1
    assert says in result.output
    assert "Traceback" not in result.output


def test_a_long_error_is_cut(db):
    assert len(sql(db, f"SELECT '{'x' * 5000}'::INTEGER").output) < 1000
    assert "--write allows" not in sql(db, "COPY (SELECT 1) TO '/no/x'", "--write").output


def test_a_query_that_is_no_text(db, tmp_path):
    (tmp_path / "setups.parquet").write_bytes(b"PAR1\xff\xfe")
    result = sql(db, "--file", str(tmp_path / "setups.parquet"))
    assert result.output == f"Error: {tmp_path / 'setups.parquet'} is no SQL: not UTF-8\n"
    (tmp_path / "empty.sql").touch()
    assert "an empty query" in sql(db, "--file", str(tmp_path / "empty.sql")).output


def test_closed_standard_input(db):
    words = [sys.executable, "-c", "from conquest_opt.cli.main import main; main()", "sql"]
    closed = ["sh", "-c", 'exec "$@" <&-', "sh", *words, "--db", str(db)]
    result = subprocess.run(closed, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "an empty query" in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--tables", "extra"], "--tables stands alone"),
        (["--tables", "--csv"], "--tables stands alone"),
        (["SELECT 1", "--csv", "--json"], "give one of --csv and --json"),
        (["SELECT 1", "--table", "--parquet", "x"], "give one of --table and --parquet"),
        (["SELECT 1", "--parquet", ""], "names no file"),
    ],
)
def test_what_does_not_go_together_is_refused(db, words: list[str], says: str):
    result = sql(db, *words)
    assert says in result.output
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)


def test_columns_of_one_name_are_kept(db, tmp_path):
    query = "SELECT 1 AS a, 2 AS a, 3 AS a"
    assert json.loads(sql(db, query, "--json").output) == [{"a": 1, "a_1": 2, "a_2": 3}]
    sql(db, query, "--parquet", str(tmp_path / "a.parquet"))
    assert pq.read_table(tmp_path / "a.parquet").to_pylist() == [{"a": 1, "a_1": 2, "a_2": 3}]


def test_a_statement_without_a_result_is_done(tmp_path):
    path = tmp_path / "a.duckdb"
    for query in ("CREATE TABLE q (a INTEGER)", "DROP TABLE q"):
        for form in ("--table", "--csv", "--json"):
            words = query.replace("q", f"q{form[2:]}")
            result = sql(path, words, "--write", form)
            assert (result.stdout, result.stderr) == ("", "done\n")
    assert sql(path, 'SELECT 1 AS "Count" LIMIT 0').output == "Count\n"


def test_a_table_does_not_steer_the_terminal(db):
    text = sql(db, "SELECT 'a' || chr(27) || '[31m' || chr(155) AS \"\x1b[1mb\"", "--table").output
    assert text.splitlines()[0] == r"\x1b[1mb"
    assert text.splitlines()[2] == r"a\x1b[31m\x9b"


def test_without_a_database_there_is_advice_and_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words in (["sql", "SELECT 1"], ["runs"], ["export", "latest", "out"]):
        result = CliRunner().invoke(main, words, env={"CONQUEST_DB": None})
        assert result.exit_code == 1
        assert "there is no database conquest.duckdb: conquest-opt enumerate" in result.output
    assert not list(tmp_path.iterdir())


def test_write_changes_the_database(tmp_path):
    path = tmp_path / "a.duckdb"
    made = sql(path, "CREATE TABLE notes (a INTEGER); INSERT INTO notes VALUES (7)", "--write")
    assert made.exit_code == 0
    assert sql(path, "FROM notes").output == "a\n7\n"
    assert sql(path, f"COPY notes TO '{tmp_path}/notes.csv'", "--write").exit_code == 0
    assert (tmp_path / "notes.csv").read_text() == "a\n7\n"


def test_tables_are_explained_within_80_columns(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["sql", "--tables"])
    lines = result.output.splitlines()
    assert "standings (view)  The table of a run's games: who scored how much." in lines
    assert "  score_low     lower end of its 95 % interval" in lines
    assert "game_events (table)  One row an action, for games whose actions were kept." in lines
    assert max(map(len, lines)) <= 80
    as_json = json.loads(CliRunner().invoke(main, ["sql", "--tables", "--json"]).output)
    names = {relation["name"] for relation in as_json}
    assert names >= {
        "maximal_setups",
        "standings",
        "matchup_scores",
        "command_usage",
        "troop_usage",
        "game_lengths",
        "first_player_advantage",
        "run_summary",
    }
    assert all(c["comment"] for relation in as_json for c in relation["columns"])
    assert not list(tmp_path.iterdir())


def test_help_imports_neither_duckdb_nor_arrow():
    code = (
        "import sys; from click.testing import CliRunner; from conquest_opt.cli.main import main\n"
        "for words in (['--help'], ['sql', '--help'], ['runs', '--help'], ['export', '--help']):\n"
        "    assert CliRunner().invoke(main, words).exit_code == 0\n"
        "assert not {'duckdb', 'pyarrow', 'numpy', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def prompt(db: Path, state: Path) -> Terminal:
    """Return `conquest-opt sql` on a terminal of its own."""
    env = {"CONQUEST_DB": str(db), "XDG_STATE_HOME": str(state)}
    return Terminal("sql", prompt="sql> ", env=env)


def test_the_prompt(db, tmp_path):
    terminal = prompt(db, tmp_path)
    terminal.until("sql> ")
    terminal.type("SELECT count(*) AS setups\n")
    terminal.until("> ")
    terminal.type("FROM setups;\n")
    assert "setups\n------\n    50\n" in terminal.until("sql> ")
    terminal.type("SELCT 1;\n")
    assert "Error: Parser Error" in terminal.until("sql> ")
    terminal.type("SELECT unfinished")
    terminal.until("unfinished")
    terminal.interrupt()
    terminal.type(".tables\n")
    listed = terminal.until("sql> ")
    assert "\nstandings               The table of a run's games: who scored how much.\n" in listed
    assert "score_low" not in listed
    terminal.type(".tables standings\n")
    assert "  score_low     lower end of its 95 % interval\n" in terminal.until("sql> ")
    terminal.type(".tables standing;\n")
    assert "did you mean standings?" in terminal.until("sql> ")
    for words in (".help", "help", "HELP;"):
        terminal.type(f"{words}\n")
        assert "Ctrl-C drops" in terminal.until("sql> ")
    terminal.type(".read /etc/passwd\n")
    assert "no .read /etc/passwd" in terminal.until("sql> ")
    terminal.type("DELETE FROM setups;\n")
    assert "read-only" in terminal.until("sql> ")
    terminal.type("\x04")
    assert terminal.close() == 0
    [history] = tmp_path.rglob("sql_history")
    assert "FROM setups;" in history.read_text()
    assert len(Store(db).query("FROM setups")) == 50


def test_the_prompt_remembers(db, tmp_path):
    for typed, leave in (("SELECT 41 + 1 AS x;\n", ".quit\n"), ("\x10\x10\n", "exit\n")):
        terminal = prompt(db, tmp_path)
        terminal.until("sql> ")
        terminal.type(typed)
        assert " x\n--\n42\n" in terminal.until("42\n")
        terminal.until("sql> ")
        terminal.type(leave)
        assert terminal.close() == 0


LONG = "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range < b.range + random()"


def test_ctrl_c_stops_a_query_at_the_prompt(db, tmp_path):
    terminal = prompt(db, tmp_path)
    terminal.until("sql> ")
    for query in (LONG, f"CREATE TEMP TABLE t AS {LONG}; FROM t"):
        terminal.type(f"{query};\n")
        terminal.until(";\n")
        time.sleep(0.5)
        terminal.type("\x03")
        assert "interrupted\n" in terminal.until("sql> ")
    terminal.type("SELECT 6 * 7 AS x;\n")
    assert " x\n--\n42\n" in terminal.until("sql> ")
    terminal.type("\x04")
    assert terminal.close() == 0


@pytest.mark.parametrize("words", [(), ("--write",)])
def test_ctrl_c_stops_a_single_query(tmp_path, words: tuple[str, ...]):
    path = tmp_path / "a.duckdb"
    Store(path)
    query = f"CREATE TEMP TABLE t AS {LONG}"
    program = "from conquest_opt.cli.main import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "sql", query, "--db", str(path), *words],
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    time.sleep(2)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=10)
    assert error.strip() == "Aborted!"
    assert process.returncode == 1
    assert [p.name for p in tmp_path.iterdir()] == ["a.duckdb"]
    assert len(Store(path).query("FROM runs")) == 0


@pytest.mark.slow
@pytest.mark.parametrize("form", ["--csv", "--json", "--table"])
def test_memory_does_not_grow_with_the_rows(db, form: str):
    """800,000 rows take about what 8,000 take; JSON of 400,000, made whole, took 160 MB more."""
    code = (
        "import resource, subprocess, sys\n"
        "program = 'from conquest_opt.cli.main import main; main()'\n"
        "subprocess.run([sys.executable, '-c', program, *sys.argv[1:]], check=True,\n"
        "               stdout=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )

    def most(rows: int) -> int:
        query = f"SELECT range AS n, 'setup ' || range AS setup, range / 7 AS x FROM range({rows})"
        words = ["sql", query, form, "--db", str(db)]
        process = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
        )
        return int(process.stdout) // 1024

    assert most(800_000) < most(8_000) + 100

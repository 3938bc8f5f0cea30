"""`import conquest_opt as cq`: its names, their keywords, and the same runs as the commands."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import conquest_opt as cq
import pyarrow as pa
import pytest
from click.testing import CliRunner
from conquest_opt.api.stub import stub
from conquest_opt.balance.kinds import KINDS
from conquest_opt.cli.main import main
from conquest_opt.results import Store
from conquest_opt.setups import Setup

ROOT = Path(__file__).parents[2]

CALLED = {
    "requirements": "require",
    "wanted": "with_commands",
    "unwanted": "without_commands",
    "edits": "set",
    "rules_file": "rules",
    "records": "save_games",
}
"""Options that have another name as a keyword."""

OF_THE_TERMINAL = {"as_json", "dry_run", "config", "no_db", "setups_file", "help"}


def test_every_kind_of_run_is_a_function():
    assert set(cq.RUNS) == set(KINDS)
    assert set(cq.RUNS) < set(dir(cq))
    for name in cq.__all__:
        assert getattr(cq, name) is getattr(cq, name)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'tournement'"):
        _ = cq.tournement  # pyright: ignore[reportAttributeAccessIssue]


def test_importing_it_loads_nothing_heavy():
    code = (
        "import sys, conquest_opt as cq\n"
        "assert not {'numba', 'numpy', 'ortools', 'pyarrow', 'duckdb', 'click'} & set(sys.modules)"
    )
    process = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert process.returncode == 0, process.stderr.decode()


@pytest.mark.parametrize("kind", cq.RUNS)
def test_keywords_are_the_options_of_the_command(kind: str):
    command: Any = main
    for word in KINDS[kind].command.split():
        command = command.get_command(None, word)
    options = {CALLED.get(one.name, one.name) for one in command.params}
    keywords = set(inspect.signature(getattr(cq, kind)).parameters)
    assert options - OF_THE_TERMINAL - keywords == set()
    assert keywords - options <= {
        "progress",
        "actions",
        "start_engine",
    }  # actionspace has its own way with these


def test_type_checkers_know_what_there_is():
    written = (ROOT / "roof/__init__.pyi").read_text(encoding="utf-8")
    assert written == stub(), "python -m conquest_opt.api.stub roof/__init__.pyi writes it anew"


def test_help_explains_settings():
    assert "race_games: Games of the leaders" in (cq.counter.__doc__ or "")
    assert "--" not in (cq.rank.__doc__ or "")


# ---- the same runs -------------------------------------------------------------------------------


def command_json(*words: str) -> dict:
    result = CliRunner().invoke(main, [*words, "--json", "--no-db"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (
            "match Default Rush --agent greedy --games 8 --seed 3 --set champion.cost=225",
            lambda: cq.match(
                "Default", "Rush", agent="greedy", games=8, seed=3, set="champion.cost=225"
            ),
        ),
        (
            "match Rush Venom --agent random --sprt 0,400",
            lambda: cq.match("Rush", "Venom", agent="random", sprt=(0, 400)),
        ),
        (
            "tournament --setups Default,Rush --setups SSC:charge --agent random --games 4",
            lambda: cq.tournament(["Default", "Rush", "SSC:charge"], agent="random", games=4),
        ),
        (
            "ladder random greedy --games 4 --setups Rush",
            lambda: cq.ladder(["random", "greedy"], games=4, setups="Rush"),
        ),
        (
            "evolve counter --opponents Rush=2,Venom=1 --agent random --population 6 "
            "--generations 2 --check-games 8 --require C<=2 --troops 3..9",
            lambda: cq.counter(
                opponents={"Rush": 2, "Venom": 1},
                agent="random",
                population=6,
                generations=2,
                check_games=8,
                require=["C<=2"],
                troops=(3, 9),
            ),
        ),
        (
            "whatif --set champion.cost=225 --agent random --games 4 --setups Rush,Venom,Default",
            lambda: cq.whatif(
                "champion.cost=225", agent="random", games=4, setups=["Rush", "Venom", "Default"]
            ),
        ),
        (
            "balance costs --agent random --games 100 --setups-sampled 60",
            lambda: cq.costs(agent="random", games=100, setups=60),
        ),
    ],
    ids=lambda value: value.split()[0] if isinstance(value, str) else "",
)
def test_a_call_gives_what_the_command_gives(words: str, call):
    assert json.loads(json.dumps(call().json())) == command_json(*words.split())


# ---- results -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played():
    return cq.tournament(["Default", "Rush", "Venom"], agent="random", games=4, progress=False)


def test_tables_come_as_arrow_pandas_and_polars(played):
    rows = played.arrow("setup_ratings")
    assert isinstance(rows, pa.Table)
    assert rows.num_rows == 3
    assert list(played.pandas("setup_ratings").columns) == rows.column_names
    assert played.polars("setup_ratings").columns == rows.column_names
    assert played.table("matchups").dicts()[0]["games"] == 4
    assert "setup" in str(played.table("setup_ratings"))


def test_a_table_that_is_not_there_is_named(played):
    with pytest.raises(cq.InputError, match="no table 'games'; its tables: matchups, setup_rat"):
        played.arrow("games")


def test_what_is_not_installed_is_said(played, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(
        ImportError, match=r"polars is not installed: pip install polars, or use \.a"
    ):
        played.polars()


def test_a_result_shows_itself(played):
    assert "scored most" in repr(played)
    assert "<table" in played._repr_html_()
    assert played.run is None


def test_a_stored_result_is_the_one_that_was_returned(tmp_path):
    file = tmp_path / "a.duckdb"
    given = cq.match("Default", "Rush", agent="random", games=6, db=file, save_games=True)
    db = cq.open(file)
    again = db.result("latest")
    assert again.json() == given.json()
    assert again.task == given.task
    assert len(again.table("games")) == 6
    assert len(again.table("game_records")) == 6
    assert db.sql("SELECT count(*) AS n FROM games WHERE run = ?", [given.run]).dicts() == [
        {"n": 6}
    ]
    assert db.runs().dicts()[0]["run"] == given.run


def test_a_query_cannot_change_anything(tmp_path):
    file = tmp_path / "a.duckdb"
    cq.match("Default", "Rush", agent="random", games=2, db=file)
    with pytest.raises(cq.StoreError):
        cq.open(file).sql("DELETE FROM games")
    with pytest.raises(cq.StoreError, match="there is no database"):
        cq.open(tmp_path / "none.duckdb").sql("FROM games")


# ---- setups, games, agents -----------------------------------------------------------------------


def test_setups_come_in_any_form(tmp_path):
    rush = cq.setup("Rush")
    assert isinstance(rush, Setup)
    assert cq.setup(rush) is rush
    assert cq.setup(rush.to_dict()) == rush
    (tmp_path / "mine.json").write_text(json.dumps(rush.to_dict()))
    assert cq.setup(str(tmp_path / "mine.json")) == rush


def test_a_setup_stands_for_its_name():
    named = cq.match("Rush", "Venom", agent="random", games=4)
    given = cq.match(cq.setup("Rush"), cq.setup("Venom"), agent="random", games=4)
    assert given.values.pairs == named.values.pairs
    assert given.arrow()["turns_mean"] == named.arrow()["turns_mean"]


def test_enumerated_setups_are_those_of_the_command():
    setups = cq.enumerate(require=["C>=3", "S+F<=4"], with_commands=["charge"])
    words = ["enumerate", "--require", "C>=3", "--require", "S+F<=4", "--with", "charge"]
    assert len(setups) == command_json(*words)["setups"]
    assert all(setup.is_maximal(cq.Ruleset()) for setup in list(setups)[:20])
    assert next(iter(setups)) in setups
    assert "SSS" not in setups
    assert len(cq.enumerate("exact", troops=(3, 3))) < len(cq.enumerate("all", troops=(3, 3)))


def test_an_agent_plays_a_game_to_its_end_the_same_way_twice():
    def history() -> list[str]:
        game, agent = cq.game("SSC:charge", "CC", seed=4, set="max_turns=12"), cq.agent("greedy")
        while game.winner is None:
            game.apply(agent.choose(game))
        return game.history

    assert history() == history()


def test_an_agent_analyses():
    game = cq.game(cq.setup("Default"), {"troops": "CC", "commands": []}, actions="full")
    seen = cq.agent("quick").analyse(game, seed=5)
    assert seen.json()["action"] in game.legal_actions()
    assert "turn" in str(seen)


# ---- other programs ------------------------------------------------------------------------------

ENGINE = f"{sys.executable} {ROOT / 'examples/engine.py'}"


def test_another_program_plays_and_is_named_again_to_resume(tmp_path):
    file = tmp_path / "a.duckdb"
    played = cq.match(
        "SSC:charge", "CC", agent_a=f"engine:{ENGINE}", agent_b="random", games=2, db=file
    )
    assert played.json()["clock_dependent"]
    Store(file).change("UPDATE runs SET status = 'interrupted'; DELETE FROM games")
    with pytest.raises(cq.InputError, match="would start a program that you have not named"):
        cq.match(resume="latest", db=file)
    assert cq.match(resume="latest", db=file, start_engine=[ENGINE]).json()["clock_dependent"]


def test_a_run_that_another_version_began_is_resumed_with_a_warning(tmp_path, capsys):
    file = tmp_path / "a.duckdb"
    cq.match("SSC:charge", "CC", agent="random", games=2, db=file, progress=False)
    Store(file).change(
        "UPDATE runs SET status = 'interrupted', "
        'arguments = json_merge_patch(arguments, \'{"software": "conquest-opt 0.0.1"}\')'
    )
    capsys.readouterr()
    cq.match(resume="latest", db=file)
    assert "was begun by conquest-opt 0.0.1" in capsys.readouterr().err


# ---- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: cq.match("Defaut", "Rush"), cq.InputError, "did you mean Default?"),
        (lambda: cq.match("Default"), cq.InputError, "give two setups"),
        (cq.counter, cq.InputError, 'Give target="IAmWarrior", or opponents='),
        (
            lambda: cq.counter("Rush", racegames=3),  # pyright: ignore
            TypeError,
            "counter has no keyword 'racegames'; did you mean 'race_games'?",
        ),
        (
            lambda: cq.match("Rush", "Rush", "Rush"),  # pyright: ignore
            TypeError,
            "match: too many positional arguments",
        ),
        (
            lambda: cq.counter("Rush", race_games="many"),  # pyright: ignore
            cq.InputError,
            "race_games=: Expected `int`",
        ),
        (lambda: cq.match("Rush", "Rush", games=-1), cq.InputError, "games= must be at least"),
        (lambda: cq.match("Rush", "Rush", agent="fpo"), cq.InputError, "fpu"),
        (lambda: cq.match("Rush", "Rush", set="champion.cots=1"), cq.InputError, "no 'cots'"),
        (lambda: cq.match("Rush", "Rush", actions="most"), cq.InputError, "thesis, full"),
        (cq.whatif, cq.InputError, 'Give set="champion.cost=225"'),
        (lambda: cq.rank(budget="soon"), cq.InputError, "no time such as 15m"),
        (lambda: cq.rank(budget="1m", games=9), cq.InputError, "leave out games"),
        (lambda: cq.counter("Rush", budget="1m", race_games=0), cq.InputError, "leave out race"),
        (lambda: cq.counter("Rush", require="Z>1"), cq.InputError, "Z"),
        (lambda: cq.counter(resume="latest"), cq.InputError, "give db"),
        (lambda: cq.counter("Rush", resume="x", db="a"), cq.InputError, "leave out target"),
        (lambda: cq.enumerate("most"), cq.InputError, "maximal, exact or all"),  # pyright: ignore
        (lambda: cq.setup(7), cq.InputError, "a text or a setup was expected"),  # pyright: ignore
    ],
)
def test_mistakes_are_said_before_any_game(call, error: type[Exception], says: str):
    with pytest.raises(error) as caught:
        call()
    assert says in str(caught.value)
    assert "--" not in str(caught.value)

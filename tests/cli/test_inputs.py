"""Inputs that make no sense: every command refuses them in one line, without a trace."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main
from conquest_opt.cli.play.protocol import Protocol
from conquest_opt.engine import Game, GameRecord
from conquest_opt.setups import army

DEEP = "[" * 100_000
NO_FORMATION = '{"troops":"SSC","formation":0}'
TOO_DEEP = "more than 32 deep"
SLIPS = ["1_0", "\u0661\u0662", "²", "9" * 5000]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def assert_refused(result: Result, says: str) -> None:
    """The command ended with an error that a person can read on a terminal."""
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (1, 2)
    assert says in result.output
    assert "\x1b" not in result.output
    assert "Traceback" not in result.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "content", "words", "says"),
    [
        ("f0.json", NO_FORMATION, "setups check", "formation must be a list of texts, not 0"),
        ("f0.json", NO_FORMATION, "setups show", "formation must be a list of texts"),
        ("f0.json", NO_FORMATION, "match Rush", "formation must be a list of texts"),
        ("a.json", DEEP, "setups check", TOO_DEEP),
        ("a.json", '{"troops":' + "9" * 5000 + "}", "setups check", "5,000 digits"),
        ("a.json", '{"troops":"S\\ud800"}', "setups check", "surrogate"),
        ("a.json", '{"troops":"\\u001b[2J"}', "setups check", "unknown troop '\\x1b'"),
        ("a.json", DEEP, "tournament --setups", TOO_DEEP),
        ("a.json", "{" + DEEP, "tournament --setups", "no JSON"),
        ("a.csv", "setup,b\n" + "x" * 200_000 + ",1\n", "tournament --setups", "field limit"),
        ("a.toml", "a = " + DEEP, "setups list --rules", TOO_DEEP),
        ("a.toml", "a" + ".a" * 100_000 + " = 1", "setups list --rules", TOO_DEEP),
        ("a.toml", "max_turns = " + "9" * 5000, "setups list --rules", "more than 30 digits"),
        ("a.toml", "max_turns = " + "9" * 25, "setups list --rules", "max_turns must be from 1"),
        ("a.toml", "max_turns = nan", "setups list --rules", "no finite number"),
        ("a.toml", '"\\u001b[2J" = 1', "setups list --rules", "unknown rule"),
        ("a.toml", "a = " + DEEP, "whatif --set champion.cost=225 --base", TOO_DEEP),
        ("a.jsonl", DEEP, "replay --verify", TOO_DEEP),
        ("a.jsonl", '{"setups":' + DEEP, "replay --verify", TOO_DEEP),
        ("a.jsonl", '{"seed":' + "9" * 5000 + "}", "replay --verify", "5,000 digits"),
        ("a.json", DEEP, "play --resume", TOO_DEEP),
        ("a.json", DEEP, "balance --free *.cost --target", TOO_DEEP),
        ("a.toml", "matchup = " + DEEP, "balance --free *.cost --target", TOO_DEEP),
        ("a.csv", "a,b,score\n" + "x" * 200_000, "balance --free *.cost --target", "field limit"),
        (
            "a.json",
            '[{"a":["Rush"],"b":"Venom","score":1}]',
            "balance --free *.cost --target",
            "is text",
        ),
        ("a.sql", "\x00", "sql --file", ""),
    ],
)
def test_files_are_refused_in_one_line(
    folder: Path, name: str, content: str, words: str, says: str
):
    (folder / name).write_text(content, encoding="utf-8")
    assert_refused(run(*words.split(), name), says)


def protocol_files(folder: Path) -> dict[str, str]:
    """Write files that a protocol may be pointed at; return what each is answered."""
    texts = {
        "f0.json": (NO_FORMATION, "formation must be a list"),
        "deep.json": (DEEP, TOO_DEEP),
        "object.json": ('{"troops":' * 100_000, TOO_DEEP),
        "digits.json": ('{"troops":' + "9" * 5000 + "}", "5,000 digits"),
        "nan.json": ('{"troops":NaN}', "NaN is no number"),
        "list.json": ("[]", "a setup is an object"),
        "empty.json": ("", "no JSON"),
        "nul.json": ("\0", "no JSON"),
        "wide.json": (json.dumps({"formation": ["S" * 100_000]}), "100,000 squares"),
        "tall.json": (json.dumps({"formation": [""] * 100_000 + ["S"]}), "does not fit"),
        "many.json": (json.dumps({"troops": "S" * 100_000}), "no room"),
        "twice.json": (json.dumps({"troops": "S", "commands": ["charge"] * 10_000}), "twice"),
    }
    for name, (text, _) in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "folder.json").mkdir()
    return {name: says for name, (_, says) in texts.items()} | {
        "folder.json": "Is a directory",
        "missing.json": "No such file",
        "a\0b.json": "no file's name",
    }


def test_the_protocol_answers_whatever_is_in_a_file(folder: Path):
    protocol = Protocol()
    for name, says in protocol_files(folder).items():
        for line in (f"newgame {name} S", f"newgame S {name}"):
            [answer] = protocol.answer(line)
            assert answer.startswith("error ")
            assert not answer.startswith("error internal")
            assert says in answer


@pytest.mark.parametrize(
    "line",
    [
        *(f"newgame C S seed {slip}" for slip in SLIPS),
        *(f"go advances {slip}" for slip in SLIPS),
        *(f"go agent fpu:k={slip}" for slip in [*SLIPS, "nan", "inf", "1e308"]),
        *(f"rules champion.cost={slip}" for slip in SLIPS),
        "rules \u212anight.cost=30",
        "apply \u017felect k3",
        "apply select \u212a3",
        "apply select k²",
        "apply " + "select " * 100_000,
        "position \x1b[2J",
        "position " + "1 " * 100_000,
        "go agent style:latest:\u0663:1",
        "go agent gr\x1beedy",
        "newgame \u017f S",
        "newgame C S seed",
        "\0",
        "\x1b[2J",
    ],
)
def test_the_protocol_refuses_slips(line: str):
    protocol = Protocol()
    protocol.answer("newgame C S")
    before = protocol.answer("position")
    [answer] = protocol.answer(line)
    assert answer.startswith("error ")
    assert not answer.startswith("error internal")
    assert answer.isprintable()
    assert protocol.answer("position") == before


def test_an_error_that_nobody_thought_of_is_answered_too(monkeypatch: pytest.MonkeyPatch):
    def broken(_: Game) -> list[str]:
        raise ZeroDivisionError("by 0")

    protocol = Protocol()
    protocol.answer("newgame C S")
    monkeypatch.setattr(Game, "legal_actions", broken)
    assert protocol.answer("legal") == ["error internal ZeroDivisionError: by 0"]
    assert protocol.answer("isready") == ["readyok"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["match", "Default", "Rush", "--games", "9" * 20], "268,435,456 at most"),
        (["match", "Default", "Rush", "--games", "9" * 5000], "268,435,456 at most"),
        (["match", "Default", "Rush", "--games", "1_0"], "'1_0' is no whole number"),
        (["match", "Default", "Rush", "--games", "\u0661\u0662"], "is no whole number"),
        (["match", "Default", "Rush", "--seed", "9" * 25], "is not in the range"),
        (["match", "Default", "Rush", "--seed", "9" * 50], "18,446,744,073,709,551,615"),
        (["match", "Default", "Rush", "--threads", "²"], "is no whole number"),
        (["match", "Default", "Rush", "--alpha", "1_0"], "is no number"),
        (["match", "Default", "Rush", "--alpha", "nan"], "is no number"),
        (["match", "Default", "Rush", "--sprt", "0,1_0"], "is no two numbers"),
        (["tournament", "--games", "9" * 20], "268,435,456 at most"),
        (["ladder", "random", "fpu", "--games", "9" * 20], "268,435,456 at most"),
        (["ladder", "random", "fpu", "--advances", "9" * 20], "not in the range"),
        (["actionspace", "--games", "9" * 20], "not in the range"),
        (["evolve", "counter", "--target", "Rush", "--population", "9" * 20], "100,000 at most"),
        (["evolve", "counter", "--target", "Rush", "--population", "2000000"], "100,000 at most"),
        (["evolve", "rank", "--rounds", "9" * 20], "at most"),
        (["evolve", "meta", "--rounds", "9" * 20], "at most"),
        (["evolve", "styles", "--generations", "9" * 20], "at most"),
        (["evolve", "rank", "--budget", "\u0663h"], "is no time"),
        (["evolve", "rank", "--budget", "9" * 400 + "h"], "longer than 1000 days"),
        (["tune", "fpu", "--iterations", "9" * 20], "at most"),
        (["whatif", "--set", "champion.cost=225", "--games", "9" * 20], "at most"),
        (
            ["whatif", "--sweep", "champion.cost=\u0661\u0665\u0660..\u0662\u0665\u0660"],
            "a sweep is",
        ),
        (["balance", "--free", "*.cost=\u0662..\u0664", "--dry-run"], "limits are"),
        (["balance", "costs", "--games", "9" * 20], "at most"),
        (["play", "C", "S", "--seed", "9" * 30], "not in the range"),
        (["position", "C", "S", "--seed", "1_0"], "is no whole number"),
        (["replay", "x.jsonl", "--game", "\u0663"], ""),
        (["enumerate", "--points", "9" * 5000], "1,000,000 at most"),
        (["enumerate", "--points", "1_0"], "is no range such as 900..1000"),
        (["enumerate", "--troops", "abc"], "is no range such as 3..6"),
        (["enumerate", "--troops", "17"], "16 at most"),
        (["enumerate", "--require", "999999999*C+999999999*C>=1"], "999,999,999 at most"),
        (["enumerate", "--all", "--exact"], "give one of --all and --exact"),
        (["enumerate", "--maximal", "--all", "--count"], "give one of --all and --maximal"),
        (["agents", "greedi"], "did you mean greedy?"),
        (["agents", "gr\x1b[2Jeedy"], "did you mean greedy?"),
        (["setups", "check", "SSC:char\x1b[2Jge"], "did you mean charge?"),
        (["setups", "check", "Defa\x1bult"], "did you mean Default?"),
        (["setups", "check", "\u017f\u017fC"], "unknown troop"),
        (["setups", "check", "\u212aKC"], "unknown troop"),
        (["setups", "check", "no\x1bsuch.json"], "No such file"),
        (["setups", "list", "--set", "cham\x1bpion.cost=1"], "did you mean"),
        (["setups", "list", "--set", "champion.cost=\u0663"], "plain letters"),
        (["position", "Ru\x1bsh", "Rush"], "did you mean Rush?"),
        (["position", "12 0 selection - 0/0 -/- Ck3=500/Sk18=100 - stream=zz"], "16 hex digits"),
        (["position", "1 0 selection - 0/0 -/- Ck3=500/Sa1=100!bombard - -"], "selection phase"),
    ],
)
def test_slips_on_the_command_line_are_refused(folder: Path, words: list[str], says: str):
    assert_refused(run(*words), says)
    assert not (folder / "conquest.duckdb").exists()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("queries") / "small.duckdb")
    assert run("enumerate", "--require", "C>=4", "--db", path).exit_code == 0
    return path


QUERY = "SELECT 'Rush' AS setup, {} AS weight"


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("[1]", "must hold numbers"),
        ("{'a': 1}", "must hold numbers"),
        ("DATE '2020-01-01'", "must hold numbers"),
        ("'2'", "must hold numbers"),
        ("true", "must hold numbers"),
        ("[]", "must hold numbers"),
        ("'infinity'::TIMESTAMP", "must hold numbers"),
        ("DATE '99999-01-01'", "must hold numbers"),
        ("NULL::DOUBLE", "no number in some rows"),
        ("1e308", "at most 1,000,000,000"),
        ("'nan'::DOUBLE", "above 0"),
        ("'infinity'::DOUBLE", "above 0"),
        ("-1", "above 0"),
    ],
)
def test_weights_of_a_query_are_numbers(database: str, value: str, says: str):
    words = ["evolve", "counter", "--opponents", QUERY.format(value), "--dry-run"]
    assert_refused(run(*words, "--db", database), says)


@pytest.mark.parametrize(
    "column", ["[1]", "{'a': 'Rush'}", "DATE '2020-01-01'", "'infinity'::TIMESTAMP", "3"]
)
def test_setups_of_a_query_are_texts(database: str, column: str):
    for query in (f"SELECT {column} AS setup", f"SELECT {column} AS setup, 1 AS weight"):
        words = ["evolve", "counter", "--opponents", query, "--dry-run"]
        assert_refused(run(*words, "--db", database), "must hold texts")


@pytest.mark.parametrize("weight", ["1e308", "1_0", "\u0663", "nan", "inf", "1e999"])
def test_weights_that_make_no_sense_are_refused(folder: Path, weight: str):
    opponents = f"Rush={weight},Venom=1"
    assert_refused(run("evolve", "counter", "--opponents", opponents, "--dry-run"), "a weight is")


def test_names_of_records_are_cleaned_where_they_come_in(folder: Path):
    game = Game.new(army("C"), army("S"))
    record = GameRecord.of(game, ("\x1b]0;owned\x07", "\u202eRush"))
    (folder / "a.jsonl").write_text(record.to_json())
    result = run("replay", "a.jsonl")
    assert result.exit_code == 0
    assert "\\x1b]0;owned\\x07 against \\u202eRush" in result.output
    for name in (3, None, ["x"], "x" * 301):
        data = json.loads(record.to_json())
        data["setups"][0]["name"] = name
        (folder / "a.jsonl").write_text(json.dumps(data))
        assert_refused(run("replay", "a.jsonl"), "a setup's name is a text")


def test_names_of_files_are_cleaned_where_they_come_in(folder: Path):
    (folder / "a\x1b[2J.json").write_text('{"troops": "SSC"}')
    words = ["match", "a\x1b[2J.json", "Rush", "--games", "2", "--quick", "--no-db"]
    result = run(*words)
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert "a\\x1b[2J against Rush" in result.output
    assert json.loads(run(*words, "--json").stdout)["a"]["name"] == "a\\x1b[2J"

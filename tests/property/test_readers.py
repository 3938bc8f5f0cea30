"""Whatever comes in, a reader gives a value or the project's own error: nothing else leaves it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.inputs.asked import Asked
from conquest_opt.arena.inputs.rules import read_rules
from conquest_opt.arena.inputs.setup_lists import read_setups
from conquest_opt.arena.inputs.shares import read_opponents
from conquest_opt.arena.stats.cycles import parse_threshold
from conquest_opt.balance.rules.edits import parse_sweep
from conquest_opt.balance.search.space import RuleSpace
from conquest_opt.balance.search.target import Target, read_target
from conquest_opt.cli.play.protocol import Protocol
from conquest_opt.cli.play.save import SavedGame, Seats, read_save
from conquest_opt.engine import Army, Game, GameRecord, InputError, Ruleset
from conquest_opt.engine.reading.files import parse_json
from conquest_opt.engine.reading.numbers import real_number, whole_number
from conquest_opt.engine.records import read_records
from conquest_opt.evolve.styles.features import FEATURES, FeatureAxis
from conquest_opt.setups import Setup, army
from conquest_opt.setups.require import parse_requirement
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

GAME = Game.new(army("Default"), army("Rush"), seed=3).apply("select p3")
RECORD = GameRecord.of(GAME)
SAVED = SavedGame(RECORD, Seats("first", "greedy", "greedy"))

PARTS = (
    *(
        "Default",
        "SSC:charge,cry",
        "CC",
        "\u017f",
        "\u212a",
        "\u0663",
        "²",
        "1_0",
        "9" * 40,
        "1e308",
    ),
    *("nan", "-1", "0", "25", "..", ":", "=", ",", "/", "!bombard", "!charge", "stream=zz", "x"),
    *("champion.cost", "*.cost", "winds=random", "fpu:k=0.3", "greedy", "advances", "seed", "k3"),
    *("selection", "attacks", "C>=2", "+", "%", " ", "-", "\x1b[2J", "\0", "\ud800", "\n", ".json"),
    *("select", "position", "newgame", "rules", "apply", "legal", "[", "{", '"', "null", "#"),
)
TEXTS = st.lists(st.sampled_from(PARTS) | st.text(max_size=4), max_size=8).map("".join)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.just(10**400)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
)


def listed(path: Path) -> list[str]:
    """Return the setups of a file."""
    return read_setups([str(path)], Asked())


FROM_TEXT: dict[str, Callable[[str], object]] = {
    "setup": Setup.parse,
    "agent": AgentSpec.parse,
    "edit": Ruleset().edit,
    "requirement": parse_requirement,
    "sweep": lambda text: parse_sweep(text, Ruleset()),
    "space": lambda text: RuleSpace.of(Ruleset(), [text]),
    "threshold": parse_threshold,
    "axis": lambda text: FeatureAxis.parse(text, FEATURES),
    "position": Game.from_position,
    "action": lambda text: GAME.copy().apply(text),
    "record": GameRecord.from_json,
    "save": SavedGame.from_json,
    "JSON": parse_json,
    "whole number": whole_number,
    "real number": real_number,
    "setups": lambda text: read_setups([text], Asked()),
    "opponents": lambda text: read_opponents(None, [text], Asked()),
}
SHAPES: dict[str, tuple[Callable[[Any], object], Any]] = {
    "setup": (Setup.from_dict, {"troops": "SC", "commands": ["charge"], "formation": ["S C"]}),
    "rules": (Ruleset.from_dict, Ruleset().to_dict()),
    "position": (Game.from_dict, GAME.to_dict()),
    "record": (GameRecord.from_dict, json.loads(RECORD.to_json())),
    "target": (lambda v: Target.of([v]), {"a": "Rush", "b": "Venom", "score": 0.6}),
    "formation": (Army.from_formation, ["S C"]),
}
FILES: dict[str, tuple[Callable[[Path], object], str, bytes]] = {
    "setup": (Setup.from_file, ".json", b'{"troops": "SSC", "formation": ["SS  C"]}'),
    "rules": (read_rules, ".toml", b"max_turns = 300\n[champion]\ncost = 225\n"),
    "records": (lambda path: list(read_records(path)), ".jsonl", RECORD.to_json().encode() + b"\n"),
    "save": (read_save, ".json", SAVED.to_json().encode()),
    "target csv": (read_target, ".csv", b"a,b,score\nRush,Venom,60 %\n"),
    "target toml": (read_target, ".toml", b'[[matchup]]\na="Rush"\nb="Venom"\nscore=0.6\n'),
    "target json": (read_target, ".json", b'[{"a":"Rush","b":"Venom","score":0.6}]'),
    "setups csv": (listed, ".csv", b"setup,n\nRush,1\n"),
    "setups txt": (
        listed,
        ".txt",
        b"setup\nRush\nSSC # x\n",
    ),
    "setups json": (listed, ".json", b'["Rush", "SSC"]'),
}
OWN = InputError
"""What may leave a reader: errors of one line that a person can act on."""

FINE = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large)
quick = settings(max_examples=60, suppress_health_check=FINE, deadline=None)


def holds(read: Callable[..., object], value: object) -> None:
    """Read a value; refused, it says why in one line that a terminal can show."""
    try:
        read(value)
    except OWN as error:
        message = str(error)
        assert message
        assert message.isprintable(), message
        assert len(message) < 2000


@pytest.mark.parametrize("read", FROM_TEXT.values(), ids=FROM_TEXT)
@quick
@given(text=TEXTS)
def test_texts(read: Callable[[str], object], text: str):
    holds(read, text)


@st.composite
def mutated(draw: st.DrawFn, value: Any) -> Any:
    """Return a value with something in it replaced, at any depth."""
    if not draw(st.booleans()) or not value or not isinstance(value, list | dict):
        return draw(VALUES)
    if isinstance(value, list):
        place = draw(st.integers(0, len(value) - 1))
        return [*value[:place], draw(mutated(value[place])), *value[place + 1 :]]
    key = draw(st.sampled_from(sorted(value)))
    if draw(st.integers(0, 4)) == 0:
        return {k: v for k, v in value.items() if k != key}
    return value | {key: draw(mutated(value[key]))}


@pytest.mark.parametrize("name", SHAPES)
@quick
@given(data=st.data())
def test_values(name: str, data: st.DataObject):
    read, good = SHAPES[name]
    read(good)
    holds(read, data.draw(mutated(good)))


@pytest.mark.parametrize("name", FILES)
@quick
@given(data=st.data())
def test_files(tmp_path: Path, name: str, data: st.DataObject):
    read, ending, good = FILES[name]
    path = tmp_path / f"file{ending}"
    path.write_bytes(good)
    read(path)
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(good))] * 2)))
    put = data.draw(
        st.binary(max_size=4)
        | TEXTS.map(lambda text: text.encode(errors="replace"))
        | st.sampled_from([b"[" * 5000, b"9" * 5000, b"x" * 140_000, b"a.a" * 200, b"NaN", b"\0"])
    )
    path.write_bytes(good[:first] + put + good[last:])
    holds(read, path)


@quick
@given(lines=st.lists(TEXTS.filter(lambda text: "go" not in text), max_size=3))
def test_the_protocol(lines: list[str]):
    protocol = Protocol()
    for line in ["newgame C S", *lines]:
        answers = protocol.answer(line)
        assert answers or not line.strip()
        assert all(answer.isprintable() for answer in answers)
        assert not any(answer.startswith("error internal") for answer in answers)
    assert protocol.answer("isready") == ["readyok"]

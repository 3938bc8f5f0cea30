"""Settings: default, limits and help stand once; options are made from them."""

from typing import Annotated, Any

import click
import pytest
from click.testing import CliRunner
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.run.headings import SEARCH, SPEND
from conquest_opt.arena.run.settings import Settings, option, settings_of
from conquest_opt.balance.kinds import KINDS
from conquest_opt.cli.options.grouped import RunCommand, with_options
from conquest_opt.cli.options.settings import settings_options


class Sizes(Settings, frozen=True, kw_only=True):
    """An example."""

    games: Annotated[int, option("Of each.", SPEND, least=2)] = 8
    width: Annotated[int, option("At a time.", SPEND, least=1, most=9)] = 3
    share: Annotated[float | None, option("If any.", SPEND, shown="a half")] = None
    agent: Annotated[str, option("Plays.", SPEND, agent=True)] = "greedy"
    named: Annotated[bool, option("Without named ones.", SEARCH, flags=("--no-named",))] = True
    hidden: int = 5


def show(**values: Any) -> None:
    """Show the settings."""
    click.echo(repr(Sizes(**{name: one for name, one in values.items() if one is not None})))


command = click.command(cls=RunCommand)(with_options(show, settings_options(Sizes)))


def run(*words: str) -> str:
    return CliRunner().invoke(command, words, env={"COLUMNS": "80"}).output


def test_options_have_the_defaults_of_the_class():
    assert run() == repr(Sizes()) + "\n"
    changed = run("--games", "4", "--width", "2", "--share", "0.5", "--agent", "fpu", "--no-named")
    assert changed == repr(Sizes(games=4, width=2, share=0.5, agent="fpu", named=False)) + "\n"


def test_help_lists_options_under_headings():
    text = run("--help")
    headings = [line for line in text.splitlines() if line.endswith(":") and line[0].isalpha()]
    assert headings == [f"{SEARCH}:", f"{SPEND}:", "Options:"]
    assert "Of each.  [default: 8]" in text
    assert "[default: (a half)]" in text
    assert "--hidden" not in text


def test_limits_are_those_of_the_class():
    with pytest.raises(ArenaError, match="games= must be at least 2, not 1"):
        Sizes(games=1)
    with pytest.raises(ArenaError, match="width= must be at most 9, not 10"):
        Sizes(width=10)
    assert "10 is not in the range 1<=x<=9" in run("--width", "10")


def test_agents_are_checked_and_written_in_one_way():
    assert Sizes(agent="fpu:k=0.30,advances=3000").agent == "fpu:k=0.3"
    with pytest.raises(ValueError, match="thinks by the clock"):
        Sizes(agent="fpu:ms=5")


def test_every_described_setting_has_a_sentence_and_a_heading():
    described = 0
    for kind in KINDS.values():
        settings = kind.task_class().__annotations__.get("settings")
        for name, meta in settings_of(settings).items() if settings else ():
            described += 1
            assert (meta.description or "").endswith("."), f"{kind.name}: {name}"
            assert (meta.extra or {})["group"], f"{kind.name}: {name}"
    assert described > 60

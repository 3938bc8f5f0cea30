"""A run has one number for each thing: the terminal, `--json` and the page say the same."""

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import duckdb
import pytest

from tests.contract.test_run_kinds import Finished, copied, each, is_slow_to_report
from tests.goldens.playing import Played, invoke
from tests.run_kinds import Kind

pytestmark = pytest.mark.slow

SHARE = re.compile(r"(\d+\.\d) % \[(\d+\.\d), (\d+\.\d)\]")
"""A share with its interval, as all of the words have it."""


@pytest.fixture
def said(finished: Finished, tmp_path) -> Callable[[Kind], tuple[str, Any, str]]:
    """Return what a kind's run says on the terminal, as JSON, and on its page."""

    def of(kind: Kind) -> tuple[str, Any, str]:
        played = finished(kind)
        db = copied(played, tmp_path)
        result = invoke([*kind.command, "--resume", str(played.run)], db)
        assert result.exit_code == 0, result.output
        made = invoke(["report", str(played.run), "-o", str(tmp_path / "page")], db)
        assert made.exit_code == 0, made.output
        html = (tmp_path / "page/index.html").read_text()
        return one_line(result.stdout), json.loads(played.output), text_of(html)

    return of


def one_line(text: str) -> str:
    """Return a text without line breaks."""
    return " ".join(text.split())


def text_of(html: str) -> str:
    """Return the words of a page."""
    body = re.sub(r"<(style|script)>.*?</\1>", "", html, flags=re.DOTALL)
    return one_line(unescape(re.sub(r"<[^>]*>", " ", body)).replace("\u00a0", " "))


def numbers(value: object) -> Iterator[float]:
    """Yield every number of a JSON document."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from numbers(inner)
    elif isinstance(value, int | float):
        yield float(value)


def drawn_at_the_limit(played: Played) -> tuple[int, int]:
    """Return how many games a run stored that scores rest on, and how many were drawn."""
    query = (
        "SELECT count(*), count(*) FILTER (drawn) FROM (SELECT reason = 'turn limit' AS drawn "
        "FROM games UNION ALL SELECT winner = 'draw' FROM action_space_duels)"
    )
    with duckdb.connect(str(played.db), read_only=True) as connection:
        [row] = connection.execute(query).fetchall()
    return row


@pytest.mark.parametrize("kind", each(slow=is_slow_to_report))
def test_terminal_json_and_page_say_the_same(
    kind: Kind, said: Callable[[Kind], tuple[str, Any, str]], finished: Finished
):
    terminal, document, page = said(kind)
    shares = [match.group() for match in SHARE.finditer(terminal)]
    assert shares or kind.name in NO_SHARES
    every = [number for number in numbers(document) if 0 <= number <= 1]
    percentages = {f"{100 * share:.1f}" for number in every for share in (number, 1 - number)}
    for share in shares:
        assert share in page
        assert set(re.findall(r"\d+\.\d", share)) <= percentages
    title = TITLES[kind.name]
    assert page.startswith(f"{title} {title} ")  # of the tab, and above
    for limit in limits(document):
        assert (limit["games"], limit["drawn"]) == drawn_at_the_limit(finished(kind))
        share = f"{100 * limit['share']:.1f} %"
        note = (
            f"{limit['drawn']:,} of {limit['games']:,} games ({share}) were drawn at the turn limit"
        )
        assert (note in terminal) == (note in page) == (limit["share"] > 0.1) == limit["many"]


@pytest.mark.parametrize("kind", each(slow=lambda kind: kind.name == "actionspace"))
def test_the_estimate_is_of_the_games_that_are_played(
    kind: Kind, finished: Finished, tmp_path, monkeypatch
):
    monkeypatch.setattr("conquest_opt.arena.run.parts.SAMPLE_SECONDS", 0.02)
    words = [*kind.words, "--dry-run"]
    text = invoke(words, tmp_path / "none.duckdb").stdout
    estimate = json.loads(invoke([*words, "--json"], tmp_path / "none.duckdb").stdout)
    played = finished(kind)
    output = invoke([*kind.command, "--resume", str(played.run)], copied(played, tmp_path)).stdout
    [games] = re.findall(r"^([\d,]+) games in ", output, flags=re.MULTILINE)
    most = "at most " if estimate["at_most"] else ""
    assert text.startswith(f"{most}{estimate['games']:,} games")
    count = int(games.replace(",", ""))
    assert count <= estimate["games"] if most else count == estimate["games"]


def limits(document: Any) -> list[dict[str, Any]]:
    """Return what a document says of the turn limit; a list says it in each of its parts."""
    parts = document if isinstance(document, list) else [document]
    return [part["turn_limit"] for part in parts]


NO_SHARES = ("actionspace", "agreement", "balance", "costs", "whatif")
"""Kinds whose terminal has shares with intervals in tables only, in units of its own."""

TITLES = {
    "match": "IAmWarrior (fpu:advances=2500) against SSFFHHAMKC:charge (fpu:advances=1500)",
    "tournament": "Tournament of Venom, Default, Rush, SSC:charge, played by weighted-random",
    "ladder": "Ladder of fpu:advances=60, weighted-random, random",
    "agreement": "Agreement of greedy (1), weighted-random, greedy (3) about setups",
    "explain": "Why IAmWarrior beats SSKKC:bombard,charge, played by "
    "strategist:advances=60,weights=w2",
    "actionspace": "Reductions of the action space with Rush, played by fpu:advances=40",
    "counter": "Search for setups that beat Rush, played by greedy",
    "formation": "Search for the formation of Rush, played by greedy",
    "improve": "Small changes of Rush, played by greedy",
    "rank": "Ranking of 573 setups, played by weighted-random, greedy",
    "meta": "The metagame as greedy plays it: FHAMC:stoicism,regenerate,bombard,shield-wall",
    "styles-weights": "Map of styles of greedy, by attacks and distance",
    "styles-setups": "Map of setups played by greedy, by troops and ranged-points",
    "tune": "Tuning of greedy:noise=10 against random",
    "whatif": "What if knight.cost is 75 or 125?",
    "balance": "Search for balance among changes of *.cost, champion.*",
    "costs": "What troops and commands are worth in points, by greedy",
}
"""What the page of each kind is called: what was played, not when."""

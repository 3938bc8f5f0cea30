"""Where more than a tenth of a run's games are drawn at the turn limit, it says so."""

import pytest
from conquest_opt.arena.match.task import MatchTask
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.report import build_page
from conquest_opt.arena.run.runner import run_task, stored_task
from conquest_opt.arena.run.turn_limit import TurnLimit
from conquest_opt.balance.kinds import KINDS
from conquest_opt.results import Store
from conquest_opt.results.page.terminal import terminal_text


@pytest.mark.parametrize(("drawn", "said"), [(0, False), (10, False), (11, True), (100, True)])
def test_more_than_a_tenth_is_said(drawn: int, said: bool):
    limit = TurnLimit(games=100, drawn=drawn)
    assert bool(limit.note()) == said == limit.json()["many"]
    assert limit.json() == {"games": 100, "drawn": drawn, "share": drawn / 100, "many": said}


def test_a_run_without_games_says_nothing():
    assert TurnLimit(games=0, drawn=0).note() == ""


def match(turns: int) -> MatchTask:
    a, b = Entrant.of("Default", "random"), Entrant.of("IAmWarrior", "random")
    return MatchTask(a=a, b=b, games=10, edits=(f"max_turns={turns}",))


@pytest.mark.parametrize(("turns", "drawn"), [(2, 10), (30_000, 0)])
def test_terminal_json_and_page_say_how_many(tmp_path, turns: int, drawn: int):
    store = Store(tmp_path / "a.duckdb")
    values = run_task(match(turns), Threads(1), store=store).values
    share = drawn / 10
    limit = {"games": 10, "drawn": drawn, "share": share, "many": drawn > 1}
    assert values.document("x")["turn_limit"] == limit
    note = f"{drawn} of 10 games ({100 * share:.1f} %) were drawn at the turn limit"
    terminal = " ".join(terminal_text(values.full_summary(), 80).split())
    page = build_page(store, "latest", KINDS).markdown()
    assert (note in terminal) == (note in page) == (drawn > 1)


def test_a_resumed_run_counts_the_games_that_were_stored(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    first = run_task(match(2), Threads(1), store=store).values
    stored = stored_task(store, "latest", KINDS)
    again = run_task(stored.task, Threads(1), store=store, resumed=stored).values
    assert first.turn_limit == again.turn_limit == TurnLimit(games=10, drawn=10)


def test_a_run_that_has_not_ended_is_counted_too(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    run_task(match(2), Threads(1), store=store)
    store.change("DELETE FROM run_results")
    assert "10 of 10 games (100.0 %)" in build_page(store, "latest", KINDS).markdown()

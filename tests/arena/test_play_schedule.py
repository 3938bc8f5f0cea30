"""Playing in bulk: the same rows for any number of threads and after any interruption."""

import threading

import numpy as np
import pytest
from click.testing import CliRunner
from conquest_opt.arena.kinds import KINDS
from conquest_opt.arena.match.task import MatchTask
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import ArenaError, Interrupted
from conquest_opt.arena.play.play_schedule import play_schedule, spread
from conquest_opt.arena.play.player import DRAW, FIRST, SECOND, GameResult, Keep
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.threads import Threads, cores
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.runner import run_task, stored_task
from conquest_opt.arena.tournament.task import TournamentTask
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.arenas import SETUPS, StopAfter, begun, played, rows, small

KEEP = Keep(events=True, records=True)


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(tmp_path / "a.duckdb")


def test_rows_are_the_same_for_any_number_of_threads(store):
    runs = [played(store, small(), threads=threads, keep=KEEP) for threads in (1, 2, 5)]
    for table in ("games", "game_events", "game_records"):
        one, *others = (rows(store, run, table) for run in runs)
        assert one.num_rows
        assert all(one.equals(other) for other in others)


def tournament(pairs: int = 3) -> TournamentTask:
    """Return the tournament that plays what `small` does."""
    task = TournamentTask.of(SETUPS, "random", games=2 * pairs, edits=("max_turns=60",), seed=1)
    assert task.schedule == small(pairs=pairs)
    return task


def test_a_stopped_run_goes_on_where_it_was(store):
    task, stored = tournament(pairs=4), None
    whole = run_task(task, Threads(2), store=store)
    done = False
    for limit in (1, 4, 6, 99):
        games_before = stored.games if stored else 0
        if limit > 1:
            assert stored
            assert stored.task == task
        progress = StopAfter(limit)
        try:
            run_task(
                task, Threads(2), store=store, resumed=stored, progress=progress,
                stop=progress.stop,
            )  # fmt: skip
            done = True
        except Interrupted:
            done = False
        assert progress.before == games_before
        assert done == (games_before + progress.games == len(task.schedule))
        stored = stored_task(store, "latest", KINDS, "tournament")
        assert stored.finished == done
    assert done
    assert whole.run
    assert stored
    assert rows(store, stored.run).equals(rows(store, whole.run))


def test_a_thread_that_fails_ends_the_run_and_loses_nothing(store, monkeypatch):
    from conquest_opt.arena.play.player import Player

    play = Player.play

    def failing(self, game: int) -> GameResult:
        if game == 7:
            raise ArenaError("the table broke")
        return play(self, game)

    monkeypatch.setattr(Player, "play", failing)
    with pytest.raises(ArenaError, match="the table broke"):
        run_task(tournament(), Threads(1), store=store)
    [run] = store.runs()
    assert run.status == "failed"
    assert rows(store, run.run)["game"].to_pylist() == list(range(7))


def test_nothing_is_begun_once_stopped(store):
    stop, schedule = threading.Event(), small(pairs=200)
    stop.set()
    board = ResultBoard(schedule)
    assert not play_schedule(board, Threads(2), keep=Keep(), stop=stop)
    assert board.played < len(schedule)


def test_a_run_is_resumed_only_as_what_it_is(store, monkeypatch):
    run = run_task(tournament(pairs=1), Threads(1), store=store).run
    assert run
    again = f"conquest-opt tournament --resume {run} --db {store.path}"
    resumes = f"is no ladder; {again} resumes it"
    with pytest.raises(ArenaError, match=resumes):
        stored_task(store, run, KINDS, "ladder")
    other = store.begin_run(kind="enumerate", ruleset=Ruleset())
    with pytest.raises(ArenaError, match=r"is no match$"):
        stored_task(store, other, KINDS, "match")
    with pytest.raises(ArenaError, match="still under way"):
        stored_task(store, begun(store, small()), KINDS, "match")
    monkeypatch.setattr("conquest_opt.arena.run.runner.version", lambda _: "99")
    with pytest.raises(ArenaError, match=r"was begun by conquest-opt .*, this is 99"):
        stored_task(store, run, KINDS, "tournament")


def test_sources_that_changed_are_told_when_a_run_goes_on(store, monkeypatch):
    a, b = (Entrant.of(setup, "random") for setup in SETUPS[:2])
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        run_task(MatchTask(a=a, b=b, games=400), Threads(1), store=store, stop=stop)
    [run] = [run.run for run in store.runs()]
    assert stored_task(store, run, KINDS).doubt is None
    monkeypatch.setattr("conquest_opt.arena.run.runner.fingerprint", lambda: "conquest-opt (other)")
    doubt = str(stored_task(store, run, KINDS).doubt)
    assert "this is conquest-opt (other). Its games may differ" in doubt
    assert "sources" in doubt
    words = ["match", "--resume", run, "--db", str(store.path)]
    output = CliRunner().invoke(main, words)
    assert f"warning: run {run} was begun by conquest-opt" in output.stderr
    assert output.exit_code == 0


class Wanting:
    """A rule that has enough once a has scored so much; it notes what it was asked."""

    def __init__(self, points: float) -> None:
        self.points, self.asked = points, list[int]()

    def enough(self, board: ResultBoard, pairs: int) -> bool:
        self.asked.append(pairs)
        return float(board.scores()[: 2 * pairs].sum()) >= self.points


def test_a_rule_decides_by_the_order_of_games_alone(store):
    kept = []
    for threads in (1, 2, 4):
        schedule, rule = small(pairs=40), Wanting(20)
        run = begun(store, schedule)
        evaluator = Evaluator(Threads(threads), schedule.rules, store=store, run=run)
        board = evaluator.play_schedule(schedule, rule=rule)
        evaluator.flush()
        assert rule.asked == list(range(1, len(rule.asked) + 1))
        assert 2 * len(rule.asked) == board.played < len(schedule)
        kept.append(rows(store, run))
        again = Evaluator(Threads(1), schedule.rules, store=store, run=run)
        assert again.play_schedule(schedule, rule=Wanting(20)).played == board.played
        assert rows(store, run).equals(kept[-1])
    assert kept[0].equals(kept[1])
    assert kept[0].equals(kept[2])


@pytest.mark.parametrize("count", [0, 1, 127, 128, 129, 1000])
def test_a_spread_is_the_same_games_in_another_order(count: int):
    games = np.arange(count) * 3
    assert sorted(spread(games).tolist()) == games.tolist()
    if count > 500:
        assert spread(games)[:64].max() > games[-10]


def result(game: int, winner: int) -> GameResult:
    return GameResult(
        game=game, winner=winner, turns=10 + game, actions=30, troops_left=(1, 0),
        decisions=(20, 10), advances=(200, 50), duration=0.1,
    )  # fmt: skip


def test_a_board_adds_up_by_matchup_and_side():
    board = ResultBoard(small(pairs=2))  # matchups 0-1, 0-2, 1-2; then the same again
    winners = [FIRST, FIRST, SECOND, DRAW, FIRST, SECOND, SECOND]
    board.record(result(game, winner) for game, winner in enumerate(winners))
    one, two, three = board.tallies()
    assert (one.score.wins, one.score.losses, one.score.pairs) == (1, 2, (0, 0, 1, 0, 0))
    assert (one.first.wins, one.first.losses, one.second.losses) == (1, 1, 1)
    assert (two.score.draws, two.score.losses, two.score.pairs) == (1, 1, (0, 1, 0, 0, 0))
    assert (three.score.wins, three.score.pairs) == (2, (0, 0, 0, 0, 1))
    assert one.turns_mean == (10 + 11 + 16) / 3
    assert board.missing().tolist() == list(range(7, 12))
    assert board.tally([0, 2]).score == one.score + three.score
    assert board.first_players().points == 3.5
    [first, *_] = board.matchup_rows().to_pylist()
    assert (first["name_a"], first["name_b"], first["games"]) == ("Default", "IAmWarrior", 3)
    assert board.advances_a_decision() == {"random": 250 / 30}


def test_all_cores_are_used_unless_told():
    assert Threads().number == cores() >= 1
    assert str(Threads(1)) == "1 thread"

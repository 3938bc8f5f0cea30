"""Playing in bulk: the same rows for any number of threads and after any interruption."""

import threading

import numpy as np
import pytest
from click.testing import CliRunner
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.play.play_schedule import Recorder, play_schedule, spread
from conquest_opt.arena.play.player import DRAW, FIRST, SECOND, Keep, Result
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.schedule import round_robin
from conquest_opt.arena.play.threads import Threads, cores
from conquest_opt.arena.run.campaign import Campaign
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.arenas import SETUPS, played, rows, small

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


def test_a_stopped_run_goes_on_where_it_was(store):
    schedule = small(pairs=4)
    whole = played(store, schedule, threads=2)
    campaign = Campaign(kind="match", schedule=schedule)
    run = campaign.begin(store)
    for limit in (1, 5, 11, 99):
        found = store.find_run(run)
        if limit > 1:
            store.end_run(run, "interrupted")
            campaign = Campaign.of_run(store.find_run(run), "match")
        board, stop = campaign.board(store, run), threading.Event()
        assert board.played == found.rows

        def told(_results, stop=stop, board=board, limit=limit):
            if board.played >= limit:
                stop.set()

        recorder = Recorder(store, run, schedule)
        done = play_schedule(
            board, Threads(2), keep=campaign.keep, stop=stop, recorder=recorder, told=told
        )
        assert done == (board.played == len(schedule))
    assert done
    assert rows(store, run).equals(rows(store, whole))


def test_a_thread_that_fails_ends_the_run_and_loses_nothing(store, monkeypatch):
    from conquest_opt.arena.play.player import Player

    play = Player.play

    def failing(self, game: int) -> Result:
        if game == 7:
            raise ArenaError("the table broke")
        return play(self, game)

    monkeypatch.setattr(Player, "play", failing)
    schedule = small()
    run = Campaign(kind="match", schedule=schedule).begin(store)
    board, recorder = ResultBoard(schedule), Recorder(store, run, schedule)
    with pytest.raises(ArenaError, match="the table broke"):
        play_schedule(board, Threads(1), keep=Keep(), stop=threading.Event(), recorder=recorder)
    assert rows(store, run)["game"].to_pylist() == list(range(7))


def test_nothing_is_begun_once_stopped(store):
    stop, schedule = threading.Event(), small(pairs=200)
    stop.set()
    board = ResultBoard(schedule)
    assert not play_schedule(board, Threads(2), keep=Keep(), stop=stop)
    assert board.played < len(schedule)


def test_a_run_is_resumed_only_as_what_it_is(store, monkeypatch):
    run = played(store, small(pairs=1), threads=1)
    with pytest.raises(ArenaError, match=f"is no ladder; conquest-opt match --resume {run}"):
        Campaign.of_run(store.find_run(run), "ladder")
    other = store.begin_run(kind="enumerate", ruleset=Ruleset())
    with pytest.raises(ArenaError, match=r"is no match$"):
        Campaign.of_run(store.find_run(other), "match")
    begun = Campaign(kind="match", schedule=small()).begin(store)
    with pytest.raises(ArenaError, match="still under way"):
        Campaign.of_run(store.find_run(begun), "match")
    monkeypatch.setattr("conquest_opt.arena.run.campaign.version", lambda _: "99")
    with pytest.raises(ArenaError, match=r"was begun by conquest-opt .*, this is 99"):
        Campaign.of_run(store.find_run(run), "match")


def test_sources_that_changed_are_told_when_a_run_goes_on(store, monkeypatch):
    schedule = small(pairs=1, setups=SETUPS[:2], matchups=round_robin(2))
    run = Campaign(kind="match", schedule=schedule).begin(store)
    store.end_run(run, "interrupted")
    assert Campaign.doubt(store.find_run(run)) is None
    monkeypatch.setattr(
        "conquest_opt.arena.run.campaign.fingerprint", lambda: "conquest-opt (other)"
    )
    told = str(Campaign.doubt(store.find_run(run)))
    assert "this is conquest-opt (other). Its games may differ" in told
    assert "sources" in told
    words = ["match", "--resume", run, "--db", str(store.path)]
    shown = CliRunner().invoke(main, words)
    assert f"warning: run {run} was begun by conquest-opt" in shown.stderr
    assert shown.exit_code == 0


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
        run = Campaign(kind="match", schedule=schedule).begin(store)
        board, recorder = ResultBoard(schedule), Recorder(store, run, schedule)
        stop = threading.Event()
        assert play_schedule(
            board, Threads(threads), keep=Keep(), stop=stop, recorder=recorder, rule=rule
        )
        assert rule.asked == list(range(1, len(rule.asked) + 1))
        assert 2 * len(rule.asked) == board.played < len(schedule)
        kept.append(rows(store, run))
        resumed = ResultBoard(schedule)
        resumed.load(store.query("SELECT * FROM games WHERE run = ?", [run]))
        assert play_schedule(resumed, Threads(1), keep=Keep(), stop=stop, rule=Wanting(20))
        assert resumed.played == board.played
    assert kept[0].equals(kept[1])
    assert kept[0].equals(kept[2])


@pytest.mark.parametrize("count", [0, 1, 127, 128, 129, 1000])
def test_a_spread_is_the_same_games_in_another_order(count: int):
    games = np.arange(count) * 3
    assert sorted(spread(games).tolist()) == games.tolist()
    if count > 500:
        assert spread(games)[:64].max() > games[-10]


def result(game: int, winner: int) -> Result:
    return Result(
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

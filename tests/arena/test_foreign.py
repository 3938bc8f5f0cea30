"""Other programs that play: real processes, good ones and others."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.engine_spec import EngineSpec
from conquest_opt.agents.spec.parameters import AgentError
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.foreign.check import check_engine, conforms
from conquest_opt.arena.foreign.check_list import CHECKS
from conquest_opt.arena.foreign.engine import StartError
from conquest_opt.arena.foreign.engines import NotAllowed
from conquest_opt.arena.foreign.protocol import VERSION
from conquest_opt.arena.foreign.side import DECISION_STREAM
from conquest_opt.arena.match.task import MatchTask
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import Interrupted
from conquest_opt.arena.play.player import Keep
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.runner import run_task, stored_task
from conquest_opt.balance.kinds import KINDS
from conquest_opt.engine import GameRecord
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.results import Store

from tests.arenas import StopAfter

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EXAMPLE = f"engine:{sys.executable} {ROOT / 'examples/engine.py'}"
OWN = f"engine:{sys.executable} -m conquest_opt.cli engine --agent quick:advances=300"


def bad(how: str, *words: object, ms: int = 300) -> str:
    """Return an engine that misbehaves after its second decision."""
    command = [sys.executable, str(ROOT / "tests/misbehaving_engine.py"), how, *map(str, words)]
    return str(EngineSpec(tuple(command), ms=ms, start=10))


def task(engine: str, games: int = 2, opponent: str = "random", turns: int = 40) -> MatchTask:
    """Return a small match of an engine."""
    a, b = Entrant.of("SSC:charge", engine, engines=True), Entrant.of("KK", opponent, engines=True)
    return MatchTask(a=a, b=b, games=games, edits=(f"max_turns={turns}",))


def children() -> set[int]:
    """Return the processes that this one has started and not ended."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    return {int(line.split()[0]) for line in listed if line.split()[1] != "ps"}


@pytest.fixture(autouse=True)
def nothing_left():
    """No test leaves a process behind."""
    before = children()
    yield
    assert children() <= before


# ---- texts ---------------------------------------------------------------------------------------


def test_texts_are_canonical():
    text = " engine[start=30, ms=200]:python3  'my bot.py'   -x "
    assert str(EngineSpec.parse(text)) == "engine[ms=200]:python3 'my bot.py' -x"
    assert EngineSpec.parse(str(EngineSpec.parse(text))) == EngineSpec.parse(text)
    assert Entrant.of("C", text, engines=True).agent == str(EngineSpec.parse(text))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("engine:", "needs a command"),
        ("engine: ''", "needs a command"),
        ("engine:a 'b", "no closing quotation"),
        ("engine[ms=0]:a", "from 1 to"),
        ("engine[ms=x]:a", "whole number"),
        ("engine[ms=1,ms=2]:a", "there twice"),
        ("engine[depth=1]:a", "ms=N and start=N"),
        ("engine[ms=1:a", "is written engine:"),
        ("engine:a\0b", "NUL"),
    ],
)
def test_wrong_texts_say_what_would_be_right(text: str, says: str):
    with pytest.raises(AgentError, match=says):
        EngineSpec.parse(text)


def test_other_places_refuse_engines():
    with pytest.raises(AgentError, match="match, tournament and ladder only"):
        AgentSpec.parse("engine:bot")
    with pytest.raises(AgentError, match="match, tournament and ladder only"):
        Entrant.of("C", "engine:bot")


# ---- games ---------------------------------------------------------------------------------------


def test_the_example_is_short_plain_python_in_the_version_of_the_protocol():
    text = (ROOT / "examples/engine.py").read_text()
    assert len(text.splitlines()) < 80
    imports = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports == ["import random", "import sys"]
    assert f"id protocol {VERSION}" in text
    assert f"`id protocol {VERSION}`" in (ROOT / "docs/reference/protocol.md").read_text()


def test_the_example_plays_to_the_end(tmp_path: Path):
    store = Store(tmp_path / "a.duckdb")
    match = task(EXAMPLE, games=6, opponent="quick:advances=100")
    outcome = run_task(
        match, Threads(2, [EXAMPLE]), store=store, keep=Keep(events=True, records=True)
    )
    games = store.query("SELECT * FROM games ORDER BY game").to_pylist()
    assert len(games) == outcome.games == 6
    assert {game["reason"] for game in games} <= {"elimination", "turn limit"}
    assert outcome.values.engine_games.forfeits == ()
    for row in store.query("SELECT record FROM game_records").to_pylist():
        assert GameRecord.from_json(row["record"]).replay().outcome is not None
    [run] = store.runs()
    assert run.clock_dependent
    [agent] = store.query("SELECT * FROM agents WHERE name = 'engine'").to_pylist()
    assert agent["agent"] == EXAMPLE


def test_an_engine_plays_both_sides_with_obstacles_chance_and_every_action():
    edits = ("obstacles=12", "winds=random", "actions.single_move=false", "actions.trim=false")
    a, b = (Entrant.of(s, EXAMPLE, engines=True) for s in ("Default", "FFK:winds-of-fate,charge"))
    match = MatchTask(a=a, b=b, games=2, edits=(*edits, "max_turns=20"), seed=3)
    outcome = run_task(match, Threads(1, [EXAMPLE]))
    assert outcome.games == 2
    assert outcome.values.engine_games.forfeits == ()


def test_our_own_engine_chooses_what_the_agent_chooses_inside(tmp_path: Path):
    store = Store(tmp_path / "a.duckdb")
    match = task(OWN, games=2, opponent="greedy", turns=16)
    run_task(match, Threads(1, [OWN]), store=store, keep=Keep(records=True))
    agent, runner, compared = AgentSpec.parse("quick:advances=300"), GameRunner(), 0
    records = store.query("SELECT record FROM game_records ORDER BY game")["record"].to_pylist()
    for number, line in enumerate(records):
        seed = match.schedule.fixture(number).agent_seed
        record = GameRecord.from_json(line)
        for turn in record.turns():
            if turn.player != number or not turn.actions:  # it plays first, then second
                continue
            state = record.after(turn.first).state
            decision = sum(1 for t in record.turns() if t.player == number and t.first < turn.first)
            own = derive(seed, DECISION_STREAM + 2 * decision + number)
            report = runner.analyse(match.rules, state, agent, seed=own)
            assert report.tried[0].actions[: len(turn.actions)] == turn.actions
            compared += 1
    assert compared > 5


@pytest.mark.parametrize(
    ("how", "reason", "says"),
    [
        ("crash", "crash", "exit code 3 after go turn ms 300 ...; it said: first words | out of"),
        ("illegal", "illegal move", "illegal action 'attack a1'"),
        ("beyond", "illegal move", "its turn ended with action 2 of"),
        ("silent", "time-out", "no answer within 1.3 s after go"),
        ("flood", "protocol", "a line of more than 65536 bytes"),
        ("flood-lines", "protocol", "more than 1000"),
        ("close", "crash", "closed its output"),
        ("half", "time-out", "no answer"),
        ("binary", "protocol", "go is answered by bestmove ACTION"),
        ("garbage", "protocol", "not by 'hello'"),
        ("empty", "protocol", "not by 'bestmove'"),
        ("newgame", "protocol", "was refused: 'error no such setup'"),
        ("chatty", "protocol", "'by the way'"),
    ],
)
def test_a_fault_loses_the_game_with_its_reason(how: str, reason: str, says: str, tmp_path: Path):
    store, engine = Store(tmp_path / "a.duckdb"), bad(how)
    outcome = run_task(task(engine), Threads(1, [engine]), store=store, keep=Keep(records=True))
    games = store.query("SELECT * FROM games ORDER BY game").to_pylist()
    assert [(game["winner"], game["reason"]) for game in games] == [
        ("second", "forfeit"),
        ("first", "forfeit"),
    ]
    lost = store.query("SELECT * FROM game_forfeits ORDER BY game").to_pylist()
    assert [(row["player"], row["fault"]) for row in lost] == [
        ("first", reason),
        ("second", reason),
    ]
    assert says in lost[0]["detail"]
    assert outcome.values.total.losses == 2
    assert [one.fault for one in outcome.values.engine_games.forfeits] == [reason, reason]
    record = GameRecord.from_json(
        store.query("SELECT record FROM game_records")["record"][0].as_py()
    )
    assert record.replay().outcome is None


@pytest.mark.parametrize(
    ("engine", "says"),
    [
        ("engine:no-such-program-here", "cannot be started: No such file or directory"),
        (f"engine:{ROOT}", "cannot be started: Permission denied"),
        (bad("dies"), "exit code 5 after cqi; it said: no licence"),
        (bad("version"), "it speaks version '9' of the protocol; this is 2"),
        (bad("rules"), "rules max_turns=40 was refused: 'error only my own'"),
    ],
)
def test_an_engine_that_cannot_play_is_refused_before_any_game(
    engine: str, says: str, tmp_path: Path
):
    store = Store(tmp_path / "a.duckdb")
    with pytest.raises(StartError, match=says):
        run_task(task(engine), Threads(1, [engine]), store=store)
    assert store.runs() == []


def test_programs_that_were_not_given_are_not_started(tmp_path: Path):
    mark = tmp_path / "mark"
    engine = f"engine:touch {mark}"
    with pytest.raises(NotAllowed):
        run_task(task(engine), Threads(1))
    player = Threads(1).play(task(engine).schedule, [0], Keep(), threading.Event())
    with pytest.raises(NotAllowed):
        list(player)
    assert not mark.exists()


def test_what_an_engine_started_ends_with_it(tmp_path: Path):
    engine = bad("child", tmp_path / "pid")
    run_task(task(engine), Threads(1, [engine]))
    child = int((tmp_path / "pid").read_text())
    assert ended(child)


def test_an_engine_that_ignores_everything_is_ended():
    engine = bad("stays")
    outcome = run_task(task(engine), Threads(1, [engine]))
    assert outcome.values.engine_games.forfeits == ()  # and `nothing_left` looks for it


def test_a_stopped_run_keeps_its_games_and_resumes(tmp_path: Path):
    store, match = Store(tmp_path / "a.duckdb"), task(bad("crash"), games=8)
    engine = match.a.agent
    progress = StopAfter(3)
    with pytest.raises(Interrupted):
        run_task(match, Threads(1, [engine]), store=store, progress=progress, stop=progress.stop)
    before = store.query("SELECT * FROM games ORDER BY game").to_pylist()
    assert 3 <= len(before) < 8
    stored = stored_task(store, "latest", KINDS)
    outcome = run_task(stored.task, Threads(1, [engine]), store=store, resumed=stored)
    after = store.query("SELECT * FROM games ORDER BY game").to_pylist()
    assert len(after) == 8
    assert all(game in after for game in before)
    assert [one.game for one in outcome.values.engine_games.forfeits] == list(range(8))
    finished = stored_task(store, "latest", KINDS)
    again = run_task(finished.task, Threads(1), store=store, resumed=finished)  # starts nothing
    assert again.values == outcome.values


def ended(process: int) -> bool:
    """Return whether a process ends within a while."""
    for _ in range(200):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{process}/stat")
        if state.exists() and ") Z " in state.read_text():
            return True
        time.sleep(0.05)
    return False


# ---- the conformance check -----------------------------------------------------------------------


def test_the_example_and_our_own_engine_conform():
    for engine in (EXAMPLE, OWN):
        results = check_engine(EngineSpec.parse(engine), games=4)
        assert [result.name for result in results] == [check.name for check in CHECKS]
        assert conforms(results), results


@pytest.mark.parametrize(
    ("how", "fails"),
    [
        ("dies", {"starts"}),
        ("version", {"starts"}),
        ("illegal", {"plays", "new game"}),
        ("silent", {"plays", "new game"}),
        ("rules", {"plays", "time", "new game"}),
        ("stays", {"quit", "end of input"}),
    ],
)
def test_the_check_finds_what_is_wrong(how: str, fails: set[str]):
    results = check_engine(EngineSpec.parse(bad(how, ms=100)), games=2)
    assert {result.name for result in results if not result.ok} == fails
    assert not conforms(results)
    assert all(result.seen and result.expected for result in results)


def test_the_check_finds_lines_that_were_not_asked_for(tmp_path: Path):
    script = tmp_path / "talks.py"
    script.write_text(
        "import sys, threading, time\n"
        "def talk():\n    time.sleep(0.1); print('hi', flush=True)\n"
        "for line in sys.stdin:\n"
        "    if line == 'cqi\\n': print('id protocol 2\\ncqiok', flush=True)\n"
        "    elif line == 'isready\\n':\n"
        "        print('readyok', flush=True); threading.Thread(target=talk).start()\n"
        "    elif line == 'quit\\n': break\n"
        "    else: print('ok', flush=True)\n"
    )
    results = check_engine(EngineSpec((sys.executable, str(script)), 100, 10), games=1)
    silence = next(result for result in results if result.name == "silence")
    assert not silence.ok
    assert "'hi' without being asked" in silence.seen


def test_signals_reach_an_engine_that_a_thread_has_started(tmp_path: Path):
    """Threads that play block SIGTERM; a program that they start must not."""
    script, file = tmp_path / "masked.py", tmp_path / "mask"
    example = (ROOT / "examples/engine.py").read_text()
    script.write_text(
        "import signal\n"
        f"open({str(file)!r}, 'w').write(str(signal.pthread_sigmask(signal.SIG_BLOCK, ())))\n"
        + example
    )
    engine = f"engine:{sys.executable} {script}"
    run_task(task(engine), Threads(1, [engine]))
    assert file.read_text() == "set()"
    assert signal.SIGTERM not in signal.pthread_sigmask(signal.SIG_BLOCK, ())

"""Compiled code: kept safely, the same as interpreted, with and without a place to keep it."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest
from conquest_opt.engine.kernels import compiled, linking
from conquest_opt.engine.kernels.compiled import helper, inline, jit, part

ROOT = Path(__file__).parents[2]

PLAY = """
import random, sys
from conquest_opt.engine import Game, ActionSpace, Ruleset
from conquest_opt.setups import army
draw = random.Random(1)
for first, second, space in (("WindsOfFateSetup", "BombardSetup", ActionSpace.full()),
                             ("HealthOverDamage", "ChampionMage", ActionSpace.thesis())):
    rules = Ruleset(actions=space).edit("economy.income=100", "obstacles=8")
    game = Game.new(army(first), army(second), rules=rules, seed=2)
    for _ in range(250):
        legal = game.legal_actions()
        if not legal:
            break
        fights = [a for a in legal if a.split()[0] not in ("select", "move", "end")]
        game.apply(draw.choice(fights or legal))
        print(len(legal), game.history[-1], game.hash)
    print(game.position, game.copy().perft(2))
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess:
    """Run Python code in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_kernels_agree_compiled_and_interpreted(tmp_path: Path):
    compiled = run(PLAY)
    quiet = "import numpy; numpy.seterr(over='ignore')\n"
    interpreted = run(quiet + PLAY, NUMBA_DISABLE_JIT="1", CONQUEST_OPT_CACHE=str(tmp_path))
    assert compiled.returncode == 0, compiled.stderr
    assert interpreted.returncode == 0, interpreted.stderr
    assert compiled.stdout == interpreted.stdout
    assert len(compiled.stdout.splitlines()) > 300


CHOOSE = """
from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import Game, Ruleset
line = "1 0 selection - 300/200 bombard,charge/stoicism Ka1=300,Ac3=100/Fd7=300,Se5=100 - -"
game = Game.from_position(line, rules=Ruleset())
for search in ("mcts", "alphabeta"):
    agent = AgentSpec.parse(f"strategist:search={search},advances=400,noise=0")
    report = GameRunner().analyse(game.rules, game.state, agent, seed=1)
    print(report.advances, report.line, [(turn.action, turn.visits) for turn in report.tried])
"""


def test_whole_turns_are_the_same_compiled_and_interpreted(tmp_path: Path):
    compiled = run(CHOOSE)
    quiet = "import numpy; numpy.seterr(over='ignore')\n"
    interpreted = run(quiet + CHOOSE, NUMBA_DISABLE_JIT="1", CONQUEST_OPT_CACHE=str(tmp_path))
    assert interpreted.returncode == 0, interpreted.stderr
    assert compiled.stdout == interpreted.stdout
    assert "attack" in compiled.stdout


@helper
def checked(number):
    """Return a number that is not too large."""
    if number > 9:
        raise ValueError("too large")
    return number


@helper
def doubled(number):
    """Return twice a number."""
    return 2 * checked(number)


@jit
def doubled_and_one(number):
    """Return one more than twice a number."""
    return doubled(number) + 1


def test_helpers_are_linked_into_kernels_and_not_compiled_by_themselves():
    assert doubled_and_one(4) == 9
    with pytest.raises(ValueError, match="too large"):
        doubled_and_one(10)
    doubled.compile("(int64,)")
    [kernel] = doubled.overloads.values()
    assert kernel.library.get_pointer_to_function(kernel.fndesc.llvm_func_name) == 0


@pytest.mark.parametrize("gone", ["CPUCodeLibrary._finalize_dynamic_globals", "JITCodeLibrary"])
def test_helpers_are_compiled_by_a_numba_that_has_changed(
    gone: str, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as changed:
        changed.delattr(f"numba.core.codegen.{gone}")
        options = runpy.run_path(linking.__file__)["HELPER"]
    assert options == {}
    plain = {k: v for k, v in compiled._HELPER.items() if k not in linking.HELPER}
    monkeypatch.setattr(compiled, "_HELPER", plain | options)
    tripled = helper(lambda number: 3 * number)
    squared = inline(lambda number: number * number)
    halved = part(lambda number: number // 2)
    kernel = jit(lambda number: tripled(number) + squared(number) - halved(number))
    assert kernel(5) == 15 + 25 - 2
    assert tripled(4) == 12  # plain functions of numba may be called from Python too


def copied_house(folder: Path) -> Path:
    """Return a folder that holds a copy of the package, importable as conquest_opt."""
    package = folder / "conquest_opt"
    for name in ("engine", "setups"):
        shutil.copytree(ROOT / name, package / name, ignore=shutil.ignore_patterns("__pycache__"))
    return package


@pytest.mark.slow
def test_an_edit_in_a_called_function_of_another_file_is_seen(tmp_path: Path):
    package = copied_house(tmp_path / "copy")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]) if len(sys.argv) > 1 else None\n"
        f"sys.path.insert(0, {str(package.parent)!r})\n"
        "sys.meta_path = [f for f in sys.meta_path if 'editable' not in repr(f).lower()]\n"
        "import conquest_opt.engine; print(conquest_opt.engine.__file__)\n"
        "from conquest_opt.engine import Game\n"
        "game = Game.from_position('1 0 selection - 0/0 -/- Ck3=500/Ck4=500 - -')\n"
        "print(game.apply('select k3').apply('attack k4').to_dict()['troops'][1]['health'])\n"
    )
    cache = {"CONQUEST_OPT_CACHE": str(tmp_path / "cache")}
    before = run(code, **cache)
    assert before.stdout.splitlines() == [str(package / "engine/__init__.py"), "100"], before.stderr
    assert run(code, **cache).stderr == ""  # cached: nothing compiled, nothing said
    rule = package / "engine" / "kernels" / "transitions.py"
    text = rule.read_text()
    assert "damage = np.int64(rules.damage[state.kind[troop]])" in text
    rule.write_text(
        text.replace(
            "damage = np.int64(rules.damage[state.kind[troop]])",
            "damage = np.int64(rules.damage[state.kind[troop]]) - 1",
        )
    )
    after = run(code, **cache)
    assert after.stdout.splitlines()[-1] == "101", after.stderr


@pytest.mark.slow
def test_compilation_is_announced_once_and_then_cached(tmp_path: Path):
    code = (
        "from conquest_opt.engine import Game\n"
        "Game.from_position('1 0 selection - 0/0 -/- Ck3=500/Ck4=500 - -').legal_actions()\n"
    )
    first = run(code, CONQUEST_OPT_CACHE=str(tmp_path))
    assert first.stderr.count("this happens once") == 1
    more = code.replace(".legal_actions()", "")
    more = more.replace("Game.from", "g = Game.from") + "g.apply('select k3'); g.hash; g.perft(2)\n"
    again = run(more, CONQUEST_OPT_CACHE=str(tmp_path))
    assert (again.returncode, again.stderr) == (0, "")


WHOLE_GAME = """
from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import Game
from conquest_opt.setups import army
game, agent = Game.new(army("Default"), army("Rush")), AgentSpec.parse("greedy")
played = GameRunner().play(game.rules, game.state, agent, agent, seed=3)
print(game.hash, played.state.turn, played.actions.tolist())
"""


@pytest.mark.slow
def test_two_processes_compile_at_once_and_a_third_does_not(tmp_path: Path):
    cache = {"CONQUEST_OPT_CACHE": str(tmp_path)}
    command, environment = [sys.executable, "-c", WHOLE_GAME], {**os.environ, **cache}
    both = [
        subprocess.Popen(command, env=environment, text=True, stdout=PIPE, stderr=PIPE)
        for _ in range(2)
    ]
    try:
        results = [process.communicate(timeout=270) for process in both]
    finally:
        for process in both:
            process.kill()
    assert [process.returncode for process in both] == [0, 0], results
    (first, message), (second, also_said) = results
    assert first == second
    assert len(first.split()) > 50
    assert "this happens once" in message
    assert "this happens once" in also_said
    third = run(WHOLE_GAME, **cache)
    assert (third.stdout, third.stderr) == (first, "")


@pytest.mark.slow
def test_without_a_writable_directory_it_works_and_says_so_once(tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("not a directory")
    code = (
        "from conquest_opt.engine import Game\n"
        "game = Game.from_position('1 0 selection - 0/0 -/- Ck3=500/Ck4=500 - -')\n"
        "print(game.legal_actions())\n"
    )
    process = run(code, CONQUEST_OPT_CACHE=str(blocked))
    assert process.stdout == "['select k3']\n", process.stderr
    assert process.stderr.count("is not writable") == 1
    assert "this happens at every start" in process.stderr


def test_a_broken_entry_in_the_cache_does_no_harm(tmp_path: Path):
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled" / "dangling").symlink_to(tmp_path / "nowhere")
    process = run("import conquest_opt.engine.kernels.compiled", CONQUEST_OPT_CACHE=str(tmp_path))
    assert process.returncode == 0, process.stderr


def test_other_peoples_compilations_are_not_announced():
    code = "import conquest_opt.engine.kernels.compiled, numba; numba.njit(lambda x: x + 1)(1)"
    assert run(code).stderr == ""


def test_old_versions_are_removed_from_the_cache(tmp_path: Path):
    for i in range(9):
        old = tmp_path / "compiled" / f"old{i}"
        old.mkdir(parents=True)
        os.utime(old, (i, i))
    run("import conquest_opt.engine.kernels.compiled", CONQUEST_OPT_CACHE=str(tmp_path))
    names = {d.name for d in (tmp_path / "compiled").iterdir()}
    assert len(names) == 6
    assert {"old8", "old7", "old6", "old5", "old4"} < names


@pytest.mark.parametrize("setting", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT"])
def test_numba_settings_have_a_cache_of_their_own(setting: str, tmp_path: Path):
    code = "from conquest_opt.engine.kernels.compiled import source_digest; print(source_digest())"
    cache = str(tmp_path)
    digests = {
        run(code, CONQUEST_OPT_CACHE=cache, **{setting: value}).stdout for value in ("0", "1")
    }
    assert len(digests) == 2

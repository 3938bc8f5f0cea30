"""Claims of the thesis: each verdict from games that must give it."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from conquest_opt.arena.reports import claims_games, claims_troops
from conquest_opt.arena.reports.collect import Games, collect, kill_rates
from conquest_opt.arena.reports.reproduction import examine, latest_tournament, what_lacks
from conquest_opt.arena.reports.thesis import thesis
from conquest_opt.arena.stats.crosstable import CrossTable
from conquest_opt.arena.stats.score import Score, wilson
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store, StoreError
from conquest_opt.setups import catalogue

from tests.stores import setups
from tests.tournaments import NAMES, circle, event_rows, game_rows, store_run

THRESHOLD = Fraction(29, 50)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, Games]:
    store = Store(tmp_path_factory.mktemp("claims") / "r.duckdb")
    games = game_rows(NAMES, pairs=6, rates=circle(NAMES[:3]))
    store_run(store, games, event_rows(games))
    return store, collect(store, "latest")


def with_table(games: Games, **results: tuple[int, int]) -> Games:
    """Return games with other results, given as wins and losses by two letters."""
    names = {"w": "IAmWarrior", "a": "Default", "b": "Rush", "c": "Venom"}
    scores = {(names[k[0]], names[k[1]]): Score(w, 0, n) for k, (w, n) in results.items()}
    players = tuple(dict.fromkeys(name for pair in scores for name in pair))
    return replace(games, table=CrossTable(players, scores))


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        ({"wa": (40, 10), "wb": (36, 14), "ab": (25, 25)}, "confirmed"),
        ({"wa": (40, 10), "wb": (26, 24), "ab": (25, 25)}, "undecided"),
        ({"wa": (40, 10), "wb": (24, 26), "ab": (25, 25)}, "undecided"),
        ({"wa": (40, 10), "wb": (10, 40), "ab": (25, 25)}, "not confirmed"),
        ({"ab": (25, 25)}, "not measured"),
    ],
)
def test_the_best_setup(played: tuple[Store, Games], results: dict, verdict: str):
    claim = claims_games.warrior(with_table(played[1], **results))
    assert claim.verdict == verdict
    if verdict == "not confirmed":
        assert claim.numbers == {"above": 1, "certain": 1, "below": 1, "rank": 1}
        assert "(Rush)" in claim.here


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        ({"wa": (45, 5), "ab": (45, 5), "bw": (45, 5)}, "confirmed"),
        ({"wa": (45, 5), "wb": (45, 5), "ab": (25, 25)}, "not confirmed"),
        ({"wa": (27, 23), "wb": (26, 24), "ab": (25, 25)}, "undecided"),
    ],
)
def test_no_dominant_setup(played: tuple[Store, Games], results: dict, verdict: str):
    assert claims_games.no_dominant(with_table(played[1], **results), THRESHOLD).verdict == verdict


@pytest.mark.parametrize(
    ("results", "verdict", "certain"),
    [
        ({"wa": (45, 5), "ab": (45, 5), "bw": (45, 5)}, "confirmed", 1),
        ({"wa": (29, 21), "ab": (29, 21), "bw": (29, 21)}, "undecided", 0),
        ({"wa": (45, 5), "ab": (45, 5), "wb": (45, 5)}, "not confirmed", 0),
    ],
)
def test_cycles(played: tuple[Store, Games], results: dict, verdict: str, certain: int):
    claim, links = claims_games.cycles(with_table(played[1], **results), THRESHOLD)
    assert claim.verdict == verdict
    assert claim.numbers["certain"] == certain
    assert links.verdict == "not measured"


def test_the_links_of_the_published_cycles(played: tuple[Store, Games]):
    """The circle Default, IAmWarrior, WrathOfBombard was played, not the thesis's own."""
    links = claims_games.cycles(played[1], THRESHOLD)[1]
    assert links.numbers["links"] == 5
    assert links.numbers["cycles_again"] <= 2
    cycles = [tuple(c) for c in thesis()["cycles"]["list"]]
    pairs = {link for c in cycles for link in zip(c, c[1:] + c[:1], strict=True)}
    players = tuple(dict.fromkeys(p for c in cycles for p in c))
    again = CrossTable(players, {pair: Score(50, 0, 0) for pair in pairs})
    claim, links = claims_games.cycles(replace(played[1], table=again), THRESHOLD)
    assert links.verdict == "confirmed"
    assert links.numbers["cycles_certain"] == 11
    assert claim.numbers["cycles"] == 11


@pytest.mark.parametrize(
    ("turns", "verdict"), [(80, "confirmed"), (120, "not confirmed"), (88, "undecided")]
)
def test_lengths(played: tuple[Store, Games], turns: int, verdict: str):
    rng = np.random.default_rng(0)
    lengths = rng.normal(turns, 10, 100).astype(int)
    actions = (3.6 * lengths).astype(int)
    long, full = claims_games.lengths(replace(played[1], turns=lengths, actions=actions))
    assert long.verdict == verdict
    assert full.verdict == "confirmed"


def test_troops(played: tuple[Store, Games]):
    """The drawn actions prefer Knights and Champions, and let them kill nearly always."""
    store, games = played
    assert claims_troops.selected(store, games).verdict == "confirmed"
    nearly, highest, lowest = claims_troops.kill_rates(store, games)
    assert highest.verdict == "confirmed"
    assert nearly.numbers["champion"][0] > 0.95
    assert lowest.verdict in {"undecided", "not confirmed"}
    chastise, charge = claims_troops.commands(store, games)
    assert charge.verdict == "not confirmed"
    assert sum(chastise.numbers.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("uses", "verdict"),
    [
        ({"chastise": 12, "charge": 10}, "undecided"),
        ({"chastise": 90, "charge": 10}, "confirmed"),
        ({"chastise": 10, "charge": 90}, "not confirmed"),
        ({}, "not measured"),
    ],
)
def test_the_command_used_most(tmp_path: Path, uses: dict[str, int], verdict: str):
    store = Store(tmp_path / "r.duckdb")
    games = game_rows(NAMES[:2], pairs=50)
    blank = next(row for row in event_rows(games[:1]) if row["kind"] == "end")
    blank |= {"command": None, "target": None}
    events = [
        blank | {"game": game, "action": n, "kind": "command", "command": command}
        for n, (command, times) in enumerate(uses.items())
        for game in range(times)
    ]
    store_run(store, games, events or [blank])
    chastise, charge = claims_troops.commands(store, collect(store, "latest"))
    assert chastise.verdict == verdict
    assert (charge.verdict == "not measured") == (not uses)


def test_attacks_of_one_game_are_not_independent(tmp_path: Path):
    """Ten games in which a troop always killed, and ten in which it never did."""
    store = Store(tmp_path / "r.duckdb")
    games = game_rows(NAMES[:2], pairs=10)
    attack = next(row for row in event_rows(games[:1]) if row["kind"] == "attack")
    attack |= {"troop": "scout", "target": "mage"}
    events = [
        attack | {"game": game, "action": n, "kill": game % 2 == 0}
        for game in range(20)
        for n in range(100)
    ]
    store_run(store, games, events)
    share = kill_rates(store, store.runs()[-1].run)["scout", None]
    assert (share.value, share.trials, share.games) == (0.5, 2000, 20)
    low, high = share.interval()
    assert (low, high) == pytest.approx(wilson(9.5, 19))
    nearly = claims_troops.kill_rates(store, collect(store, "latest"))[0]
    assert nearly.numbers["scout"] == [0.5, low, high]


def test_claims_on_all_setups_need_all_of_them(played: tuple[Store, Games]):
    store, games = played
    reproduction = examine(store, games.run.run)
    assert {c.verdict for c in reproduction.claims} == {"not measured"}
    assert "24 of them took no part" in reproduction.claims[4].remark
    names = tuple(catalogue())
    scores = {pair: Score(1, 0, 1) for pair in combinations(names, 2)}
    whole = replace(games, table=CrossTable(names, scores))
    assert what_lacks(whole, "") is None
    other = replace(games, table=CrossTable((*names, "SSC:charge"), scores))
    assert "1 other player took part" in str(what_lacks(other, ""))
    del scores[names[3], names[7]]
    assert "1 pair of them did not meet" in str(what_lacks(whole, ""))


def test_a_setup_against_itself_says_nothing(tmp_path: Path):
    store = Store(tmp_path / "r.duckdb")
    games = game_rows(NAMES[:2], pairs=1)
    own = {
        f"{side}_{what}": games[0][f"first_{what}"]
        for side in ("first", "second")
        for what in ("setup", "name")
    }
    run = store_run(store, [row | own for row in games], kind="match")
    with pytest.raises(StoreError, match="no games between two different setups"):
        examine(store, run)


def test_counts_are_measured_only_where_they_were_enumerated(tmp_path: Path):
    store = Store(tmp_path / "r.duckdb")
    assert {c.verdict for c in claims_games.setup_counts(store)} == {"not measured"}
    texts = [f"S{i}" for i in range(10)]
    rows = setups(*texts, ruleset=Ruleset().digest())
    for kind, constraint in (("maximal", {"points": [900, 1000]}), ("all", {}), ("exact", {})):
        arguments = {"kind": kind, **constraint}
        run = store.begin_run(kind="enumerate", ruleset=Ruleset(), arguments=arguments)
        store.write(run, batch="a", tables={"setups": rows})
        if kind != "exact":
            store.end_run(run)
        verdicts = {c.verdict for c in claims_games.setup_counts(store)}
        assert verdicts == {"not measured" if constraint else "not confirmed"}
    assert [c.numbers["here"] for c in claims_games.setup_counts(store)] == [10, 10, 10]


def test_the_order_of_agents(tmp_path: Path):
    store = Store(tmp_path / "r.duckdb")
    assert claims_games.agent_order(store).verdict == "not measured"
    agents = ("fpu:advances=60", "random-search:advances=60")
    same = {"second_name": "Default", "first_name": "Default", "second_setup": "C"}
    rows = [
        row
        | same
        | {"first_setup": "C", "first_agent": agents[i % 2], "second_agent": agents[1 - i % 2]}
        | {"winner": "second" if i % 2 else "first", "reason": "elimination"}
        for i, row in enumerate(game_rows(NAMES[:2], pairs=10))
    ]
    run = store_run(store, rows, kind="ladder", agents=agents)
    claim = claims_games.agent_order(store)
    assert claim.verdict == "undecided"  # one of the three did not play
    assert run in claim.remark
    assert "lacks full-turn" in claim.remark
    assert claim.numbers == {" - ".join(agents): [1, pytest.approx(0.84, abs=0.01), 1]}
    turned = [row | {"winner": "first" if i % 2 else "second"} for i, row in enumerate(rows)]
    store_run(store, turned, kind="ladder", agents=agents)
    assert claims_games.agent_order(store).verdict == "not confirmed"
    with pytest.raises(StoreError, match="compares agents"):
        examine(store, run)


def test_the_latest_tournament(played: tuple[Store, Games], tmp_path: Path):
    store, games = played
    assert latest_tournament(store) == games.run.run
    with pytest.raises(StoreError, match="no tournament"):
        latest_tournament(Store(tmp_path / "r.duckdb"))

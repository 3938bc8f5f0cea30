"""Reports: numbers from the store, sections, files."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from conquest_opt.arena.kinds import KINDS
from conquest_opt.arena.reports import collect as collecting
from conquest_opt.arena.reports import dominance, notes, standing
from conquest_opt.arena.reports.collect import collect
from conquest_opt.arena.reports.commands import relative
from conquest_opt.arena.reports.thesis import thesis
from conquest_opt.arena.run.report import build_page
from conquest_opt.arena.stats.crosstable import CrossTable
from conquest_opt.arena.stats.score import Score
from conquest_opt.engine import TROOPS, Ruleset
from conquest_opt.engine.rules.stats import title
from conquest_opt.results import Store, StoreError
from conquest_opt.results.page.blocks import Text
from conquest_opt.results.page.figures import Picture
from conquest_opt.results.page.grids import Grid
from conquest_opt.results.page.page import Page
from conquest_opt.results.page.words import listed, plural
from conquest_opt.results.page.write import write_page

from tests.tournaments import AGENT, NAMES, circle, event_rows, game_rows, store_run

GAMES = game_rows(rates=circle(NAMES[:5]), pairs=5)
EVENTS = event_rows(GAMES)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    store = Store(tmp_path_factory.mktemp("reports") / "r.duckdb")
    store_run(store, GAMES, EVENTS)
    return store


@pytest.fixture(scope="module")
def page(store: Store) -> Page:
    return build_page(store, "latest", KINDS)


# ---- from the store ------------------------------------------------------------------------------


def plain_score(a: str, b: str) -> Score:
    """Return a's score against b, counted game by game."""
    points: dict[object, list[float]] = {}
    for row in GAMES:
        if {row["first_name"], row["second_name"]} == {a, b}:
            winner = row[f"{row['winner']}_name"] if row["winner"] != "draw" else None
            value = 0.5 if winner is None else float(winner == a)
            points.setdefault(row["pair"], []).append(value)
    return Score.of_pairs([(p[0], p[1]) for p in points.values()])


def test_the_cross_table_is_what_counting_gives(store: Store):
    games = collect(store, "latest")
    assert games.of == "setup"
    assert sorted(games.table.players) == sorted(NAMES)
    for a in NAMES:
        for b in NAMES:
            if a != b:
                assert games.table.between(a, b) == plain_score(a, b)
    rates = [games.table.total(player).rate for player in games.table.players]
    assert rates == sorted(rates, reverse=True)


def test_scores_by_side_and_of_first_players(store: Store):
    games = collect(store, "latest")
    winners = Counter(row["winner"] for row in GAMES)
    assert games.first.wins == winners["first"]
    assert (games.first.draws, games.first.losses) == (winners["draw"], winners["second"])
    assert sum(games.first.pairs) == len(GAMES) / 2
    first, second = games.sides["Default"]
    as_first = [row["winner"] for row in GAMES if row["first_name"] == "Default"]
    assert (first.wins, first.losses) == (as_first.count("first"), as_first.count("second"))
    assert (first + second).points == games.table.total("Default").points
    assert games.limited == winners["draw"]
    assert games.traced == len(GAMES)


def test_games_without_their_other_half_count_singly(tmp_path: Path):
    store = Store(tmp_path / "r.duckdb")
    rows = game_rows(NAMES[:2], pairs=3, draws=0)[:-1]
    lonely = [row | {"pair": None} if i < 2 else row for i, row in enumerate(rows)]
    store_run(store, lonely)
    games = collect(store, "latest")
    score = games.table.between(*NAMES[:2])
    assert score.games == 5
    assert sum(score.pairs) == 1
    assert sum(games.first.pairs) == 1


def test_agents_are_compared_where_both_sides_field_the_same(tmp_path: Path):
    store = Store(tmp_path / "r.duckdb")
    agents = ("fpu", "random")
    rows = [
        row
        | {"second_name": "Default", "second_setup": row["first_setup"], "first_name": "Default"}
        | {"first_agent": agents[i % 2], "second_agent": agents[1 - i % 2]}
        for i, row in enumerate(game_rows(NAMES[:2], pairs=4))
    ]
    store_run(store, rows, kind="ladder", agents=agents)
    games = collect(store, "latest")
    assert games.of == "agent"
    assert set(games.table.players) == set(agents)
    assert grid_of(standing.standings(games), "standings").columns[1].label == "Agent"
    store_run(store, [rows[0], rows[1] | {"first_name": "Rush", "first_setup": "C"}], kind="match")
    both = collect(store, "latest")
    assert both.of == "both"
    assert "Default · fpu" in both.table.players


def test_a_setup_against_itself_has_no_standings(tmp_path: Path):
    store = Store(tmp_path / "r.duckdb")
    same = {"first_name": "X", "second_name": "X", "first_setup": "C", "second_setup": "C"}
    store_run(store, [row | same for row in game_rows(NAMES[:2], pairs=2)], kind="match")
    titles = [section.title for section in build_page(store, "latest", KINDS).sections]
    assert titles == [
        "Score",
        "Formations",
        "First player and draws",
        "Game lengths",
        "Commands, troops and attacks",
        "What the setups are made of",
    ]


def test_runs_without_games_are_refused(tmp_path: Path):
    store = Store(tmp_path / "r.duckdb")
    store.end_run(store.begin_run(kind="enumerate", ruleset=Ruleset()))
    with pytest.raises(StoreError, match="has no games"):
        collect(store, "latest")
    with pytest.raises(StoreError, match="there is no run"):
        collect(store, "nothing")


def test_how_often_troops_are_selected(store: Store):
    run = collect(store, "latest").run.run
    rates = collecting.selection_rates(store, run)
    letters: dict[str, str] = dict(zip(TROOPS, "SFHAMKC", strict=True))
    for troop, rate in rates.items():
        x, y = np.zeros(len(GAMES)), np.zeros(len(GAMES))
        for row in GAMES:
            fielded = f"{row['first_setup']}/{row['second_setup']}".split("/")
            y[int(str(row["game"]))] = sum(s.split(":")[0].count(letters[troop]) for s in fielded)
        for row in EVENTS:
            if row["kind"] == "select" and row["troop"] == troop:
                x[int(str(row["game"]))] += 1
        assert rate.value == pytest.approx(x.sum() / y.sum())
        residuals = x - rate.value * y
        assert rate.error == pytest.approx(np.sqrt((residuals**2).sum()) / y.sum())
    assert rates["champion"].value > rates["scout"].value


def test_commands_recipients_and_attacks(store: Store):
    run = collect(store, "latest").run.run
    used = Counter(row["command"] for row in EVENTS if row["kind"] == "command")
    assert {c: row["used"] for c, row in collecting.command_usage(store, run).items()} == {
        c: used[c] for c in collecting.command_usage(store, run)
    }
    on = Counter((row["command"], row["target"]) for row in EVENTS if row["kind"] == "command")
    for command, counts in collecting.command_recipients(store, run).items():
        assert counts == {troop: on[command, troop] for troop in TROOPS}
    kills = Counter((r["troop"], r["target"]) for r in EVENTS if r["kill"])
    for attacker, cells in collecting.attacks(store, run).items():
        for defender, cell in cells.items():
            assert cell["kills"] == kills[attacker, defender]


def test_the_relative_figure_is_the_thesis_s_own():
    """The example under its table 4: Foot Soldiers are 2.7 / (7 / 107) = 41.3."""
    fielded = {troop: row["fielded"] for troop, row in thesis()["troop_usage"].items()}
    shares = relative(thesis()["command_recipients"], fielded)
    published = [16.8, 41.3, 36.5, 26.5, 29.8, 80.6, 94.3]
    assert list(shares.values()) == pytest.approx(published, rel=0.02)


# ---- the thesis's figures ------------------------------------------------------------------------


def test_the_shipped_figures_agree_with_each_other():
    figures = thesis()
    for row in figures["attacks"].values():
        assert sum(row["on"].values()) == row["attacks"]
    for command, row in figures["command_recipients"].items():
        assert sum(row.values()) == figures["command_usage_extended"][command]
    assert figures["tournament"]["pairs"] * 50 == figures["tournament"]["games"]
    assert len(figures["cycles"]["list"]) == figures["cycles"]["count"]["29"]
    selections = sum(row["selected"] for row in figures["troop_usage"].values())
    assert f"{selections:,}" in notes.SELECTIONS[0]
    assert round(selections / figures["lengths_extended"]["turns"], -2) == 1500


def test_words():
    assert title("winds-of-fate") == "Winds of Fate"
    assert (plural(1, "cycle"), plural(0, "cycle")) == ("1 cycle", "no cycles")
    assert listed(list("abc"), most=2) == "a, b and 1 more"


# ---- the page ------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects what a page refers to, and notices tags that are not closed."""

    EMPTY = ("meta", "input", "br", "img", "path", "use", "rect")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.addresses: list[str] = []
        self.titles = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.titles += tag == "title"
        if values.get("id"):
            self.ids.append(str(values["id"]))
        for name in ("href", "src", "action", "data"):
            if values.get(name):
                own = str(values[name]).startswith("#")
                (self.links if own else self.addresses).append(str(values[name]))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def test_the_page_is_whole_and_asks_for_no_address(page: Page):
    html = page.html()
    reader = Reader()
    reader.feed(html)
    assert not reader.open
    assert not reader.addresses
    assert "http" not in html
    assert "@import" not in html
    assert len(set(reader.ids)) == len(reader.ids)
    assert {link[1:] for link in reader.links} <= set(reader.ids)
    matchups = len(NAMES) * (len(NAMES) - 1)
    assert reader.titles > 2 * matchups  # a hint for each cell of the matrix


def test_every_section_of_the_issue_is_there(page: Page):
    assert [section.title for section in page.sections] == [
        "Standings",
        "Win matrix",
        "Dominance cycles",
        "Nash mixture and alpha-rank",
        "First player and draws",
        "Game lengths",
        "Command usage",
        "Command recipients",
        "Troop selections",
        "Attacks and kill rates",
        "What the setups are made of",
    ]
    grids = {p.name for s in page.sections for p in s.parts if isinstance(p, Grid)}
    assert {"matchups", "cycles", "cycles-by-threshold", "attacks", "selections"} <= grids
    pictures = {p.name for s in page.sections for p in s.parts if isinstance(p, Picture)}
    assert {"win-matrix", "dominance-cycles", "lengths", "kill-rates"} <= pictures


def grid(page: Page, name: str) -> Grid:
    """Return a table of a page."""
    return grid_of([part for section in page.sections for part in section.parts], name)


def grid_of(parts: Sequence[object], name: str) -> Grid:
    """Return the table of a name among parts."""
    [match] = [part for part in parts if isinstance(part, Grid) and part.name == name]
    return match


def test_tables_say_what_was_played(page: Page):
    matchups = grid(page, "matchups")
    assert sum(int(str(n)) for n in matchups.column("games")) == len(GAMES)
    assert len(matchups.rows) == len(NAMES) * (len(NAMES) - 1) / 2
    for row in matchups.rows:
        low, rate, high = (float(str(row[i])) for i in (7, 6, 8))
        assert low <= rate <= high
    assert sum(float(str(w)) for w in grid(page, "metagame").column("nash")) == pytest.approx(1)
    assert grid(page, "first-player").rows[0][0] == len(GAMES)


def test_the_cycle_is_found_and_drawn(page: Page):
    cycles = grid(page, "cycles")
    assert " → ".join(NAMES[:5]) in {_turned(str(cycle)) for cycle in cycles.column("cycle")}
    assert (
        "Default" in [p for s in page.sections for p in s.parts if isinstance(p, Picture)][2].inline
    )


def _turned(cycle: str) -> str:
    players = cycle.split(" → ")
    first = players.index(NAMES[0]) if NAMES[0] in players else 0
    return " → ".join(players[first:] + players[:first])


def test_of_a_tangle_single_cycles_are_drawn(monkeypatch):
    monkeypatch.setattr(dominance, "LARGEST_GROUP", 4)
    results = {link: Score(9, 0, 1) for link in circle(NAMES[:5])}
    section = dominance.section(CrossTable(NAMES[:5], results))
    [drawn] = [part for part in section.parts if isinstance(part, Picture)]
    assert all(f">{name}<" in drawn.svg for name in NAMES[:5])
    assert "Of a group of 5" in drawn.title


def test_without_cycles_there_is_no_table_of_them():
    results = {(NAMES[0], NAMES[1]): Score(9, 0, 1)}
    section = dominance.section(CrossTable(NAMES[:2], results))
    assert [part.name for part in section.parts if isinstance(part, Grid)] == [
        "cycles-by-threshold"
    ]


def test_a_page_says_what_its_setups_are_made_of(page: Page):
    rows = {str(row[0]): row[1:] for row in grid(page, "made-of").rows}
    assert set(rows) == set(NAMES)
    troops, commands, _ = rows["IAmWarrior"]
    assert troops == "3 champions"
    assert commands == "battle cry, stoicism, regenerate, charge"


def test_a_title_says_what_was_played(page: Page, tmp_path: Path):
    assert page.title == f"Tournament of 7 setups, played by {AGENT}"
    store = Store(tmp_path / "r.duckdb")
    store_run(store, game_rows(NAMES[:2], pairs=2), kind="match")
    result = build_page(store, "latest", KINDS)
    assert set(result.title.split(" against ")) == set(NAMES[:2])
    assert f"<title>{result.title}</title>" in result.html()


def test_a_high_threshold_leaves_no_cycle(store: Store):
    table = collect(store, "latest").table
    [text] = [
        p.text for p in dominance.section(table, Fraction(1)).parts[:1] if isinstance(p, Text)
    ]
    assert "there are no cycles" in text


def test_without_actions_the_page_says_so(tmp_path: Path):
    store = Store(tmp_path / "r.duckdb")
    store_run(store, game_rows(NAMES[:3], pairs=2))
    page = build_page(store, "latest", KINDS)
    assert build_page(store, "latest", KINDS).html() == page.html()  # the same games, the same page
    assert "--events" in page.html()
    assert page.sections[-2].title == "Commands, troops and attacks"


# ---- files ---------------------------------------------------------------------------------------


def test_every_table_and_figure_is_a_file(page: Page, tmp_path: Path):
    files = write_page(page, tmp_path / "deep" / "out")
    there = sorted(
        str(f.relative_to(tmp_path / "deep" / "out"))
        for f in (tmp_path / "deep" / "out").rglob("*")
        if f.is_file()
    )
    assert there == sorted(files)
    for name in files:
        file = tmp_path / "deep" / "out" / name
        if name.endswith(".png"):
            assert file.read_bytes().startswith(b"\x89PNG")
        if name.endswith(".svg"):
            assert ElementTree.parse(file).getroot().tag.endswith("svg")
        if name.endswith(".csv"):
            lines = file.read_text().splitlines()
            assert len({line.count(",") for line in lines if '"' not in line}) <= 1
    markdown = (tmp_path / "deep" / "out" / "report.md").read_text()
    assert "![" in markdown
    assert "### Standings" in markdown


def test_a_report_is_not_replaced_unasked(page: Page, tmp_path: Path):
    write_page(page, tmp_path)
    with pytest.raises(StoreError, match="--force"):
        write_page(page, tmp_path)
    write_page(page, tmp_path, force=True)
    with pytest.raises(StoreError, match="is a file"):
        write_page(page, tmp_path / "index.html")
    with pytest.raises(StoreError, match="cannot be made"):
        write_page(page, tmp_path / "index.html" / "below")

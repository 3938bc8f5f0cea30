"""The common questions run on an empty database, and on one that has runs of every kind."""

import re

import pytest
from conquest_opt.results import Store
from conquest_opt.results.questions.saved_queries import SavedQuery, saved_queries

from ..goldens.old_database import unpack

NAMES = [query.name for query in saved_queries()]
OF_NOW, RARE = "recent-runs", "upsets"
"""One asks of the last days, one of what seldom happens."""


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("saved") / "empty.duckdb")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(unpack(tmp_path_factory.mktemp("saved")))


@pytest.mark.parametrize("query", saved_queries(), ids=NAMES)
def test_a_common_question_runs_on_an_empty_database(query: SavedQuery, empty: Store):
    table = empty.query(query.sql)
    assert table.num_rows == 0
    assert table.num_columns > 3


@pytest.mark.parametrize("query", saved_queries(), ids=NAMES)
def test_a_common_question_is_answered_where_there_are_runs(query: SavedQuery, full: Store):
    rows = full.query(query.sql).num_rows
    assert rows or query.name in (OF_NOW, RARE)


@pytest.mark.parametrize("query", saved_queries(), ids=NAMES)
def test_a_common_question_is_described_and_bounded(query: SavedQuery):
    assert re.fullmatch("[a-z-]+", query.name)
    assert query.title
    assert query.about.endswith(".")
    assert re.search(r"LIMIT [0-9]+$", query.sql)


def test_names_are_given_once():
    assert len(set(NAMES)) == len(NAMES) >= 10

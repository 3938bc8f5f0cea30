"""Tests of how a database is made and kept make theirs step by step, as users' are made."""

import pytest
from conquest_opt.results.store import migrations
from conquest_opt.results.store.migrations import fill

MADE = (
    *("test_atomic_files", "test_faults", "test_full_disk", "test_processes"),
    *("test_schema", "test_store", "test_turns"),
)


@pytest.fixture(autouse=True)
def made_databases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In these files a new database is made, not copied."""
    if request.path.stem in MADE:
        monkeypatch.setattr(migrations, "fill", fill)

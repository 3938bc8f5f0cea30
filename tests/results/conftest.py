"""Tests of the database make theirs step by step."""

import pytest
from conquest_opt.results.store import migrations
from conquest_opt.results.store.migrations import fill


@pytest.fixture(autouse=True)
def made_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new database is made as users' are, not copied."""
    monkeypatch.setattr(migrations, "fill", fill)

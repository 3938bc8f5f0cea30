"""Every kind of run stores and prints what it did when its golden file was written."""

import pytest

from tests.goldens.bless import golden_file
from tests.goldens.digests import read
from tests.goldens.playing import Played, play
from tests.run_kinds import KINDS, Kind

pytestmark = pytest.mark.slow

ALL = [pytest.param(kind, id=kind.name) for kind in KINDS]
LONGER = [pytest.param(kind, id=kind.name) for kind in KINDS if kind.longer]


def check(kind: Kind, size: str, played: Played) -> None:
    """Compare a run with its golden file; further tables and columns are welcome."""
    differences = played.story.differences(read(golden_file(kind))[size])
    assert not differences, (
        f"{kind.name} differs in {', '.join(differences)}; if that is meant: "
        f"python -m tests.goldens.bless {kind.name}"
    )


@pytest.mark.parametrize("kind", ALL)
def test_results_are_golden(kind: Kind, finished):
    check(kind, "small", finished(kind))


@pytest.mark.slow
@pytest.mark.parametrize("kind", LONGER)
def test_results_of_longer_runs_are_golden(kind: Kind, tmp_path):
    check(kind, "longer", play(kind.long_words, tmp_path))

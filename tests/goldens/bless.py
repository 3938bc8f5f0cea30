"""Write golden files anew:  python -m tests.goldens.bless KIND...|--all

A change of a golden file is a change of results: its reason belongs into the commit.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.goldens.digests import write
from tests.goldens.playing import play
from tests.run_kinds import KINDS, Kind

DATA = Path(__file__).parent / "data"


def golden_file(kind: Kind) -> Path:
    """Return where the digests of a kind are kept."""
    return DATA / f"{kind.name}.json"


def bless(kind: Kind) -> None:
    """Play the runs of a kind and write their digests."""
    digests = {}
    for size, words in kind.sizes.items():
        with tempfile.TemporaryDirectory() as folder:
            digests[size] = play(words, Path(folder)).story.digests
    write(golden_file(kind), digests)


def main() -> None:
    """Bless the kinds that are named."""
    parser = argparse.ArgumentParser(prog="python -m tests.goldens.bless")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(k.name for k in KINDS))
    parser.add_argument("--all", action="store_true", help="every kind")
    given = parser.parse_args()
    unknown = set(given.kinds) - {kind.name for kind in KINDS}
    if unknown or bool(given.kinds) == given.all:
        parser.error(f"no kind {unknown.pop()!r}" if unknown else "give kinds, or --all")
    for kind in KINDS:
        if given.all or kind.name in given.kinds:
            bless(kind)
            sys.stdout.write(f"{golden_file(kind).name}\n")


if __name__ == "__main__":
    main()

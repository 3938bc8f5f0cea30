"""What the tests of the docs read from Markdown: links, headings, and command lines."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

_FENCE = re.compile(r"^```.*?^```", re.M | re.S)
_SPAN = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PROGRAM = re.compile(r"^(?:\$ )?(?:conquest-opt|\./run) +(?=\S)")


def links(page: Path) -> list[str]:
    """Return where a page's links lead."""
    return _LINK.findall(_SPAN.sub("", _FENCE.sub("", page.read_text(encoding="utf-8"))))


def anchors(page: Path) -> set[str]:
    """Return the addresses of a page's headings, as GitHub makes them."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the words after conquest-opt of each command line in a page's code."""
    text = page.read_text(encoding="utf-8")
    for line in [*_code_lines(text), *_code_spans(text)]:
        called = _PROGRAM.match(line)
        if called:
            yield _words(line[called.end() :])


def _code_lines(text: str) -> Iterator[str]:
    """Yield lines, each joined with those that continue it."""
    lines = iter(text.splitlines())
    for first in lines:
        line = first.strip()
        if not _PROGRAM.match(line):
            continue
        line = re.split(r"\s{3,}|\s+# ", line)[0]  # what stands far to the right explains
        while line.endswith("\\") or line.count('"') % 2:
            line = f"{line.removesuffix(chr(92)).rstrip()} {next(lines).strip()}"
        yield line


def _code_spans(text: str) -> Iterator[str]:
    for span in _SPAN.findall(_FENCE.sub("", text)):
        yield " ".join(span.split())


def _words(line: str) -> list[str]:
    words = shlex.split(line)
    for end in ("|", ">", ">>"):
        if end in words:
            words = words[: words.index(end)]
    return words

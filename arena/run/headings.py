"""Headings under which help lists the options of a run, in their order."""

from typing import Final

SEARCH: Final = "What to play or search"
SPEND: Final = "How much to spend"
RULES: Final = "Rules"
WHERE: Final = "Where it runs"
OUTPUT: Final = "Output"
GROUPS: Final = (SEARCH, SPEND, RULES, WHERE, OUTPUT)

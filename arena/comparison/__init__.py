"""Two finished runs of one kind side by side: what differs beyond noise.

    asked        what the two tasks ask for differently
    figures      the quantities that both results have, asked all at once
    runs         finds two runs that can be compared, and puts the rest together
    words        the comparison in words and tables, for terminal and page
    page         its page

    StoredRun, StoredRun ── values.quantities() ──▶ compared_figures ──▶ RunComparison
                         └─ run.arguments ────────▶ asked_differently ──┘   ├─▶ json()
                                                                            ├─▶ summary(), terminal
                                                                            └─▶ comparison_page()

No kind of run has a case of its own here: its values list their quantities
(`arena.stats.quantity`).
"""

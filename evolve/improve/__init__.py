"""The best small changes of a setup: which swaps of a few components gain most against a field.

    settings    how much is played by which agent
    candidates  the original and all its swaps, as they stand on the board
    search      screen, race and decision: the original plays along with the same seeds
    components  what taking one of a component out, or putting one in, does on the whole
    task        the run
    result      the changes, with what they gained on held-out seeds
    report      the page

1. The screen: every change plays by a cheap agent (of thousands a random part; the model speaks for
   the rest).
2. The race: those whose games settle most about who is best play by a better agent.
3. The decision: so do the leaders by the judge, in rounds of fewer and fewer. A model of all these
   games (`judging`) rates every change for the judge, also by games of others that share its parts.
4. The check: the best and the original play on held-out seeds, by the judge alone. What is reported
   is the gain in these games, pair by pair, with intervals that hold for all reported changes
   together; a change is called better only if its interval lies above 0.

A gain is that of the swap, not of a formation. A setup that is given without a formation stands in
the one that is made for any troops, and so do its changes. One that is given with a formation keeps
it: troops that stay keep their squares, and those that come stand where one of their kind usually
does (`proposals.formations.inherited`).
"""

"""One game reviewed, as a chess site reviews one: what each turn gave away, and what was better.

    win_chance   what a value means: words, and the chance to win that it stood for in games
    decisions    the decisions of a recorded game, and the positions they can lead to
    searches     many positions searched at a time
    turn_values  the value of each turn, of the best one, and the loss
    reviewer     which agent reviews where none is named
    review       `review`: the game with its worst turns marked
    summary      a review in words, for the terminal, and as JSON
    text_chart   its graph as lines of text
    page         a review as a page
    lines        games, agents and lines for people
    analysis     what an agent sees in one position, in words and as JSON

    record ──▶ decisions ──▶ searches ──▶ turn_values ──▶ Review ──▶ summary, review_json, page

It is no run: nothing is stored. The same record, agent and seed give the same review for any number
of threads.
"""

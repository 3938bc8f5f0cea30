"""Games at the board: played by people and agents, analysed, reviewed, replayed.

    shelf      the games in a SQLite file beside the queue, and reviews that were made
    kept       `KeptGames`: those in use, in memory; one change at a time, written before it shows
    views      `GameView`: a game as pages draw it
    beginning  a game from two setups, a position, a record, a stored game, or another game
    searching  agents that search: a few at a time, in threads of their own
    thinking   analyses that grow while somebody looks
    replaying  replays, a page at a time
    reviewing  reviews with their progress; made once

    POST actions ─▶ KeptGames.change ─▶ a copy of the game ─▶ shelf (SQLite) ─▶ memory ─▶ GameView
    POST agent   ─▶ search on a copy, without the game's lock ─▶ the same way, if nothing happened

A game is written after every change, as its record and who plays each side: a killed server loses
nothing. Memory holds the games in use; the file as many as the limit says, and those that were
untouched longest go first. A change names how many actions it comes after (`after`): if the game
went on in another tab it is refused (409). A change that cannot be written (507) did not happen.

A page knows no rules. Everything it draws and offers is in the answers: `api/board` makes it of the
engine's states and actions. docs/guide-service.md has the shapes.
"""

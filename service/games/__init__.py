"""Games that are being played: one side or both by people, the others by agents.

    kept       the games, as many as the limit allows; the one that rested longest goes first
    searching  agents that search, a few at a time and within limits

A game is kept in memory. Every answer has its record, from which it can be begun again, here or by
`conquest-opt replay` and `review`.
"""

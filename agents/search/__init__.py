"""Tree search, negamax, rolling horizon evolution, Monte Carlo, and what a search saw."""

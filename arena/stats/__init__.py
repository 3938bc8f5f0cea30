"""What scores mean: intervals, Elo, tests, ratings, Nash mixtures. Pure functions."""

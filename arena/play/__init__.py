"""Games in bulk: schedules, players, executors, and boards of results."""

"""One way to run: tasks, the runner, and games in bulk."""

"""The game in the terminal, and the line protocol."""

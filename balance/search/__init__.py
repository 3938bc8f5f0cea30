"""The search for rules that make the game richer."""

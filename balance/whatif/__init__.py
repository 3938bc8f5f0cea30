"""The game before and after a change of the rules."""

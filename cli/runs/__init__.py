"""Commands that run games in bulk, one a file."""

"""Commands that play no games in bulk, one a file."""

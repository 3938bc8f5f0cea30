"""What a metagame is like, as numbers that can be compared."""

"""The metagame, by double oracle."""

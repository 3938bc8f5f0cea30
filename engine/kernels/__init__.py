"""Compiled code: the state, legal actions, transitions, hashing and playouts."""

"""Text and pictures of positions, actions and what happened in a game."""

"""Maps of play-styles and of setups, by MAP-Elites."""

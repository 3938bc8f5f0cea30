"""What searches share: spaces of setups, genetic operators, races, models, fields of opponents."""

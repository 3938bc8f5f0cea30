"""A ladder: agents rated by games against each other on several setups."""

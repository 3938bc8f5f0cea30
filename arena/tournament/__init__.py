"""A tournament: setups rated by games against each other, all played by one agent."""

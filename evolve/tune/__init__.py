"""The best parameters of an agent, by NTBEA."""

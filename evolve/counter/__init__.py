"""Counters to a setup or a mixture, by evolution."""

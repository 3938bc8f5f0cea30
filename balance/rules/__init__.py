"""Edits of rules, and setups made to fit edited rules."""

"""Every setup of a space ranked."""

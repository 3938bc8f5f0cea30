"""The library of scripts: short plans that propose actions."""

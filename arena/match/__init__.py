"""A match: two entrants, a number of games or as many as a sequential test needs.

settings ──▶ task ── schedule, games ──▶ result ──▶ --json, terminal text
                                           └──────▶ report
"""

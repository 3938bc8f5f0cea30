"""A ladder: agents rated by games against each other on several setups, each against itself.

settings ──▶ task ── schedule, games ──▶ result ──▶ --json, terminal text
                                           └──────▶ report
"""

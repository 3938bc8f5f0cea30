"""A tournament: setups rated by games against each other, all played by one agent.

settings ──▶ task ── schedule, games ──▶ result ──▶ --json, terminal text
                                           └──────▶ report
"""

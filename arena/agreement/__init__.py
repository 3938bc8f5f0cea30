"""Agreement: how far agents agree about setups, each playing the same round robin of them.

settings ──▶ task ── a round robin for each agent ──▶ compare ──▶ result ──▶ --json, terminal text
                                                        │           └─────▶ report
                                                        └──▶ tables
"""

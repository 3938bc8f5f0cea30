"""What routes share.

shared    settings, setups, queue, answers, games: one for each application
asked     parameters that several routes take: rules, pages
answered  what was read from the database, and when
"""

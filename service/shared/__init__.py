"""What routes share.

shared    settings, setups, queue, answers, games: one for each application
asked     parameters that several routes take: rules, pages
answered  what was read from the database, and when
event_stream  an answer of events, which takes a place while it is sent
"""

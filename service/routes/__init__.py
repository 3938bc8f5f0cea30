"""The addresses: those under /api/v1, one module for each group, and the pages.

setups       setups: the catalogue, own ones, one looked at, every maximal one
rules        rules with their texts and limits, edits checked, setups counted
agents       agents with their parameters
runs         runs: list, read, tables, report, compare, delete
jobs         start any kind of run, follow it, stop it, resume it
kinds        kinds of run with their settings, as forms need them
own_setups   own setups: save, remove
games        games: begin, list, act, take back, resign; previews and reach
analysis     agents at the board: play, hint, analyse; drawn positions checked
stored_games games of the database; a whole game for replay; reviews
sql          SQL that people write
state        what the server is doing
pages        the pages, with their scripts and styles
documents    the OpenAPI document, as JSON and as a page
"""

"""Commands that play no games in bulk, one a file.

play, engine         a game against an agent; the line protocol for programs
position, replay     a position and its legal actions; recorded games
setups, enumerate    setups looked at closely; every setup of a ruleset
agents               the agents and their parameters
runs, sql            the runs of the database; questions to it in SQL
export, report       a run as files, or as one file for others; a run as a page
import_              runs from such a file
"""

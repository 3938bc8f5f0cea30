"""Commands that play no games in bulk, one a file.

play, engine         a game against an agent; the line protocol for programs
position, analyse    a position and its legal actions; what an agent sees in it
replay               recorded games
setups, own_setups   setups looked at closely; one's own saved and removed
enumerate            every setup of a ruleset
agents               the agents and their parameters
rules, rules_text    the rules, what they do and what was changed; all that as text
sql                  questions to the database in SQL
export, import_      a run as files; runs from a file that export wrote
report               a run as a page
compare              two runs of one kind side by side
"""

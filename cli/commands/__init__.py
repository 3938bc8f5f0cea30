"""Commands about setups, rules, agents and results, one a file; none plays a game.

setups, own_setups   setups looked at closely; one's own saved and removed
enumerate            every setup of a ruleset
agents               the agents and their parameters
rules, rules_text    the rules, what they do and what was changed; all that as text
sql                  questions to the database in SQL
export, import_      a run as files; runs from a file that export wrote
report               a run as a page
compare              two runs of one kind side by side
serve                all of it by HTTP
"""

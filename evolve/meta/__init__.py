"""The metagame: a mixture of setups that no response gains much on, by double oracle.

settings, task    how a search is started: limits and defaults, what it starts with
double_oracle     its loop: the mixture of the set, a response to it, a larger set
screen            cheap games of the start: which setups the judge is to play
payoffs           what setups of the set score against each other; more games where in doubt
response          one round's search for a response: a search for counters
mixture_checks    the final mixture against the named setups, and against a rival's response
usage             how much of each troop and command the mixture has
values, result    what was found, as values with their JSON and their words
tables            the same as rows of the database
report            the page, from the database: stored, convergence, comparisons
"""

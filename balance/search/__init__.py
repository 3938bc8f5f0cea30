"""The search for balance: edits of the rules towards a richer game.

settings     sizes, agents and objectives; task: all that a search is started with
space        numbers of the rules that are free, their limits and steps; genes and edits
operators    NSGA-II of pymoo over such genes, with operators and a generator of its own
rivals       setups evolved under the rules that are judged
goals        what can be wanted, by name; target: win rates that a designer wants
objectives   what estimates of match-ups for the judge say of each
candidates   rules that are tried, their setups and their record
front        which are dominated by none, how firmly, and how much that is worth
search       generations, and the check of the front on held-out seeds
result       what was found; tables: as rows of the database
report       the page: front_sections, from what stored_front reads
"""

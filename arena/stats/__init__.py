"""What scores mean. Pure functions of numbers.

score       points of A against B with their uncertainty; Elo; the first player's advantage
values      scores as values of results
gains       by how much one does better than another in the same games
quantity    figures with intervals, and by how much two of them differ
gain_values gains as values of results
simultaneous  several means of the same units, with intervals that all hold at once
interaction  how far two losses are more together than alone
sprt        stopping a match once it is decided
one_thread  linear algebra on one thread
logistic    one logistic fit, and Newton's iteration under it
ratings     many players in one order, with intervals
crosstable  the results of all against all
nash        Nash mixture and alpha-rank
cycles      dominance in circles, and whether it is more than chance
rank_correlation  how far two orders agree
agreement   how far two agents agree about setups, and how much of the rest is noise
"""

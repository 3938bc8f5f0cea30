"""Setups for pages: how many there are, all of them in memory, and what is known of one.

counts     how many setups rules allow, in milliseconds
selection  every maximal setup in memory, filtered and sorted
ratings    what a ranking says of each of them
known      what the database knows of one setup
lab        a setup as somebody builds it: what fits, where troops may stand
"""

"""Commands that run games in bulk, one a file: options, and a task made of them.

running                                how every one of them runs and prints its task
match  tournament  ladder  agreement  actionspace
evolve                                 the group of the next four
counter  rank  meta  styles
tune  whatif  balance  costs
"""

"""Commands that run games in bulk, one a file: its help, and what only the terminal knows of it.

command                                makes them of the declarations of their kinds
running                                asks the one driver, and prints what it says
match  tournament  ladder  agreement  actionspace  explain  improve  formation
evolve                                 the group of the next four
counter  rank  meta  styles
tune  whatif  balance  costs
"""

"""What a metagame is like, as numbers that can be compared.

boards                     the games of a round robin as arrays: points, rates, their errors
evenness, equilibrium      how far match-ups are from even; the Nash mixture
composition, usage         what setups are made of; what is chosen and used in games
game_figures, structure    first players, lengths, draws; figures of the whole matrix
judged                     match-ups by games of several agents, as estimates for the judge
bootstrap                  intervals where there is no formula
paired                     the pairs of one level before and after: changes, scores, their noise
swapping, compare          what changed, by all levels for the judge, and whether it is noise
against                    whether two figures were shown to differ, and how many games would
measured, change, labels   the values of all that, and their names
"""

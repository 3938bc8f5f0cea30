"""What searches share: which setups may be proposed, and how they are bred, raced and modelled.

space            which setups may be proposed: legal, maximal, within the user's constraints
repair           the nearest setup of a space, by CP-SAT, where chance finds none
formations       where troops stand, as a part of the genome
operators        genes, DEAP's operators with a generator of one's own, and children
population       candidates, their record, and the ask/tell loop over them
search_settings  how much a search by generations plays
level_search     generations of candidates, then a shortlist, by three levels of agents
racing           more games for the leaders: successive halving
paired           candidates beside a baseline in the same games, and a race of them over levels
field            the opponents: one, several, or a weighted mixture
against          the field that is asked for, in one of these ways
mixture          the Nash mixture of setups that played each other, or of the metagame, as a field
generation_rows  generations and candidates as rows of the database
methods          what rows of ratings are called
report_parts     what reports of searches share
errors           what can go wrong, said in one sentence
"""

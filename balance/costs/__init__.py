"""What troops and commands are worth in points.

sampling         setups of varied composition and total, to learn prices from; who meets whom
dealing          who meets whom once cheaper games have said what things are worth about
settings, task   how much is played, and the run
worth            a model of who wins by what both sides are made of
estimate         worths and verdicts by that model, for the judge
result, report   what was found: as values, in words, and as a page
"""

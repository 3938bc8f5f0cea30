"""Commands that help a player with a setup of his own; they run games as those of `runs` do.

improve    the best small changes of a setup
formation  where its troops should stand
"""

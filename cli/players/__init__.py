"""Commands that help players with a setup of their own; they run games as those of `runs` do.

improve    the best small changes of a setup
formation  where its troops should stand
explain    why it beats another setup, or loses
"""

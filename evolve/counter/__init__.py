"""Counters to a setup or a mixture, by evolution.

settings  how much is played by which agent
task      generations, shortlist, check; each is a race or a stage of games
result    the counters, with what they scored on held-out seeds
report    the page
"""

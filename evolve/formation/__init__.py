"""Where the troops of a setup should stand, against a field.

arrangements  ways of making formations: who is in front, how wide, how deep, and where
features   what can be measured of a formation
model      what games say about features: which matter, and which formations are worth playing
proposals  families of arrangements, and changes of formations that did well
settings   how much is played by which agent
task       generations, shortlist, check; made and published formations are checked too
result     the formation that was found, what it gains, and which features matter
report     the page

A candidate is a setup with its formation. The search is that of counters (`proposals.level_search`)
with other candidates and another model. What is reported rests on held-out seeds: the formations
that were found, the made one and the published one play the same opponents with the same seeds,
and what one gains on another is the mean difference of their pairs of games.
"""

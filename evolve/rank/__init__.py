"""Every setup of a space ranked against a field.

settings   how a ranking is started
plan       settings and the size of the space -> the games of each part
roster     the space, enumerated -> arrays of compositions
task       RankTask: runs `search`, and puts `ranking` into values and tables
search     field, screen, calibration, rounds, setups held out, confirmation: games -> ratings
ranking    all that is known in the end, as arrays: every setup's rating, effects, checks
  -> tables    rows of the database, with every setup
  -> result    RankResult: the top and how far it can be trusted, for JSON, terminal and page;
               `result_values` are its parts
report     the page; `components_section` and `trust_section` are sections of it
"""

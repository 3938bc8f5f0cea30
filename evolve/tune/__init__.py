"""The best parameters of an agent, by NTBEA.

settings     how a tuning is started
parameters   an agent -> the configurations to choose among
task         TuneTask: search, check and comparison
ntbea        scores of evaluations -> the configuration to evaluate next
tables       evaluations and scores -> rows of the database
result       TuneResult: the best configuration and its scores, for JSON, terminal and page
evaluations  rows of the database -> what single values and pairs of them come to
report       the page
"""

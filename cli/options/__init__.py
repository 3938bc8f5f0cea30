"""Options and parameter types that several commands share.

grouped      options under headings in help
settings     options made from a settings class
run_options  where a run runs, what it keeps, how it is resumed
rules        --set, --rules, --actions
agents       --agent and --quick; notes on illegal setups
setup_lists  --setups: names, texts, files, queries
opponents    --target and --opponents, with weights
numbers      whole and real numbers, in plain digits and within limits
queries      --require and the other constraints on setups
style_texts  texts of agents and setups, and cells of a map in their place
time_span    15m, 8h
budget       --budget: time in place of numbers of games
database     --db, and tables as text
completing   what a shell completes in place of a value
"""

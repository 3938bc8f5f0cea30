"""Options that several commands share.

grouped      options under headings in help
config       --config: options of a file
stored       options of a stored task, read back from its form
settings     options made from a settings class
run_options  where a run runs, what it keeps, how it is resumed
rules        --set, --rules, --actions
agents       --agent and --quick; programs that may be started; notes on illegal setups
setup_lists  --setups: names, texts, files, queries
setups_file  --setups-file: the user's own setups
opponents    --target and --opponents, with weights
against      --against: the field that a setup is played against
positions    setups, a position's line, a file or standard input, as a game
recorded     --run, --game and --turn: recorded games of a file or a run
queries      --require and the other constraints on setups
budget       --budget: time in place of numbers of games
database     --db, and tables as text
"""

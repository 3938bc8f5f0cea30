"""Options that several commands share.

grouped      options under headings in help
config       --config: options of a file
keywords     options made from the keywords of a kind of run
settings     options made from a settings class
run_options  where a run runs, what it keeps, how it is resumed
rules        --set, --rules, --actions
agents       --agent and --quick; programs that may be started; notes on illegal setups
setups_file  --setups-file: the user's own setups
positions    setups, a position's line, a file or standard input, as a game
recorded     --run, --game and --turn: recorded games of a file or a run
queries      --require and the other constraints on setups
database     --db, and tables as text
"""

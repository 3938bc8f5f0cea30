"""What is asked of setups and of the database.

setup_tables   every maximal setup of the rulesets that were asked for last, made in a side process
answers        reads of the database that never keep a page waiting: the last known answer
reader         the one thread that reads the database, all questions that wait at one opening
side_process   calls in a process that can be ended: SQL that people write, pages of reports,
               sample games of a run
side_calls     what is called there
memory_limit   a limit of the memory that such a process may take
rankings       the ranking that setups are listed by
runs           runs as plain values: all, one, its tables, two compared
stored_games   games that runs have saved with their moves
kernels        compiles the kernels in a process of its own after the start
wanted         work that is ended, or not begun, when its client has gone
"""

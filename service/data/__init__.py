"""What is asked of setups and of the database.

setup_tables   every maximal setup of the rulesets that were asked for last
answers        reads of the database that never keep a page waiting: the last known answer
query_process  SQL that people write, in a process that can be ended
kernels        compiles the kernels in a process of its own after the start
"""

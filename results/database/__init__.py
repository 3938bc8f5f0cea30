"""The DuckDB file below the store: processes that share it, what is committed, copies of it.

connection    the file for a moment at a time: to read, to write, unchanging; a guard for queries
opening       waiting until it can be opened
turns         whose turn it is to open it, among processes of this program
doors         the file as one of this process: its lock, and whether it is a database
checkpoints   what the log holds goes into the file, by a copy
replacing     a copy takes the file's place, and a kill between two steps loses nothing
compaction    a smaller file in the place of one with space that nothing needs
interruptible  work of DuckDB that Ctrl-C stops at once
atomic_files  files that appear whole or not at all
processes     whether a process is still alive
errors        what can go wrong, each message saying what would be right

    rows ─▶ one transaction ─▶ NAME.wal ─▶ (long enough, or a run ended) a copy of both ─▶ NAME

Nothing here knows the schema. Steps of the schema, and SQL that changes tables, are made in a copy
too (`checkpoints.renewed`).
"""

"""The DuckDB file: batches of Arrow tables in, queries out.

store         `Store`: begin a run, write its batches, ask questions
connection    opening the file for a moment at a time: locks, timeouts, a guard for queries
turns         whose turn it is to open it, among processes of this program
migrations    creating the file, checking its version, taking the steps it lacks
schema/*.sql  those steps: tables and views, every column with a comment
document      the schema explained from these comments
writer        a batch of Arrow tables -> rows, each fact once
merge         runs of another database, taken over
spool         a result of any size, read after the file is free again
rows          values of the engine and plain dicts -> rows; queries -> tables
runs          run identifiers, listing and finding runs
processes     whether the process that writes a run is still alive
atomic_files  files that appear whole or not at all
errors        what can go wrong, each message saying what would be right
"""

"""Runs in the DuckDB file: batches of Arrow tables in, queries out.

store         `Store`: begin a run, write its batches, ask questions
migrations    creating the file, checking its version, taking the steps it lacks
schema/*.sql  those steps: tables and views, every column with a comment
document      the schema explained from these comments
writer        a batch of Arrow tables -> rows, each fact once
merge         runs of another database, taken over
deletion      runs and all their rows -> nothing, facts that others mention kept
spool         a result of any size, read after the file is free again
rows          values of the engine and plain dicts -> rows; queries -> tables
runs          run identifiers, listing and finding runs
"""

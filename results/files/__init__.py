"""Tables and whole runs as files.

tables   one Arrow table -> CSV, JSON or Parquet
streams  tables that come one after the other -> one file
export   everything of a run -> one file a table, and run.json
"""

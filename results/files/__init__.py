"""Tables and whole runs as files, and the file of own setups.

tables      Arrow tables, one after the other -> CSV and JSON
times       dates and times that Python cannot hold -> text
streams     tables, one after the other -> one file of CSV, JSON or Parquet
export      everything of a run -> one file a table, and run.json
own_setups  setups saved and removed in the user's own file
"""

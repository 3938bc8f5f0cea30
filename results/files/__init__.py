"""Tables and whole runs as files, and the file of own setups.

tables         Arrow tables, one after the other -> CSV and JSON
times          dates and times that Python cannot hold -> text
streams        tables, one after the other -> one file of CSV, JSON or Parquet
export         everything of a run -> one file a table, and run.json
bundle         runs in one file for others: its form, and whether a file has it
bundle_export  runs -> such a file
bundle_limits  what such a file may claim, before a row of it is read
parquet_pages  the heads of a Parquet file's pages, of which readers do not tell
bundle_stage   its tables -> rows, a batch at a time
bundle_import  such a file -> rows that a database can take over
own_setups     setups saved and removed in the user's own file
"""

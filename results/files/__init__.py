"""Tables and whole runs as files.

tables         Arrow tables, one after the other -> CSV and JSON
times          dates and times that Python cannot hold -> text
streams        tables, one after the other -> one file of CSV, JSON or Parquet
export         everything of a run -> one file a table, and run.json
bundle         runs in one file for others: its form, and whether a file has it
bundle_export  runs -> such a file
bundle_import  such a file -> rows that a database can take over
"""

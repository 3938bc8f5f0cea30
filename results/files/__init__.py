"""Tables and runs as files: CSV, JSON, Parquet."""

"""The DuckDB file: opening it, its schema, runs, and writing batches."""

"""Progress, stopping, tables and prompts."""

"""What troops and commands are worth in points."""

"""The rules as data: troops, commands, limits, the board, and the seeds that chance comes from."""

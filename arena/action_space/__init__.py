"""What the reductions of the action space are worth: sizes counted, strength by games."""

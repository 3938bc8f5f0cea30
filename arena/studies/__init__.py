"""Match, tournament, ladder and the study of action spaces."""

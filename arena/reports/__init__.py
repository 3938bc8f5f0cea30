"""Reports: what a run's games say, beside what the thesis found."""

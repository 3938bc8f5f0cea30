"""Runnable measurements; each prints what it measured and the ratios within one run."""

"""Texts of runs for people, once for the command line, Python and pages.

    keywords       what the keywords mean that kinds of run share
    kind_keywords  what those of single kinds mean
    titles         what a run is, in a few words
    kinds          titles of kinds, what they answer, a small run of each

No kernel is imported: help shows these texts.
"""

"""The game before and after a change of the rules.

settings, sizes   who plays, how much at each level, and who meets whom
dealing           which setups an edit touches; games go where it may change something
playing           the games of all levels, under one set of rules after the other
task              the same setups meet under the rules before and after, with common seeds
comparison        their games as values: each set of rules by itself, and what changed
adapting          players look for counters under each set of rules
result, wording   what was found, as values and in words
tables            the same as rows of the database
report            the page, of what stored_rows reads: sections, matrix_sections, sweep_sections
"""

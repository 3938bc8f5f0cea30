"""The game before and after a change of the rules.

task       plays the same setups under the rules before and after, with common seeds
comparison   games as values: each set of rules by itself, and what changed; adapting: players
             look for counters under each
result, wording   what was found, as values and in words; tables: as rows of the database
report     the page: sections, matrix_sections, sweep_sections, from what stored_rows reads
"""

"""A kind of run for tests: how much the first player of one setup's mirror match takes.

It is all that a kind needs, as `RunKind` says; `tests/api/test_declaration.py` adds it.
"""

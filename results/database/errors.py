"""What can go wrong with the store; each message says what would be right."""


class StoreError(ValueError):
    """The store cannot do what was asked."""


class NoDatabase(StoreError):
    """There is no database where one was expected, or the file is none of ours."""


class DatabaseBusy(StoreError):
    """Another process has kept the file locked for longer than we wait."""


class QueryError(StoreError):
    """A query failed; the message is DuckDB's."""


class TooMuchMemory(QueryError):
    """A query takes more memory than it may have."""

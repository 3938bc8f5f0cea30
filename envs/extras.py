"""What to say where a package of an extra is not installed."""


def missing(package: str, extra: str) -> ImportError:
    """Return an error that says how to install what is missing."""
    return ImportError(f"{package} is not installed: pip install 'conquest-opt[{extra}]' brings it")

"""What to say where a package of an extra is not installed."""


def missing(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """Return an error that says which module is missing and how to install it."""
    module = str(error.name).partition(".")[0]
    sentence = f"{module} is not installed: pip install 'conquest-opt[{extra}]' brings it"
    return ModuleNotFoundError(sentence, name=error.name)

"""A page written to a directory: index.html, report.md, every figure and every table."""

from pathlib import Path

from ..database.atomic_files import whole_file
from ..database.errors import StoreError
from .figures import Picture
from .grids import Grid
from .page import Page


def check_directory(directory: Path, *, force: bool = False) -> None:
    """Refuse a directory that cannot take a report, before the work of making one."""
    if directory.exists() and not directory.is_dir():
        raise StoreError(f"{directory} is a file; give a directory")
    if (directory / "index.html").exists() and not force:
        raise StoreError(f"{directory} has a report already; --force replaces it")


def write_page(page: Page, directory: Path, *, force: bool = False) -> list[str]:
    """Write a page to a directory; return the names of the files, relative to it."""
    check_directory(directory, force=force)
    contents = page_files(page)
    try:
        for folder in {(directory / name).parent for name in contents}:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{directory} cannot be made: {error.strerror}") from None
    for name, content in contents.items():
        with whole_file(directory / name) as making:
            making.write_bytes(content)
    return list(contents)


def page_files(page: Page) -> dict[str, bytes]:
    """Return the files of a page by their names, relative to its directory."""
    contents: dict[str, bytes] = {}
    for section in page.sections:
        for part in section.on_page:
            if isinstance(part, Picture):
                contents[f"figures/{part.name}.png"] = part.png
                contents[f"figures/{part.name}.svg"] = part.svg.encode()
            elif isinstance(part, Grid):
                contents[f"tables/{part.name}.csv"] = part.csv().encode()
                contents[f"tables/{part.name}.md"] = part.markdown().encode()
    contents["report.md"] = page.markdown().encode()
    contents["index.html"] = page.html().encode()  # last: it says that the rest is there
    return contents

"""The archives of a release: all that the program needs is inside, and nothing else.

An installed wheel works outside the checkout, from a folder that it never writes to.
"""

import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from .archives import ROOT, Installation, build_sdist, build_wheel

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OUTSIDE = {"tests", "benchmarks", "examples"}
FOLDERS = {"conquest_opt": "roof"} | {
    f"conquest_opt.{file.parent.relative_to(ROOT).as_posix().replace('/', '.')}": (
        file.parent.relative_to(ROOT).as_posix()
    )
    for top in ROOT.glob("*/__init__.py")
    if top.parent.name not in OUTSIDE | {"roof"}
    for file in top.parent.rglob("__init__.py")
}
"""The folder of each package."""


def files_of_the_packages() -> set[str]:
    """Return every file of the packages by its place in the package."""
    return {
        f"{package.replace('.', '/')}/{file.relative_to(ROOT / folder).as_posix()}"
        for package, folder in FOLDERS.items()
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_sdist(tmp_path_factory.mktemp("archives"))


@pytest.fixture(scope="module")
def wheel(sdist: Path) -> Path:
    return build_wheel(sdist)


@pytest.mark.slow
def test_the_wheel_has_every_file_of_the_packages_and_no_other(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        about = {name for name in names if name.split("/")[0].endswith(".dist-info")}
        [metadata] = [name for name in about if name.endswith("/METADATA")]
        required = archive.read(metadata).decode()
    assert len(names) == len(set(names))
    assert set(names) - about == files_of_the_packages()
    assert {
        "conquest_opt/setups/catalogue.json",
        "conquest_opt/results/page/assets/page.css",
    } < set(names)
    for extra in ("cluster", "envs", "openspiel"):
        assert f"Provides-Extra: {extra}" in required


@pytest.mark.slow
def test_the_source_distribution_has_what_a_build_needs_and_no_tests(sdist: Path):
    with tarfile.open(sdist) as archive:
        files = [member.name.partition("/")[2] for member in archive if member.isfile()]
    packages = {folder.partition("/")[0] for folder in FOLDERS.values()}
    tops = {name.partition("/")[0] for name in files}
    made = {"PKG-INFO", "setup.cfg", "conquest_opt.egg-info"}
    ours = {"pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md"}
    assert tops == packages | made | ours | {"constraints.txt", "examples"}


@pytest.mark.slow
def test_the_installed_program_works_outside_the_checkout(wheel: Path, tmp_path: Path):
    installed = Installation.of(wheel, tmp_path)
    for file in [installed.package, *installed.package.rglob("*")]:
        file.chmod(file.stat().st_mode & ~0o222)  # as in a folder of the system's
    before = sorted(installed.package.rglob("*"))
    check_commands(installed)
    check_python(installed)
    assert sorted(installed.package.rglob("*")) == before
    compiled = installed.home / ".cache" / "conquest-opt" / "compiled"
    assert list(compiled.rglob("*.nbi"))


def check_commands(installed: Installation) -> None:
    """Run commands as a user would: a match stored, asked about and reported."""
    version = PYPROJECT["project"]["version"]
    assert installed.run("--version").startswith(f"conquest-opt, version {version}\n")
    assert "exact       171,496" in installed.run("enumerate", "--count")
    assert "advances\n  How often" in installed.run("glossary")
    match = installed.run("match", "Default", "Rush", "--agent", "random", "--games", "4")
    assert "stored in conquest.duckdb" in match
    assert installed.run("sql", "--csv", "SELECT count(*) AS n FROM games").split() == ["n", "4"]
    installed.run("report", "latest", "-o", "out")
    page = (installed.home / "out" / "index.html").read_text(encoding="utf-8")
    assert "Default" in page
    assert (ROOT / "results/page/assets/page.js").read_text(encoding="utf-8").strip() in page


def check_python(installed: Installation) -> None:
    """Play in an environment; all of the package comes from the wheel."""
    home = installed.evaluate(
        "import conquest_opt.engine as engine; print(engine.__file__)"
    ).strip()
    assert Path(home) == installed.package / "engine" / "__init__.py"
    seen = installed.evaluate("import sys; print(*sys.path, *map(repr, sys.meta_path))")
    assert str(ROOT) not in seen.replace(str(ROOT / ".venv"), "")
    step = (
        "from conquest_opt.envs.batch import ConquestBatch\n"
        "with ConquestBatch(4, seed=1) as batch:\n"
        "    batch.reset()\n"
        "    batch.step(batch.action_mask.argmax(axis=1))\n"
        "    print(batch.action_mask.any(axis=1).all())\n"
    )
    assert installed.evaluate(step) == "True\n"


def test_the_packages_of_every_extra_are_in_the_test_set():
    extras = PYPROJECT["project"]["optional-dependencies"]
    for extra in ("cluster", "envs", "openspiel"):
        assert set(extras[extra]) <= set(extras["test"])

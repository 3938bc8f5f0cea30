"""The packages keep their order: imports point down, start-up stays light, links are whole."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

MAY_IMPORT = {
    "engine": set(),
    "setups": {"engine"},
    "agents": {"engine"},
    "results": {"engine", "setups"},
    "arena": {"engine", "setups", "agents", "results"},
    "evolve": {"engine", "setups", "agents", "results", "arena"},
    "balance": {"engine", "setups", "agents", "results", "arena", "evolve"},
    "envs": {"engine", "setups", "agents"},
    "api": {"engine", "setups", "agents", "results", "arena", "evolve", "balance"},
    "service": {"engine", "setups", "agents", "results", "arena", "evolve", "balance", "api"},
    "cli": {
        "engine",
        "setups",
        "agents",
        "results",
        "arena",
        "evolve",
        "balance",
        "api",
        "service",
    },
}

PACKAGES = [package for package in MAY_IMPORT if (ROOT / package).is_dir()]

ORDER = {
    "engine": ("reading", "rules", "kernels", "notation", "observation"),
    "agents": ("spec", "evaluation", "rollout", "scripts", "turns", "search"),
    "results": ("text", "database", "store", "questions files page"),
    "arena": (
        "stats",
        "foreign",
        "play",
        "review",
        "inputs",
        "run",
        "comparison",
        "levels",
        "reports",
    ),
    "evolve": ("judging", "proposals", "counter"),
    "balance": ("rules", "measures"),
    "api": ("board setup_data",),
    "service": ("common", "guard", "data jobs games", "shared", "routes"),
    "cli": (
        "terminal",
        "parameters",
        "options",
        "play",
        "commands games runs help",
        "stored",
    ),
}
"""The subpackages of each package; each imports only from itself and from those before it.

After them come the other kinds of runs, which do not import each other.
"""

OF_EVERY_KIND = {"kind", "make", "settings", "task", "result", "report"}
"""Modules of a kind of run, which `RunKind` explains."""

MOST_MODULES = 24
"""Modules that a folder may hold; more of them are two folders."""

ALLOWED_TWICE: dict[str, str] = {}
"""Class names that may be used twice, with the reason."""

UNFINISHED: set[str] = set()
"""Packages and subpackages that do not keep all of these rules yet."""


def folders() -> list[str]:
    """Return every folder that holds modules, as PACKAGE or PACKAGE/SUBPACKAGE."""
    homes = [file.parent for package in PACKAGES for file in (ROOT / package).rglob("__init__.py")]
    return sorted(folder.relative_to(ROOT).as_posix() for folder in homes)


def unfinished(*names: str) -> list[Any]:
    """Return the names as parameters, those that are not finished yet as expected failures."""
    mark = pytest.mark.xfail(reason="not finished yet", strict=False)
    return [
        pytest.param(name, marks=mark)
        if UNFINISHED & {name, name.partition("/")[0]}
        else pytest.param(name)
        for name in names
    ]


def imports(file: Path) -> list[str]:
    """Return the modules a file imports, those of the project as conquest_opt.PACKAGE...."""
    modules = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                parts = ("conquest_opt", *file.parent.relative_to(ROOT).parts)
                above = ".".join(parts[: len(parts) - node.level + 1])
                if node.module is None:
                    modules += [f"{above}.{alias.name}" for alias in node.names]
                    continue
                module = f"{above}.{module}"
            modules.append(module)
    return modules


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_downwards(package: str):
    for file in (ROOT / package).rglob("*.py"):
        for module in imports(file):
            if module.startswith("conquest_opt."):
                target = module.split(".")[1]
                assert target == package or target in MAY_IMPORT[package], (
                    f"{file} imports {module}"
                )


@pytest.mark.parametrize("package", unfinished(*ORDER))
def test_imports_between_subpackages_point_one_way(package: str):
    """Modules beside subpackages, like engine/game.py, import them, not the reverse."""
    levels = {name: level for level, names in enumerate(ORDER[package]) for name in names.split()}
    kinds = {file.parent.name for file in (ROOT / package).glob("*/kind.py")}
    levels |= dict.fromkeys(kinds - set(levels), len(ORDER[package]))
    assert {f.parent.name for f in (ROOT / package).glob("*/__init__.py")} == set(levels)
    for name, level in levels.items():
        for file in (ROOT / package / name).rglob("*.py"):
            for module in imports(file):
                parts = module.split(".")
                if parts[:2] == ["conquest_opt", package] and parts[2] != name:
                    below = levels.get(parts[2], len(levels)) < level  # modules come last
                    assert below, f"{file.relative_to(ROOT)} imports {module}"


@pytest.mark.parametrize("folder", unfinished(*folders()))
def test_no_folder_is_crowded(folder: str):
    modules = [file for file in (ROOT / folder).glob("*.py") if file.stem != "__init__"]
    assert len(modules) <= MOST_MODULES


@pytest.mark.parametrize("folder", unfinished(*folders()))
def test_every_folder_says_what_is_in_it(folder: str):
    text = ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text()))
    assert text
    inside = {file.stem for file in (ROOT / folder).glob("*.py")} - {"__init__"}
    inside |= {file.parent.name for file in (ROOT / folder).glob("*/__init__.py")}
    inside -= OF_EVERY_KIND if "kind" in inside else set()
    assert inside <= set(re.findall(r"\w+", text))


@pytest.mark.parametrize("package", unfinished(*PACKAGES))
def test_class_names_are_unique(package: str):
    """A name belongs to one class; of two packages the lower one keeps it."""
    homes: dict[str, Path] = {}
    for lower in PACKAGES[: PACKAGES.index(package) + 1]:
        for file in sorted((ROOT / lower).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.ClassDef) and node.name not in ALLOWED_TWICE:
                    twice = node.name in homes and lower == package
                    assert not twice, f"{node.name} in {file} and {homes[node.name]}"
                    homes[node.name] = file


def test_the_compile_cache_knows_every_package_that_a_kernel_can_depend_on():
    from conquest_opt.engine.kernels import compiled

    for package in compiled.PACKAGES:
        assert MAY_IMPORT[package] <= set(compiled.PACKAGES)


def test_only_the_packages_with_kernels_import_numba():
    from conquest_opt.engine.kernels import compiled

    for package in set(PACKAGES) - set(compiled.PACKAGES):
        for file in (ROOT / package).rglob("*.py"):
            kernels = [m for m in imports(file) if m.split(".")[0] == "numba" or ".compiled" in m]
            assert not kernels, f"{file} imports {kernels}"


@pytest.mark.parametrize("package", [package for package in PACKAGES if package != "cli"])
def test_nothing_below_the_command_line_prints(package: str):
    for file in (ROOT / package).rglob("*.py"):
        calls = [
            node.func.id
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        assert not {"print", "input"} & set(calls), file


@pytest.mark.parametrize(
    "code",
    [
        "from click.testing import CliRunner; from conquest_opt.cli.main import main\n"
        "assert CliRunner().invoke(main, ['--help']).exit_code == 0",
        "from click.testing import CliRunner; from conquest_opt.cli.main import main\n"
        "for words in ([], ['champion', '--json'], ['--set', 'champion.cost=225', '--diff']):\n"
        "    assert CliRunner().invoke(main, ['rules', *words]).exit_code == 0",
        "from conquest_opt.engine import Army, Ruleset; Ruleset().edit('champion.cost=225')",
        "from conquest_opt.setups import army; army('Default')",
    ],
)
def test_what_plays_no_game_does_not_import_numba(code: str):
    check = "\nimport sys; assert not {'numba', 'ortools', 'numpy'} & set(sys.modules)"
    process = subprocess.run([sys.executable, "-c", code + check], check=False, capture_output=True)
    assert process.returncode == 0, process.stderr.decode()


def test_every_package_is_linked_for_type_checkers():
    links = {link.name: link.resolve() for link in (ROOT / ".typing/conquest_opt").iterdir()}
    roof = {file.name: file for file in (ROOT / "roof").iterdir() if file.is_file()}
    assert links == {package: ROOT / package for package in PACKAGES} | roof


def commands() -> list[Any]:
    """Return the commands; those of a subpackage that is not finished as expected failures."""
    from conquest_opt.cli.main import COMMANDS

    folders_of = [f"cli/{module.partition('.')[0]}" for module, _ in COMMANDS.values()]
    marked = zip(COMMANDS, unfinished(*folders_of), strict=True)
    return [pytest.param(name, marks=folder.marks) for name, folder in marked]


@pytest.mark.parametrize("name", commands())
def test_every_command_of_the_list_exists_and_shows_an_example(name: str):
    from click.testing import CliRunner
    from conquest_opt.cli.main import main

    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert f"conquest-opt {name}" in result.output
    assert all(len(line) <= 80 for line in result.output.splitlines())

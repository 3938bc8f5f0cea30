"""The house keeps its order: imports point downwards, start-up stays light, links are whole."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]

MAY_IMPORT = {
    "engine": set(),
    "setups": {"engine"},
    "agents": {"engine"},
    "results": {"engine", "setups"},
    "arena": {"engine", "setups", "agents", "results"},
    "evolve": {"engine", "setups", "agents", "results", "arena"},
    "balance": {"engine", "setups", "agents", "results", "arena", "evolve"},
    "cli": {"engine", "setups", "agents", "results", "arena", "evolve", "balance"},
}

ROOMS = [room for room in MAY_IMPORT if (HOUSE / room).is_dir()]


def imports(file: Path) -> list[str]:
    """Return the modules a file imports, the house's own as conquest_opt.ROOM...."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                package = ("conquest_opt", *file.parent.relative_to(HOUSE).parts)
                above = ".".join(package[: len(package) - node.level + 1])
                if node.module is None:
                    found += [f"{above}.{alias.name}" for alias in node.names]
                    continue
                module = f"{above}.{module}"
            found.append(module)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_downwards(room: str):
    for file in (HOUSE / room).rglob("*.py"):
        for module in imports(file):
            if module.startswith("conquest_opt."):
                target = module.split(".")[1]
                assert target == room or target in MAY_IMPORT[room], f"{file} imports {module}"


def test_the_compile_cache_knows_every_room_that_a_kernel_can_depend_on():
    from conquest_opt.engine.kernels import compiled

    for room in compiled.ROOMS:
        assert MAY_IMPORT[room] <= set(compiled.ROOMS)


def test_only_the_rooms_with_kernels_import_numba():
    from conquest_opt.engine.kernels import compiled

    for room in set(ROOMS) - set(compiled.ROOMS):
        for file in (HOUSE / room).rglob("*.py"):
            kernels = [m for m in imports(file) if m.split(".")[0] == "numba" or ".compiled" in m]
            assert not kernels, f"{file} imports {kernels}"


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "cli"])
def test_nothing_below_the_command_line_prints(room: str):
    for file in (HOUSE / room).rglob("*.py"):
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
        "from conquest_opt.engine import Army, Ruleset; Ruleset().edit('champion.cost=225')",
        "from conquest_opt.setups import army; army('Default')",
    ],
)
def test_what_plays_no_game_does_not_import_numba(code: str):
    check = "\nimport sys; assert not {'numba', 'ortools', 'numpy'} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", code + check], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def test_every_room_is_packaged_and_linked_for_type_checkers():
    setuptools = tomllib.loads((HOUSE / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = sorted(
        file.parent.relative_to(HOUSE).as_posix()
        for room in ROOMS
        for file in (HOUSE / room).rglob("__init__.py")
    )
    packages = {f"conquest_opt.{folder.replace('/', '.')}": folder for folder in folders}
    assert setuptools["package-dir"] == packages
    assert setuptools["packages"] == list(packages)
    links = {link.name: link.resolve() for link in (HOUSE / ".typing/conquest_opt").iterdir()}
    assert links == {room: HOUSE / room for room in ROOMS}


def test_every_command_of_the_list_exists_and_shows_an_example():
    from click.testing import CliRunner
    from conquest_opt.cli.main import COMMANDS, main

    for name in COMMANDS:
        shown = CliRunner().invoke(main, [name, "--help"])
        assert shown.exit_code == 0
        assert f"conquest-opt {name}" in shown.output
        assert all(len(line) <= 80 for line in shown.output.splitlines())

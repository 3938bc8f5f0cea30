"""`conquest-opt serve` as a process: ports, tokens, a second server, light imports."""

import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.service.conftest import API

pytestmark = pytest.mark.slow


def refused(*words: str) -> str:
    """Return what a server says that cannot start."""
    command = [sys.executable, "-m", "conquest_opt.cli", "serve", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_port_in_use_is_said(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("--port", str(port), "--db", str(tmp_path / "a.duckdb"))
    assert f"port {port} is in use by another program" in said
    assert "--port 0" in said


def test_a_file_that_is_no_database_is_said(tmp_path: Path):
    file = tmp_path / "a.duckdb"
    file.write_text("no database")
    assert "is no DuckDB database" in refused("--port", "0", "--db", str(file))
    assert file.read_text() == "no database"


def test_a_folder_that_is_not_there_is_said(tmp_path: Path):
    said = refused("--port", "0", "--db", str(tmp_path / "no" / "a.duckdb"))
    assert "No such file or directory" in said


@pytest.mark.slow
def test_a_second_server_of_the_same_database_is_refused(start, tmp_path: Path):
    server = start()
    said = refused("--port", "0", "--db", str(tmp_path / "results.duckdb"))
    assert f"process {server.process.pid} serves this database already" in said
    assert server.end() == 0


@pytest.mark.slow
def test_another_name_of_the_database_lets_no_second_server_start(start, tmp_path: Path):
    server = start()
    here, there = tmp_path / "results.duckdb", tmp_path / "there"
    there.mkdir()
    (there / "link.duckdb").symlink_to(here)
    (tmp_path / "folder").symlink_to(tmp_path, target_is_directory=True)
    (there / "again.duckdb").symlink_to(there / "link.duckdb")
    ours = tmp_path / "folder" / "results.duckdb"
    for name in (there / "link.duckdb", there / "again.duckdb", ours, f"{there}/../{here.name}"):
        said = refused("--port", "0", "--db", str(name))
        assert f"process {server.process.pid} serves this database already" in said, name
    (there / "hard.duckdb").hardlink_to(here)
    said = refused("--port", "0", "--db", str(there / "hard.duckdb"))
    assert "has 1 more name (hard links)" in said
    assert server.get("/state").status_code == 200
    assert {path.name for path in there.iterdir()} == {
        "link.duckdb", "again.duckdb", "hard.duckdb",
    }  # fmt: skip


@pytest.mark.slow
def test_jobs_and_games_are_those_of_the_file_itself(start, tmp_path: Path):
    there = tmp_path / "there"
    there.mkdir()
    (tmp_path / "link.duckdb").symlink_to(there / "results.duckdb")  # which is not made yet
    server = start(db=tmp_path / "link.duckdb")
    game = server.post("/games", {"first": "Rush", "second": "Default"}).json()["game"]
    server.kill()
    direct = start(db=there / "results.duckdb")
    assert direct.get(f"/games/{game}").status_code == 200
    assert not list(tmp_path.glob("*.sqlite*"))


@pytest.mark.slow
def test_another_address_needs_the_token_that_is_printed_once(start):
    server = start("--host", "0.0.0.0")
    while "?token=" not in server.output:  # which is printed after the address
        assert server.process.poll() is None
    token = server.output.partition("token ")[2].split()[0]
    url = server.url.replace("0.0.0.0", "127.0.0.1")
    assert len(token) > 40
    assert httpx.get(f"{url}{API}/state").status_code == 401
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.get(f"{url}{API}/state", headers=headers).status_code == 200
    by_name = httpx.get(f"{url}{API}/state", headers=headers | {"host": "evil.example"})
    assert by_name.status_code == 421


@pytest.mark.slow
def test_a_token_of_the_environment_holds_on_loopback_too(start):
    server = start(CONQUEST_TOKEN="secret-of-the-test")
    assert server.get("/state").status_code == 401
    headers = {"authorization": "Bearer secret-of-the-test"}
    assert server.get("/state", headers=headers).status_code == 200


def test_other_commands_do_not_import_the_service():
    code = (
        "from click.testing import CliRunner; from conquest_opt.cli.main import main\n"
        "import sys\n"
        "for words in (['--help'], ['serve', '--help'], ['rules', 'champion']):\n"
        "    assert CliRunner().invoke(main, words).exit_code == 0\n"
        "assert not {'litestar', 'uvicorn', 'duckdb'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_threads_and_a_cluster_are_not_given_together(tmp_path: Path):
    command = [sys.executable, "-m", "conquest_opt.cli", "serve", "--threads", "1"]
    done = subprocess.run(
        [*command, "--cluster", "tcp://127.0.0.1:1"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "leave out one of the two" in done.stderr

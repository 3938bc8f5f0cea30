"""Whatever a client calls a setup, an agent or a rule, no file of that name is looked for.

The calls run in a process of its own, because what watches them cannot be taken away again: Python
tells every file that it opens or lists, and looks for files by two functions.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import own_home

TEXTS = [
    "[x.json", "[x.json]", " [x.txt", "[x.json=2", '["x.json"]', "[", "[]", "[[x.csv",
    "{", "{}", "{x.json", "{x.json}", '{"a": 1}.json', "{}=x.json", '{"troops": "x.json"}',
    "~", "~/x.json", "~root", "~.json", "$HOME", "${HOME}.json", "%USERPROFILE%",
    "file:x", "file:x.json", "file:///etc/passwd", "http://127.0.0.1/x.json", "md:x", ":memory:",
    ".json", "a,.json", "..json", ".", "..", "x.JSON", "x.json ", "\tx.json\n", "x.json,Rush",
    "x.txt", "x.csv", "x.toml", "x.jsonl", "x.duckdb", "x.parquet", "Rush,x.txt", "x.csv=3",
    "/etc/passwd", "../x.json", "..\\x.json", "C:\\x.json", "\\\\host\\x.json", "x.json/",
    "-", "--", "@x.json", "!x.json", "|x.json", ">x.json", "`x.json`", "x.json\0", "\0.json",
    "a=x.json", "base=x.toml", "x.toml=1", "champion.cost=x.toml", "=.json", ",.txt", "x.json#",
    "engine:touch made", "engine[ms=9]:touch made", "ENGINE[start=1]:touch made",
    " engine[]:touch made", "Rush=engine[ms=9]:touch made", "random,engine[ms=9]:touch made",
]  # fmt: skip
"""Names of files, and what looks like other things that a reader takes from elsewhere."""

PROGRAM = r"""
import json, os, sys, traceback
from pathlib import Path
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.shared.shared import Shared
from tests.service.conftest import client_of
from tests.service.test_asking import texts as settings_of_kinds

watching, seen = False, []
def note(path):
    if watching and isinstance(path, (str, bytes, os.PathLike)):
        seen.append((os.fsdecode(path), given))
sys.addaudithook(lambda event, a: note(a[0]) if event in (
    "open", "os.listdir", "os.scandir", "glob.glob", "pathlib.Path.glob", "subprocess.Popen",
    "os.exec", "os.posix_spawn", "os.system", "shutil.copyfile", "sqlite3.connect") else None)
for name in ("stat", "lstat", "access", "readlink"):
    def looked(path, *more, real=getattr(os, name), **named):
        note(path)
        return real(path, *more, **named)
    setattr(os, name, looked)

db = Path(sys.argv[1])
shared = Shared(ServiceSettings(db=db))
app = inner_app(shared)
app.on_startup.clear()
API, statuses = "/api/v1", {}

def calls(client, text):
    both = {"first": "Rush", "second": "Default"}
    for path, params in (
        ("/setups/check", {"setup": text}), ("/setups/known", {"setup": text}),
        ("/setups", {"q": text}), ("/setups/maximal", {"require": text}),
        ("/setups/maximal", {"with": text}), ("/agents/check", {"agent": text}),
        ("/rules", {"set": text}), ("/rules", {"part": text}), ("/rules", {"actions": text}),
        ("/runs", {"text": text, "kind": text}), ("/compare", {"one": text, "other": text}),
        ("/stored-games", {"run": text, "setup": text, "agent": text}),
        (f"/games/{game}/preview", {"action": text}),
        (f"/games/{game}/analysis/events", {"agent": text}),
    ):
        yield client.get(API + path, params=params)
    for path, body in (
        ("/setups/own", {"name": text, "setup": "SSC:charge"}),
        ("/setups/own", {"name": "Mine", "setup": text}),
        ("/games", both | {"first": text}), ("/games", both | {"sides": ["human", text]}),
        ("/games", both | {"set": [text]}), ("/games", {"position": text}),
        ("/games", {"record": text}), ("/games", {"stored": {"run": text, "game": 1}}),
        (f"/games/{game}/sides", {"sides": [text, "human"]}),
        (f"/games/{game}/hint", {"agent": text}), (f"/games/{game}/review", {"agent": text}),
        ("/positions/check", {"position": text}),
        ("/jobs", {"kind": text, "settings": {}}),
    ):
        yield client.post(API + path, json=body)
    for number, (kind, name) in enumerate(settings_of_kinds(), start=len(text)):
        value = (text, [text], {text: 1})[number % 3]
        asked = {"kind": kind, "settings": {name: value}, "check_only": True}
        yield client.post(f"{API}/jobs", json=asked)

with client_of(Gate(app, shared.settings)) as client:
    game = client.post(f"{API}/games", json={"first": "Rush", "second": "Default"}).json()["game"]
    given = "Rush"
    for _ in calls(client, "Rush"):  # what is loaded on first use
        pass
    for given in json.loads(sys.argv[2]):
        watching = True
        for answer in calls(client, given):
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        watching = False
print(json.dumps({"seen": sorted(set(seen)), "statuses": statuses}))
"""


@pytest.mark.slow
def test_no_text_of_a_client_reaches_the_file_system(tmp_path: Path):
    environment, here, kept = own_home(tmp_path), tmp_path / "here", tmp_path / "kept"
    here.mkdir()
    kept.mkdir()
    setup = json.dumps({"troops": "SSCC", "commands": ["charge"]})
    for name in (text.strip() for text in TEXTS):
        if "/" not in name and "\0" not in name and name not in (".", ".."):
            (here / name).write_text(setup)
            (tmp_path / "home" / name).write_text(setup)
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(kept / "results.duckdb"), json.dumps(TEXTS)],
        cwd=here,
        env=os.environ | environment | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout.splitlines()[-1])
    own, kernels = environment["CONQUEST_SETUPS"], environment["CONQUEST_OPT_CACHE"]
    known = (str(kept), own, kernels, sys.prefix, sys.base_prefix, str(root), "/proc/", "/sys/")
    leading = {str(folder) for folder in kept.parents}
    seen = [(path, text) for path, text in found["seen"] if path not in leading]
    assert not [(path, text) for path, text in seen if not path.startswith(known)]
    assert "500" not in found["statuses"]
    assert sum(found["statuses"].values()) > 5_000
    assert any(path == own for path, _ in seen)  # so what is opened is seen
    assert not (here / "made").exists()

"""A server with something of everything: runs of every kind, own setups, games, jobs that ended.

Most runs are those of the database of version 0.1.0, finished and interrupted; the kinds that it
does not know, or stored in another form, are played, some seconds each.
"""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tests.browser.board_driver import begin
from tests.goldens.old_database import unpack
from tests.goldens.playing import invoke
from tests.run_kinds import KINDS
from tests.servers import Server, ended, own_home

PLAYED = (
    *("agreement", "explain", "formation", "improve"),  # kinds that are newer
    *("counter", "rank", "whatif", "balance", "costs"),  # kinds whose results had another form
)
HAMMER = """
[Hammer]
setup = "SSCCC:charge,regenerate"
note = "Five troops that run at whatever is nearest, and heal while they do."

[AVeryLongNameForASetupToBeKept]
setup = "SSSSSSHKCC:battle-cry,stoicism,charge,shield-wall"
"""
MATCH = {"a": "Default", "b": "Rush", "games": 10, "agent": "greedy"}
LONG_JOB = {"target": "Rush", "agent": "quick", "seed": 1, "population": 40, "generations": 200}
ATTACK = "8 0 selection - 50/75 -/- Ck9=300/Fk10=300 - -"
BLUNDER = "8 0 selection - 0/0 -/- Ck9=100,Ff3=300/Kk13=300,Ai14=100 - -"
TURNS = 120
"""Whole turns of the long game."""


@dataclass(frozen=True)
class FilledServer:
    """The server, and what addresses of its pages name."""

    server: Server
    names: dict[str, str]
    """Runs by kind and how they ended, games and jobs by what they are."""

    def address(self, template: str, **more: str) -> str:
        """Return the whole address of a page; more names are those of what goes on now."""
        return self.server.url + template.format_map(self.names | more)


def fill_server(folder: Path) -> FilledServer:
    """Make the database, start a server for it, and play."""
    db = unpack(folder)
    for kind in KINDS:
        if kind.name in PLAYED:
            assert invoke(kind.words, db).exit_code == 0
    home = own_home(folder)
    Path(home["CONQUEST_SETUPS"]).write_text(HAMMER)
    server = Server(db, (), home).start()
    try:
        return FilledServer(server, run_names(server) | job_names(server) | game_names(server))
    except BaseException:
        server.kill()
        raise


def run_names(server: Server) -> dict[str, str]:
    """Return the latest run of each kind: `match`, `match_interrupted`."""
    runs = server.known("/runs", limit=200)["runs"]
    names = {}
    for run in runs:
        status = "" if run["status"] == "finished" else f"_{run['status']}"
        names.setdefault(f"{run['kind']}{status}", run["run"])
    return names


def job_names(server: Server) -> dict[str, str]:
    """Play two jobs to their end, and stop another in its midst."""
    played = [
        server.post("/jobs", {"kind": "match", "settings": MATCH | {"seed": seed}}).json()["job"]
        for seed in (1, 2)
    ]
    one, other = (server.wait_for(ended, job["job"]) for job in played)
    stopped = server.post("/jobs", {"kind": "counter", "settings": LONG_JOB}).json()["job"]["job"]
    server.wait_for(lambda job: job["progress"]["games"] > 0, stopped)
    server.post(f"/jobs/{stopped}/stop")
    server.wait_for(ended, stopped)
    return {
        "one_match": one["run"],
        "other_match": other["run"],
        "finished_job": str(one["job"]),
        "stopped_job": str(stopped),
    }


def game_names(server: Server) -> dict[str, str]:
    """Begin games, and let agents play one for long and others to their end."""
    rich = {"first": "Default", "second": "Rush", "seed": 3}
    long = begin(server, **rich, sides=["quick", "quick"])
    play_turns(server, long, TURNS)
    blundered = begin(server, position=BLUNDER, sides=["quick", "quick"])
    server.post(f"/games/{blundered}/actions", {"actions": ["select k9", "move k12", "end"]})
    play_turns(server, blundered, TURNS)
    return {
        "begun_game": begin(server, **rich, sides=["human", "quick"]),
        "attack_game": begin(server, position=ATTACK),
        "long_game": long,
        "over_game": blundered,
        "long_position": position_of(server, long),
    }


def position_of(server: Server, game: str) -> str:
    """Return the position of a game as a part of an address."""
    return quote(server.get(f"/games/{game}").json()["position"])


def play_turns(server: Server, game: str, turns: int) -> None:
    """Let agents play some turns of a game, or all that it has."""
    for _ in range(turns):
        if server.get(f"/games/{game}").json()["outcome"]:
            return
        server.post(f"/games/{game}/agent", {"agent": "quick", "whole_turn": True})

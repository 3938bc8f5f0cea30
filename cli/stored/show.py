"""`conquest-opt runs show`: everything about one run."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ...agents.spec.spec import called
from ...arena.foreign.lost_games import CLOCK_NOTE
from ...balance.kinds import KINDS
from ...results.page.words import duration, listed
from ...results.text.command_lines import command_line
from ..options.database import database_option, opened, screen_width
from ..options.rules import known_errors
from ..parameters.completing import RUN
from .experiment import experiment_options, toml_text, usual_options

if TYPE_CHECKING:
    from ...arena.run.report import StoredRun
    from ...results import Store
    from ...results.page.blocks import Block
    from ...results.store.runs import Run

_NOT_SETTINGS: Final = ("set", "seed", "events", "save-games")
"""Options that stand among the facts."""

_BY_AGENTS: Final = """
    SELECT least(first_agent, second_agent) AS agent, greatest(first_agent, second_agent) AS other,
        count(*) AS games
    FROM games WHERE run = ? GROUP BY ALL ORDER BY games DESC, agent, other
"""


@click.command()
@click.argument("run", type=RUN)
@database_option
@click.option("--json", "as_json", is_flag=True, help="Everything as one JSON document.")
@click.option("--config", is_flag=True, help="Only its experiment, as a file for --config.")
def command(run: str, db: Path, as_json: bool, config: bool) -> None:
    """Show everything about RUN: how it was run, what it found, what can be done with it.

    \b
    $ conquest-opt runs show match
    ...
      played  Default, IAmWarrior by quick
    ...
      games   200: 200 by quick
    ...
    What it found
    ...
      score          35.0 % [28.2, 42.4]: IAmWarrior was shown to be better
    ...

    RUN is a run's identifier, a part of it that no other run has, latest, or a kind, such as match,
    for the latest of that kind. With --config it prints an experiment as a TOML file: the command
    with --config FILE runs the same again.

    \b
    conquest-opt runs show latest
    conquest-opt runs show tournament --json
    conquest-opt runs show match --config > again.toml
    conquest-opt match --config again.toml --seed 2
    """
    if config and as_json:
        raise click.UsageError("--config prints TOML: leave out --json")
    with opened(db) as store:
        try:
            found = store.find_run(run)
            if config:
                click.echo(toml_text(found, experiment_options(found)), nl=False)
            elif as_json:
                click.echo(json.dumps(_document(store, found)))
            else:
                click.echo(_text(store, found))
        except ValueError as error:
            raise known_errors(error) from None


# ---- what is known -------------------------------------------------------------------------------


def _options(run: "Run") -> dict[str, Any]:
    """Return a run's options; none where a task of an earlier version cannot be read any more."""
    from ...arena.play.errors import ArenaError  # noqa: PLC0415

    try:
        return experiment_options(run)
    except ArenaError:
        return {}


def _stored(store: "Store", run: "Run") -> "StoredRun | None":
    from ...arena.run.report import stored_run  # noqa: PLC0415

    return stored_run(store, run, KINDS[run.kind]) if run.kind in KINDS else None


def _commands(run: "Run", db: Path) -> dict[str, str]:
    """Return what can be done with a run, as it can be pasted."""
    export = {"export": command_line("export", run.run, "out/", db=db)}
    delete = {"delete": command_line("runs delete", run.run, db=db)}
    if run.kind not in KINDS:
        return export | delete
    resume = command_line(KINDS[run.kind].command, "--resume", run.run, db=db)
    show = command_line("runs show", run.run, "--config", db=db)
    return {
        **({"resume": resume} if run.status in ("interrupted", "failed") else {}),
        "report": command_line("report", run.run, "-o", "out/", db=db),
        **export,
        "again": f"{show} > again.toml",
        **delete,
    }


def _document(store: "Store", run: "Run") -> dict[str, Any]:
    """Return what --json prints."""
    stored, options = _stored(store, run), _options(run)
    usual = usual_options(run.kind) if options else {}
    return run.to_dict() | {
        "command": KINDS[run.kind].command if run.kind in KINDS else run.kind,
        "games": stored.games if stored else 0,
        "games_by_agents": store.query(_BY_AGENTS, [run.run]).to_pylist(),
        "rows_by_table": store.rows_by_table().get(run.run, {}),
        "options": options,
        "unusual": [n for n in _settings(options) if n not in usual or options[n] != usual[n]],
        "result": stored.values.document(run.run) if stored and stored.values else None,
        "commands": _commands(run, store.path),
    }


def _settings(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in _NOT_SETTINGS}


# ---- text ----------------------------------------------------------------------------------------


def _text(store: "Store", run: "Run") -> str:
    from ...results.page.blocks import Facts, Lines, Text  # noqa: PLC0415
    from ...results.page.terminal import terminal_text  # noqa: PLC0415

    stored, options = _stored(store, run), _options(run)
    blocks: list[Block] = [Facts(_facts(store, run, stored), title=run.run)]
    if options:
        blocks.append(Facts(_setting_facts(options, usual_options(run.kind)), title="Settings"))
    if stored:
        blocks += [Text("What it found"), *stored.summary()]
    commands = _commands(run, store.path).items()
    blocks.append(Lines(["What can be done", *(f"  {name:<7} {line}" for name, line in commands)]))
    return terminal_text(blocks, screen_width(80))


def _facts(store: "Store", run: "Run", stored: "StoredRun | None") -> list[tuple[str, str]]:
    """Return how a run was made and how large it is."""
    rows = store.rows_by_table().get(run.run, {})
    ended = f", ended {run.ended:%Y-%m-%d %H:%M:%S} UTC" if run.ended else ""
    found = [
        ("command", KINDS[run.kind].command if run.kind in KINDS else run.kind),
        ("status", f"{run.status}: {run.message}" if run.message else run.status),
        ("begun", f"{run.started:%Y-%m-%d %H:%M:%S} UTC{ended}"),
        ("time", duration(run.seconds)),
        ("played", run.players(called)),
        ("agents", listed([called(agent) for agent in run.agents])),
        ("rules", ", ".join(run.edits) or "standard"),
        ("seed", "" if run.seed is None else str(run.seed)),
        ("clock", CLOCK_NOTE if run.clock_dependent else ""),
        ("games", _games_text(store, stored) if stored else ""),
        ("rows", ", ".join(f"{name} {count:,}" for name, count in rows.items()) or "none"),
        ("version", f"conquest-opt {run.software}"),
    ]
    return [(label, text) for label, text in found if text]


def _games_text(store: "Store", stored: "StoredRun") -> str:
    """Return how many games are stored, and who played them."""
    by_agents = []
    for row in store.query(_BY_AGENTS, [stored.run.run]).to_pylist():
        agents = dict.fromkeys((called(row["agent"]), called(row["other"])))
        by_agents.append(f"{row['games']:,} by {' against '.join(agents)}")
    who = f": {listed(by_agents)}" if by_agents else ""
    return f"{stored.games:,}{who}"


def _setting_facts(options: Mapping[str, Any], usual: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the settings that are not the usual ones, each on a line, then the others."""
    facts, others = [], []
    for name, value in _settings(options).items():
        if name in usual and usual[name] == value:
            others.append(f"{name} {_shown(value)}")
            continue
        more = f" (usually {_shown(usual[name])})" if name in usual else ""
        facts.append((name, _shown(value) + more))
    return facts + ([("as usual", ", ".join(others))] if others else [])


def _shown(value: Any) -> str:
    match value:
        case list():
            return listed([_shown(one) for one in value])
        case dict():
            return str(value.get("name") or value.get("troops") or json.dumps(value))
        case str():
            return called(value)
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)

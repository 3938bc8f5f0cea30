"""The kinds of runs of this room."""

from .run.kinds import RunKind, kinds

KINDS = kinds(
    RunKind(
        name="match",
        command="match",
        task="arena.match.task:MatchTask",
        result="arena.match.result:MatchResult",
        report="arena.match.report:report",
    ),
    RunKind(
        name="tournament",
        command="tournament",
        task="arena.tournament.task:TournamentTask",
        result="arena.tournament.result:TournamentResult",
        report="arena.tournament.report:report",
    ),
    RunKind(
        name="ladder",
        command="ladder",
        task="arena.ladder.task:LadderTask",
        result="arena.ladder.result:LadderResult",
        report="arena.ladder.report:report",
    ),
    RunKind(
        name="agreement",
        command="agreement",
        task="arena.agreement.task:AgreementTask",
        result="arena.agreement.result:AgreementResult",
        report="arena.agreement.report:report",
    ),
    RunKind(
        name="explain",
        command="explain",
        task="arena.explain.task:ExplainTask",
        result="arena.explain.result:ExplainResult",
        report="arena.explain.report:report",
    ),
    RunKind(
        name="actionspace",
        command="actionspace",
        task="arena.action_space.task:ActionSpaceTask",
        result="arena.action_space.result:ActionSpaceResult",
        report="arena.action_space.report:report",
        games=("action_space_games", "action_space_duels"),
    ),
)

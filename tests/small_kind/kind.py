"""The declaration of a mirror match."""

from conquest_opt.arena.run.keywords import AGENT, QUICK, setup_keyword
from conquest_opt.arena.run.kinds import GAMES, RunKind
from conquest_opt.arena.run.titles import about_setup

from .settings import MirrorSettings

KIND = RunKind(
    module=__name__,
    name="mirror",
    command="mirror",
    title="Mirror match",
    about="How much the first player takes where both play one setup.",
    group=GAMES,
    example={"setup": "Rush", "quick": True},
    first=("setup",),
    options=(setup_keyword("setup", "The setup that both play."), MirrorSettings, AGENT, QUICK),
    task="MirrorTask",
    result="MirrorResult",
    titled=about_setup("Mirror match"),
)

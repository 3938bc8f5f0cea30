"""Every kind of run that the command line knows, each with one small run of it.

Golden results, the contract of all kinds and the database of an older version take their runs from
here. A run names every agent, size and seed: a change of defaults leaves it as it is.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of run, and how to start a small one of it."""

    name: str
    """What the tests call it; several may share a command."""
    command: tuple[str, ...]
    """The words of the command."""
    options: tuple[str, ...]
    """What makes it a run of a second or so."""
    longer: tuple[str, ...] = ()
    """Options after these that make it long enough to be stopped in the middle."""
    longest: tuple[str, ...] = ()
    """Options after these for a machine on which that is still too short."""
    stored_as: str
    """What the database calls its kind."""
    agent_option: tuple[str, ...] = ("--agent",)
    """What comes before an agent; nothing if agents are arguments."""

    @property
    def words(self) -> tuple[str, ...]:
        """The small run, as it is typed."""
        return (*self.command, *self.options)

    @property
    def long_words(self) -> tuple[str, ...]:
        """The run that can be stopped in the middle: the small one where that is long enough."""
        return (*self.words, *self.longer)

    @property
    def stopped_words(self) -> tuple[str, ...]:
        """The run that the contract stops."""
        return (*self.long_words, *self.longest)

    @property
    def sizes(self) -> dict[str, tuple[str, ...]]:
        """The runs that have golden results."""
        return {"small": self.words} | ({"longer": self.long_words} if self.longer else {})

    @property
    def long_size(self) -> str:
        """Which of them can be stopped in the middle."""
        return "longer" if self.longer else "small"


KINDS = (
    Kind(
        name="match",
        command=("match",),
        options=(
            "IAmWarrior", "SSFFHHAMKC:charge", "--agent-a", "fpu:advances=2500",
            "--agent-b", "fpu:advances=1500", "--games", "50", "--sprt", "0,20",
            "--alpha", "0.05", "--beta", "0.05", "--set", "max_turns=60",
            "--set", "board.height=8", "--actions", "thesis", "--events", "--save-games",
            "--seed", "11",
        ),
        stored_as="match",
        agent_option=("--agent-a",),
    ),
    Kind(
        name="tournament",
        command=("tournament",),
        options=(
            "--setups", "Default,Rush,Venom", "--setups", "SSC:charge", "--games", "10",
            "--agent", "weighted-random", "--set", "max_turns=60", "--set", "board.height=8",
            "--actions", "thesis", "--seed", "12",
        ),
        longer=("--games", "600"),
        longest=("--games", "4000"),
        stored_as="tournament",
    ),
    Kind(
        name="ladder",
        command=("ladder",),
        options=(
            "random", "weighted-random", "fpu:advances=60", "--setups", "Default,IAmWarrior",
            "--games", "12", "--set", "max_turns=60", "--set", "board.height=8",
            "--actions", "thesis", "--seed", "13",
        ),
        longer=("--games", "1000"),
        stored_as="ladder",
        agent_option=(),
    ),
    Kind(
        name="agreement",
        command=("agreement",),
        options=(
            "--agent", "greedy", "--agent", "weighted-random", "--agent", "greedy",
            "--setups", "Default,Rush,Venom,IAmWarrior", "--setups", "SSC:charge",
            "--games", "5", "--set", "max_turns=60", "--set", "board.height=8",
            "--actions", "thesis", "--seed", "24",
        ),
        longer=("--games", "100"),
        longest=("--games", "200"),
        stored_as="agreement",
    ),
    Kind(
        name="explain",
        command=("explain",),
        options=(
            "IAmWarrior", "SSKKC:charge,bombard", "--games", "16", "--part-games", "4",
            "--screen-games", "4", "--pairs", "2", "--value-games", "4",
            "--screen-agent", "weighted-random", "--race-agent", "greedy",
            "--judge", "strategist:advances=60", "--set", "max_turns=60",
            "--set", "board.height=8", "--actions", "thesis", "--seed", "25",
        ),
        longer=("--games", "200", "--part-games", "40"),
        stored_as="explain",
    ),
    Kind(
        name="actionspace",
        command=("actionspace",),
        options=(
            "--agent", "fpu:advances=40", "--setups", "Rush", "--games", "2", "--positions", "4",
            "--set", "max_turns=24", "--seed", "14",
        ),
        longer=("--games", "60", "--positions", "24"),
        stored_as="actionspace",
    ),
    Kind(
        name="counter",
        command=("evolve", "counter"),
        options=(
            "--target", "Rush", "--population", "8", "--generations", "2", "--games", "4",
            "--race-games", "16", "--shortlist", "4", "--shortlist-games", "4", "--best", "2",
            "--check-games", "12", "--agent", "greedy", "--screen-agent", "weighted-random",
            "--race-agent", "greedy:noise=1", "--formations",
            "--set", "max_turns=60", "--set", "board.height=8", "--actions", "thesis",
            "--seed", "15",
        ),
        stored_as="counter",
    ),
    Kind(
        name="formation",
        command=("formation",),
        options=(
            "Rush", "--against", "IAmWarrior=2,AntiRush", "--population", "8",
            "--generations", "2", "--games", "4", "--race-games", "16", "--shortlist", "4",
            "--shortlist-games", "4", "--best", "2", "--check-games", "12", "--agent", "greedy",
            "--screen-agent", "weighted-random", "--race-agent", "greedy:noise=1",
            "--set", "max_turns=60", "--set", "board.height=8", "--actions", "thesis",
            "--seed", "25",
        ),
        stored_as="formation",
    ),
    Kind(
        name="improve",
        command=("improve",),
        options=(
            "Rush", "--against", "AntiRush=2", "--against", "SSC:charge", "--swaps", "1",
            "--keep", "champions", "--keep", "1 scout", "--require", "troops>=8", "--games", "4",
            "--race-games", "60", "--judge-games", "80", "--best", "2", "--check-games", "12",
            "--candidates", "14", "--agent", "greedy", "--screen-agent", "weighted-random",
            "--race-agent", "greedy:noise=1",
            "--set", "max_turns=60", "--set", "board.height=8", "--actions", "thesis",
            "--seed", "25",
        ),
        longer=("--swaps", "2", "--candidates", "200", "--check-games", "200"),
        stored_as="improve",
    ),
    Kind(
        name="rank",
        command=("evolve", "rank"),
        options=(
            "--troops", "3..4", "--field", "Rush=2,AntiRush", "--games", "500", "--rounds", "2",
            "--top", "6", "--spread", "5", "--field-games", "2", "--race-games", "40",
            "--judge-games", "40", "--calibrated", "10", "--held-out", "10",
            "--confirm-games", "4", "--agent", "greedy", "--screen-agent", "weighted-random",
            "--set", "max_turns=60", "--set", "board.height=8", "--actions", "thesis",
            "--seed", "16",
        ),
        longer=("--games", "1500"),
        stored_as="rank",
    ),
    Kind(
        name="meta",
        command=("evolve", "meta"),
        options=(
            "--start", "SSSSSS,FFFF,HH", "--rounds", "2", "--patience", "1", "--epsilon", "0.02",
            "--screen-games", "2", "--start-setups", "2", "--games", "2", "--settle-games", "24",
            "--population", "8", "--generations", "2", "--candidate-games", "2",
            "--race-games", "8", "--shortlist", "4", "--response-games", "20",
            "--named-games", "2", "--rival-games", "10", "--screen-agent", "random",
            "--race-agent", "weighted-random", "--judge", "greedy", "--rival-agent",
            "weighted-random", "--set", "max_turns=24", "--set", "archer.range=18",
            "--set", "archer.damage=3000", "--actions", "thesis", "--seed", "5",
        ),
        stored_as="meta",
    ),
    Kind(
        name="styles-weights",
        command=("evolve", "styles"),
        options=(
            "--over", "weights", "--agent", "greedy", "--opponent", "weighted-random",
            "--scripts", "attack-*", "--setups", "Rush,Venom", "--random", "3", "--batch", "5",
            "--generations", "2", "--games", "4", "--elite-games", "8", "--check-games", "4",
            "--baseline", "random", "--x", "attacks:0.2:0.6:3", "--y", "distance:7:12:3",
            "--set", "max_turns=80", "--set", "board.height=8", "--actions", "thesis",
            "--seed", "18",
        ),
        stored_as="styles",
        agent_option=("--opponent",),
    ),
    Kind(
        name="styles-setups",
        command=("evolve", "styles"),
        options=(
            "--over", "setups", "--screen-agent", "random", "--race-agent", "weighted-random",
            "--judge", "greedy", "--setups", "Rush,Venom", "--random", "5", "--batch", "4",
            "--generations", "1", "--games", "2", "--race-games", "6", "--elite-games", "4",
            "--check-games", "2", "--require", "C>=1",
            "--x", "troops:3:15:4", "--y", "ranged-points:0:0.6:3", "--set", "max_turns=60",
            "--set", "board.height=8", "--actions", "thesis", "--seed", "19",
        ),
        longer=("--generations", "4"),
        stored_as="styles",
    ),
    Kind(
        name="tune",
        command=("tune",),
        options=(
            "greedy:noise=10", "--space", "noise=10,5,0.01 material=1,2 threat=0.5,1",
            "--opponent", "random", "--setups", "Rush,SSC", "--setups", "CC:charge",
            "--iterations", "10", "--games", "6", "--neighbours", "20", "--exploration", "0.25",
            "--check-games", "20", "--set", "max_turns=60", "--set", "board.height=8",
            "--actions", "thesis", "--seed", "20",
        ),
        stored_as="tune",
        agent_option=("--opponent",),
    ),
    Kind(
        name="whatif",
        command=("whatif",),
        options=(
            "--base", "limits.points=300", "--base", "max_turns=60", "--base", "board.height=8",
            "--base", "board.width=8", "--setups", "SSKK:chastise", "--setups", "C:charge",
            "--setups", "AAF:chastise", "--sweep", "knight.cost=75..125:50",
            "--set", "knight.health=600", "--agent", "weighted-random", "--games", "20",
            "--actions", "thesis", "--seed", "21",
        ),
        longer=("--games", "600"),
        stored_as="whatif",
    ),
    Kind(
        name="balance",
        command=("balance",),
        options=(
            "--free", "*.cost", "--free", "champion.*", "--objective", "unevenness",
            "--objective", "diversity", "--objective", "change", "--setups", "Default,Rush,Venom",
            "--population", "4", "--generations", "2", "--games", "4", "--front", "2",
            "--check-games", "4", "--rivals", "1", "--adapt", "1", "--breed", "1",
            "--screen-agent", "random", "--race-agent", "weighted-random", "--judge", "greedy",
            "--set", "max_turns=60", "--set", "board.height=8", "--actions", "thesis",
            "--seed", "22",
        ),
        stored_as="balance",
    ),
    Kind(
        name="costs",
        command=("balance", "costs"),
        options=(
            "--setups-sampled", "60", "--games", "400", "--agent", "greedy",
            "--screen-agent", "weighted-random", "--screen-games", "600",
            "--set", "max_turns=60", "--set", "board.height=8", "--actions", "thesis",
            "--seed", "23",
        ),
        longer=("--games", "1200"),
        stored_as="costs",
    ),
)  # fmt: skip

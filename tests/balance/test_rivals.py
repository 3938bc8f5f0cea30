"""Rivals of several candidates: evolved side by side they are what each finds alone."""

from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.balance.search.rivals import RivalSearch, rival, side_by_side
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.evolve.proposals.field import Field

RULES = Ruleset().edit("max_turns=40", "board.height=8")


def test_searches_side_by_side_find_what_each_finds_alone():
    field = Field(
        opponents=tuple(Entrant.of(name, "weighted-random") for name in ("Default", "Rush")),
        weights=(1.0, 2.0),
    )
    sizes = [(8, 2), (4, 1), (6, 2)]
    edits = ("champion.cost=100", "archer.range=8", "mage.health=300")

    def searches():
        return [
            rival(
                RULES.edit(edit),
                field,
                RivalSearch(population=population, generations=generations, pairs=1),
                seed,
            )
            for seed, (edit, (population, generations)) in enumerate(zip(edits, sizes, strict=True))
        ]

    evaluator = Evaluator(Threads(2), RULES)
    together = side_by_side(evaluator, searches())
    plain = Evaluator(Threads(1), RULES)
    assert together == [answer for one in searches() for answer in side_by_side(plain, [one])]
    assert all(answer is not None for answer in together)
    assert evaluator.games == plain.games
    assert side_by_side(evaluator, []) == []

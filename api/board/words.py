"""What an action did, in words: who was hit, how hard, who died and what it earned.

Everything is read off the position before and after, as `Game.to_dict` gives them, so that the
words cannot disagree with the engine.
"""

from typing import Any

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import LETTERS, TROOPS
from ...results.page.words import plural

Position = dict[str, Any]
Troop = dict[str, Any]


def troop_name(letter: str) -> str:
    """Return a troop's name in words: F is a foot soldier."""
    return TROOPS[LETTERS.index(letter)].replace("-", " ")


def troop_at(position: Position, square: str) -> Troop | None:
    """Return the troop on a square."""
    return next((t for t in position["troops"] if t["square"] == square), None)


def described(troop: Troop) -> str:
    """Return a troop's name and square."""
    return f"{troop_name(troop['type'])} {troop['square']}"


def health_of(troop: Troop | None) -> int:
    """Return a troop's health, boosts included; a dead one has none."""
    return troop["health"] + troop["boost"] if troop else 0


def command_effect(slug: str, rules: Ruleset) -> str:
    """Return what a command does to its target, by the rules in force."""
    stats = rules.commands[slug]
    return {
        "battle-cry": f"+{stats.health} health and +{stats.damage} damage",
        "stoicism": f"+{stats.health} health",
        "regenerate": "full health again",
        "bombard": f"{stats.damage} damage; a kill earns no points",
        "winds-of-fate": "one of your resting commands, by chance, is ready again",
        "charge": f"moves {stats.factor} times as far this turn",
        "chastise": "cannot be selected in its next turn",
        "vigilance": "strikes first when attacked",
        "shield-wall": f"takes at most {stats.cap} from a hit",
    }[slug]


def deed(action: str, before: Position, after: Position, rules: Ruleset) -> str:
    """Return what an action did, without naming the action again; nothing for `end`."""
    verb, _, square = action.partition(" ")
    if verb == "end":
        return ""
    target = troop_at(before, square)
    if verb == "select" and target:
        return f"{troop_name(target['type'])}, health {health_of(target)}"
    if verb == "move":
        mover = troop_at(after, square)
        return f"{troop_name(mover['type'])} from {before['selected']}" if mover else ""
    if verb == "attack" and target:
        return _exchange(target, before, after)
    return f"{_command(verb, target, before, after, rules)}, for {_price(verb, rules)}"


def _price(slug: str, rules: Ruleset) -> str:
    return plural(rules.commands[slug].cost, "point")


def _struck(victim: Troop, after: Position, earned: int) -> str:
    """Return what became of a troop that was hit."""
    now = troop_at(after, victim["square"])
    if now is None:
        return f"kills {described(victim)}" + (f" (+{plural(earned, 'point')})" if earned else "")
    lost = health_of(victim) - health_of(now)
    return f"hits {described(victim)} for {lost} ({health_of(now)} left)"


def _exchange(defender: Troop, before: Position, after: Position) -> str:
    """Return an attack and its counter-attack."""
    player = before["player"]
    earned = [after["points"][p] - before["points"][p] for p in (0, 1)]
    attacker = troop_at(before, before["selected"])
    if attacker is None:
        return ""
    name, now = troop_name(attacker["type"]), troop_at(after, attacker["square"])
    unhurt = health_of(troop_at(after, defender["square"])) == health_of(defender)
    parts = [] if unhurt else [f"{name} {_struck(defender, after, earned[player])}"]
    lost = health_of(attacker) - health_of(now)
    if now is None:
        gain = earned[1 - player]
        parts.append(
            f"{name} dies of the counter-attack (+{plural(gain, 'point')} for the other side)"
        )
    elif lost:
        parts.append(f"takes {lost} back ({health_of(now)} left)")
    return "; ".join(parts) or f"{name} does no harm"


def _command(
    slug: str, target: Troop | None, before: Position, after: Position, rules: Ruleset
) -> str:
    if slug == "winds-of-fate":
        resting, now = (position["commands"][before["player"]] for position in (before, after))
        ready = [name for name, left in resting.items() if left and not now[name]]
        return f"{' and '.join(ready) or 'nothing'} is ready again"
    if target is None:
        return command_effect(slug, rules)
    if slug == "bombard":
        return _struck(target, after, 0)
    if slug == "regenerate":
        now = health_of(troop_at(after, target["square"]))
        return f"{described(target)} has health {now} (it had {health_of(target)})"
    return f"{described(target)}: {command_effect(slug, rules)}"

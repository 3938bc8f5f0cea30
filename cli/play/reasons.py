"""Why an action is not legal now, in a sentence for its player, with the nearest that are."""

import difflib
from collections.abc import Iterable

from ...api.board.words import Position, Troop, described, troop_at, troop_name
from ...engine import Game
from ...engine.notation.action_text import nearest
from ...engine.rules.squares import parse_square
from ...engine.rules.stats import COMMANDS, LETTERS, TROOPS, TroopStats
from ...results.page.words import plural

VERBS = ("select", "move", "attack", "end", *COMMANDS)
WORDS = ("help", "legal", "board", "hint", "analyse", "undo", "save", "resign", "quit")
"""What else can be typed at the table."""
_THEIRS = ("bombard", "chastise")
"""Commands whose target is an enemy."""


def matching(text: str, verbs: Iterable[str]) -> set[str]:
    """Return the verbs meant by a text: the same, else so begun, else with a part so begun."""
    known = set(verbs)
    if not text or text in known:
        return known & {text}
    begun = {verb for verb in known if verb.startswith(text)}
    return begun or {v for v in known if any(part.startswith(text) for part in v.split("-"))}


def why_not(text: str, verb: str, square: str, game: Game) -> str:
    """Return why nothing legal is meant by a text of a verb and a square, either perhaps empty."""
    verb = verb or _usual(square, game)
    meant = sorted(matching(verb, VERBS))
    if verb and not meant:
        near = difflib.get_close_matches(verb, [*VERBS, *WORDS], n=1)
        hint = f"did you mean {near[0]} {square}".strip() + "?" if near else "legal lists them"
        return f"{text[:40]!r} is no action; {hint}"
    reason = _reason(meant[0] if len(meant) == 1 else "", square, game)
    legal = game.legal_actions()
    alike = [a for a in legal if a.partition(" ")[0] in meant] if meant else legal
    near = nearest(f"{meant[0] if meant else ''} {square}".strip(), alike)
    hint = f"; near it: {', '.join(near)}" if near and square else ""
    return f"{text[:40]}: {reason}{hint}"


def _usual(square: str, game: Game) -> str:
    """Return what a square alone would mostly be typed for."""
    if game.phase == "selection":
        return "select"
    target = troop_at(game.to_dict(), square)
    if target and target["owner"] != game.player:
        return "attack"
    return "move"


def _reason(verb: str, square: str, game: Game) -> str:
    if square:
        try:
            parse_square(square, game.rules)
        except ValueError as error:
            return str(error)
    position = game.to_dict()
    if game.phase == "selection" and verb in ("move", "attack", "end"):
        return "select a troop first"
    if verb == "select":
        return _why_not_select(square, position)
    if verb == "move":
        return _why_not_move(square, game, position)
    if verb == "attack":
        return _why_not_attack(square, game, position)
    if verb in COMMANDS:
        return _why_not_command(verb, square, game, position)
    return f"nothing legal in the {game.phase} phase"


def _stats(troop: Troop, game: Game) -> TroopStats:
    return game.rules.troops[TROOPS[LETTERS.index(troop["type"])]]


def _why_not_select(square: str, position: Position) -> str:
    if position["phase"] != "selection":
        return "this turn's troop is selected; undo takes it back"
    troop = troop_at(position, square)
    if troop is None:
        return "no troop of yours is there"
    if troop["owner"] != position["player"]:
        return f"the {described(troop)} is the other side's"
    return f"the {described(troop)} is chastised and cannot be selected this turn"


def _why_not_move(square: str, game: Game, position: Position) -> str:
    if position["phase"] != "movement":
        return f"moving is over in the {position['phase']} phase"
    mover = troop_at(position, position["selected"])
    if troop := troop_at(position, square):
        return "it stands there" if troop == mover else f"the {described(troop)} is in the way"
    if square in position["obstacles"]:
        return "an obstacle is there"
    if mover is None:
        return "no troop is selected"
    steps, name = _stats(mover, game).movement, troop_name(mover["type"])
    if "charge" in mover["effects"]:
        return f"out of reach; a charging {name} moves farther than {steps}, up to its doubled way"
    return f"out of reach: the {name} on {mover['square']} moves {steps} along free squares"


def _why_not_attack(square: str, game: Game, position: Position) -> str:
    if position["phase"] == "rally":
        return "this turn's attack is over"
    attacker, target = troop_at(position, position["selected"]), troop_at(position, square)
    if attacker is None:
        return "no troop is selected"
    stats = _stats(attacker, game)
    name = f"the {described(attacker)}"
    if not square:
        return f"no enemy within {stats.range} of {name}"
    if target is None or target["owner"] == position["player"]:
        return "no enemy is there"
    (ax, ay), (bx, by) = (parse_square(t["square"], game.rules) for t in (attacker, target))
    return f"{name} reaches {stats.range}, it is {max(abs(ax - bx), abs(ay - by))} away"


def _why_not_command(slug: str, square: str, game: Game, position: Position) -> str:
    player = position["player"]
    own, points = position["commands"][player], position["points"][player]
    cost = game.rules.commands[slug].cost
    if slug not in own:
        return f"{slug} is not among your commands ({', '.join(own) or 'you have none'})"
    if own[slug]:
        return f"{slug} rests for {plural(own[slug], 'more turn')}"
    if points < cost:
        return f"{slug} costs {plural(cost, 'point')} and you have {points}"
    if not any(action.startswith(slug) for action in game.legal_actions()):
        return f"{slug} has no use in the {position['phase']} phase now"
    target = troop_at(position, square)
    side = 1 - player if slug in _THEIRS else player
    if target is None or target["owner"] != side:
        return f"{slug} is for {'an enemy' if side != player else 'a troop of your own'}"
    if slug in target["effects"]:
        return f"the {described(target)} is under {slug} already"
    return f"{slug} would do nothing for the {described(target)}"

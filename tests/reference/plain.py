"""A plain, slow implementation of the rules of Conquest: the oracle of the fast engine.

Written from the rules page alone. One method a rule; nothing is cached between calls.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Data = dict[str, Any]
Square = tuple[int, int]

TROOPS = ("scout", "foot-soldier", "halberdier", "archer", "mage", "knight", "champion")
TROOP_OF_LETTER = dict(zip("SFHAMKC", TROOPS, strict=True))
# In the order of the rules' command table, with the side each one is aimed at.
TARGET_OF_COMMAND = {
    "battle-cry": "own",
    "stoicism": "own",
    "regenerate": "own",
    "bombard": "enemy",
    "winds-of-fate": "none",
    "charge": "own",
    "chastise": "enemy",
    "vigilance": "own",
    "shield-wall": "own",
}
FOR_THE_REST_OF_THE_TURN = ("regenerate", "bombard")
UNTIL_THE_OWNERS_NEXT_TURN = ("battle-cry", "stoicism", "charge", "vigilance", "shield-wall")
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def square_text(square: Square) -> str:
    """Name a square: file letter, then rank counted from 1."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def parse_square(text: str) -> Square:
    """Read a square's name."""
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


@dataclass(eq=False)
class Troop:
    """One living or dead troop."""

    letter: str
    owner: int
    square: Square
    health: int
    boost: int = 0
    moved: int = 0
    alive: bool = True
    effects: set[str] = field(default_factory=set)


class PlainGame:
    """One game, changed in place by `apply`."""

    def __init__(
        self, rules: Data, actions: Data, armies: tuple[Data, Data], obstacles: Iterable[str] = ()
    ) -> None:
        self.rules = rules
        self.width: int = rules["board"]["width"]
        self.height: int = rules["board"]["height"]
        self.single_move: bool = actions["single_move"]
        self.trim: bool = actions["trim"]
        self.command_window: str = actions["command_window"]
        self.obstacles: set[Square] = {parse_square(text) for text in obstacles}
        self.troops: list[Troop] = []
        for owner, army in enumerate(armies):
            for letter, row, column in army["troops"]:
                self.place(letter, owner, row, column)
        # AMBIGUOUS: the page does not say so, but commands are taken to be ready at the start.
        self.cooldowns = [dict.fromkeys(army["commands"], 0) for army in armies]
        self.points: list[int] = [rules["economy"]["start"], rules["economy"]["start"]]
        self.player = 0
        self.turn = 1
        self.phase = "selection"
        self.selected: Troop | None = None
        self.winner: int | str | None = None

    def place(self, letter: str, owner: int, row: int, column: int) -> None:
        """Board: put a troop of a formation on its square; the sides are rotated by 180 degrees."""
        home_rows = self.rules["board"]["home_rows"]
        if owner == 0:
            square = (self.width - 1 - column, home_rows - 1 - row)
        else:
            square = (column, self.height - home_rows + row)
        full_health = self.rules["troops"][TROOP_OF_LETTER[letter]]["health"]
        self.troops.append(Troop(letter, owner, square, full_health))

    def figure(self, troop: Troop, name: str) -> int:
        """Look up a figure of the troop's type: cost, movement, range, health or damage."""
        return self.rules["troops"][TROOP_OF_LETTER[troop.letter]][name]

    def command(self, slug: str, name: str) -> int:
        """Look up a figure of a command."""
        return self.rules["commands"][slug][name]

    def living(self, owner: int) -> list[Troop]:
        """List the side's living troops."""
        return [troop for troop in self.troops if troop.alive and troop.owner == owner]

    def troop_at(self, square: Square) -> Troop:
        """Find the living troop on a square."""
        return next(troop for troop in self.troops if troop.alive and troop.square == square)

    def damage_of(self, troop: Troop) -> int:
        """Battle Cry: more damage while in effect."""
        bonus = self.command("battle-cry", "damage") if "battle-cry" in troop.effects else 0
        return self.figure(troop, "damage") + bonus

    def movement_of(self, troop: Troop) -> int:
        """Charge: movement multiplied."""
        factor = self.command("charge", "factor") if "charge" in troop.effects else 1
        return self.figure(troop, "movement") * factor

    def legal_actions(self) -> list[str]:
        """List every legal action as text, sorted; none once the game is over."""
        if self.winner is not None:
            return []
        actions = [f"select {square_text(troop.square)}" for troop in self.selectable()]
        actions += [f"move {square_text(square)}" for square in self.moves()]
        actions += [f"attack {square_text(troop.square)}" for troop in self.attackable()]
        for slug in self.cooldowns[self.player]:
            actions += self.command_actions(slug)
        if self.may_end():
            actions.append("end")
        return sorted(actions)

    def selectable(self) -> list[Troop]:
        """Selection: one own living troop that is not chastised."""
        if self.phase != "selection":
            return []
        return [troop for troop in self.living(self.player) if "chastise" not in troop.effects]

    def shortest_paths(self, start: Square, limit: int) -> dict[Square, int]:
        """Movement: steps to each square reachable over free squares, by breadth-first search."""
        blocked = {troop.square for troop in self.troops if troop.alive} | self.obstacles
        steps = {start: 0}
        queue = deque([start])
        while queue:
            x, y = queue.popleft()
            if steps[x, y] >= limit:
                continue
            for dx, dy in DIRECTIONS:
                nearby = (x + dx, y + dy)
                on_board = 0 <= nearby[0] < self.width and 0 <= nearby[1] < self.height
                if on_board and nearby not in blocked and nearby not in steps:
                    steps[nearby] = steps[x, y] + 1
                    queue.append(nearby)
        del steps[start]
        return steps

    def moves(self) -> dict[Square, int]:
        """Movement: the squares the selected troop may move to, with the points each costs."""
        # AMBIGUOUS: no action leaves Movement without moving or attacking, so without
        # `single_move` the phase stays Movement, however far the troop has moved.
        troop = self.selected
        if self.phase != "movement" or troop is None:
            return {}
        left = self.movement_of(troop) - troop.moved
        steps = self.shortest_paths(troop.square, left)
        return {square: cost for square, cost in steps.items() if self.is_move_kept(troop, cost)}

    def is_move_kept(self, troop: Troop, cost: int) -> bool:
        """`trim`: a charged troop makes only moves farther than its normal movement."""
        if not self.trim or "charge" not in troop.effects:
            return True
        # AMBIGUOUS: with several moves a turn, each single move is measured, not their sum.
        return cost > self.figure(troop, "movement")

    def in_range(self, striker: Troop, target: Troop) -> bool:
        """Combat: whether the target is at Chebyshev distance <= the striker's range."""
        (x, y), (other_x, other_y) = striker.square, target.square
        return max(abs(x - other_x), abs(y - other_y)) <= self.figure(striker, "range")

    def attackable(self) -> list[Troop]:
        """Combat: the enemies in range of the selected troop, also if it has not moved."""
        troop = self.selected
        if self.phase not in ("movement", "combat") or troop is None:
            return []
        return [enemy for enemy in self.living(1 - self.player) if self.in_range(troop, enemy)]

    def may_end(self) -> bool:
        """End in any phase; with `trim` there is no Selection-phase end of turn."""
        return not (self.trim and self.phase == "selection")

    def command_actions(self, slug: str) -> list[str]:
        """List the actions that use one owned command."""
        if not (self.is_usable(slug) and self.is_in_window(slug)):
            return []
        if TARGET_OF_COMMAND[slug] == "none":
            return [slug] if self.on_cooldown() else []
        side = self.player if TARGET_OF_COMMAND[slug] == "own" else 1 - self.player
        targets = [troop for troop in self.living(side) if self.is_target(slug, troop)]
        return [f"{slug} {square_text(troop.square)}" for troop in targets]

    def is_usable(self, slug: str) -> bool:
        """Commands: ready and affordable."""
        ready = self.cooldowns[self.player][slug] == 0
        return ready and self.points[self.player] >= self.command(slug, "cost")

    def is_in_window(self, slug: str) -> bool:
        """`command_window`: the phases a command may be used in."""
        if self.command_window == "any":
            return True
        if slug == "charge":
            return self.phase == "movement"
        if self.command_window == "movement-rally":
            before_moving = self.selected is not None and self.selected.moved == 0
            return (self.phase == "movement" and before_moving) or self.phase == "rally"
        if slug == "winds-of-fate":
            return self.phase in ("movement", "combat", "rally")
        return self.phase in ("combat", "rally")

    def on_cooldown(self) -> list[str]:
        """Winds of Fate: the own commands that it could make ready."""
        return [slug for slug, left in self.cooldowns[self.player].items() if left > 0]

    def is_target(self, slug: str, troop: Troop) -> bool:
        """Commands: never twice on a troop while in effect, and each command's own conditions."""
        if slug in troop.effects:
            return False
        if slug == "chastise":
            return self.leaves_one_unchastised(troop)
        return not self.trim or self.is_target_kept(slug, troop)

    def leaves_one_unchastised(self, target: Troop) -> bool:
        """Chastise: the enemy must keep a living, unchastised troop."""
        others = [troop for troop in self.living(target.owner) if troop is not target]
        return any("chastise" not in troop.effects for troop in others)

    def is_target_kept(self, slug: str, troop: Troop) -> bool:
        """`trim`: no objectively wasted Charge, Regenerate or Shield Wall."""
        if slug == "charge":
            # AMBIGUOUS: only what the table says; in Combat or Rally (window `any`) a Charge on
            # the selected troop that has not moved stays legal.
            return troop is self.selected and troop.moved == 0
        if slug == "regenerate":
            return troop.health < self.figure(troop, "health")
        if slug == "shield-wall":
            # AMBIGUOUS: the "100" of this rule is read as Shield Wall's cap.
            return troop.health + troop.boost > self.command("shield-wall", "cap")
        return True

    def apply(self, action: str, readied: str | None = None) -> None:
        """Do one action; ValueError if it is illegal."""
        if action not in self.legal_actions():
            raise ValueError(f"illegal action: {action!r}")
        if action == "winds-of-fate":
            self.use_winds_of_fate(readied)
        elif readied is not None:
            raise ValueError(f"{action!r} makes no command ready")
        elif action == "end":
            self.end_turn()
        else:
            self.apply_on_square(*action.split(" "))

    def apply_on_square(self, verb: str, name: str) -> None:
        """Do an action that names a square."""
        square = parse_square(name)
        if verb == "move":
            self.move(square)
        elif verb == "select":
            self.select(self.troop_at(square))
        elif verb == "attack":
            self.attack(self.troop_at(square))
        else:
            self.use_command(verb, self.troop_at(square))

    def select(self, troop: Troop) -> None:
        """Selection: Movement follows."""
        self.selected = troop
        self.phase = "movement"

    def move(self, square: Square) -> None:
        """Movement: costs the shortest free path; with `single_move` Combat follows."""
        troop = self.selected
        assert troop is not None
        troop.moved += self.moves()[square]
        troop.square = square
        if self.single_move:
            self.phase = "combat"

    def attack(self, defender: Troop) -> None:
        """Combat: one exchange; Rally follows at once, even if the attacker died."""
        attacker = self.selected
        assert attacker is not None
        self.phase = "rally"
        can_strike_back = self.in_range(defender, attacker)
        if can_strike_back and "vigilance" in defender.effects:
            first, second, second_strikes = defender, attacker, True
        else:
            first, second, second_strikes = attacker, defender, can_strike_back
        self.strike(first, second)
        if second.alive and second_strikes:
            self.strike(second, first)

    def strike(self, striker: Troop, target: Troop) -> None:
        """Damage: one blow of an exchange; a kill awards the dead one's cost to the other side."""
        self.hit(target, self.damage_of(striker))
        if not target.alive:
            self.points[1 - target.owner] += self.figure(target, "cost")

    def hit(self, troop: Troop, damage: int) -> None:
        """Damage: capped under Shield Wall; boosted health first, then own health; death."""
        if "shield-wall" in troop.effects:
            damage = min(damage, self.command("shield-wall", "cap"))
        from_boost = min(troop.boost, damage)
        troop.boost -= from_boost
        troop.health -= damage - from_boost
        if troop.health + troop.boost <= 0:
            self.die(troop)

    def die(self, troop: Troop) -> None:
        """Damage: the dead leave their square; a side with no troop left has lost at once."""
        troop.alive = False
        if troop is self.selected:
            self.selected = None
        if not self.living(troop.owner):
            self.winner = 1 - troop.owner

    def pay(self, slug: str) -> None:
        """Commands: costs its command points and sets its cooldown to the full figure."""
        self.points[self.player] -= self.command(slug, "cost")
        self.cooldowns[self.player][slug] = self.command(slug, "cooldown")

    def use_winds_of_fate(self, readied: str | None) -> None:
        """Winds of Fate: an own command on cooldown becomes ready; then itself goes on cooldown."""
        if readied is None or readied not in self.on_cooldown():
            raise ValueError(f"winds-of-fate cannot make {readied!r} ready")
        self.cooldowns[self.player][readied] = 0
        self.pay("winds-of-fate")

    def use_command(self, slug: str, target: Troop) -> None:
        """Commands: put a command in effect on its target."""
        self.pay(slug)
        target.effects.add(slug)
        if slug in ("battle-cry", "stoicism"):
            target.boost += self.command(slug, "health")
        elif slug == "regenerate":
            target.health = self.figure(target, "health")
        elif slug == "bombard":
            # AMBIGUOUS: Bombard's damage is "a hit" like any other, so Shield Wall caps it.
            self.hit(target, self.command("bombard", "damage"))

    def end_turn(self) -> None:
        """Turns: end-of-turn effects, then the draw at the turn limit or the opponent's turn."""
        self.end_effects_of_the_turn()
        self.end_chastise(self.player)
        if self.turn >= self.rules["max_turns"]:
            # AMBIGUOUS: at the limit no turn begins, so the opponent gains no income, its
            # cooldowns stay, and the selected troop and its spent movement stay as they were.
            self.winner = "draw"
        else:
            self.begin_turn(1 - self.player)

    def end_effects_of_the_turn(self) -> None:
        """Commands: Regenerate and Bombard count as in effect for the rest of the turn."""
        for troop in self.troops:
            troop.effects.difference_update(FOR_THE_REST_OF_THE_TURN)

    def end_chastise(self, player: int) -> None:
        """Chastise: ends when the chastised side's next turn ends, or when all are released."""
        for troop in self.living(player):
            troop.effects.discard("chastise")

    def begin_turn(self, player: int) -> None:
        """Turns: the side gains its income, its cooldowns drop by 1, and it begins."""
        self.player = player
        self.turn += 1
        self.phase = "selection"
        self.selected = None
        for troop in self.troops:
            troop.moved = 0
        self.points[player] += self.rules["economy"]["income"]
        for slug, left in self.cooldowns[player].items():
            self.cooldowns[player][slug] = max(0, left - 1)
        self.end_effects_of_own_commands(player)
        self.release_if_all_are_chastised(player)

    def end_effects_of_own_commands(self, player: int) -> None:
        """Effects on own troops end when their owner's next turn begins; boosts vanish."""
        # AMBIGUOUS: Charge counts as in effect until then too, as rule 4 lists it.
        for troop in self.living(player):
            troop.effects.difference_update(UNTIL_THE_OWNERS_NEXT_TURN)
            troop.boost = 0

    def release_if_all_are_chastised(self, player: int) -> None:
        """Chastise: if every living troop of the beginning side is chastised, all are released."""
        if all("chastise" in troop.effects for troop in self.living(player)):
            self.end_chastise(player)

    def to_dict(self) -> Data:
        """Return the whole state as plain data."""
        ranks_and_files = [(y, x) for x, y in self.obstacles]
        return {
            "player": self.player,
            "turn": self.turn,
            "phase": self.phase,
            "selected": None if self.selected is None else square_text(self.selected.square),
            "points": list(self.points),
            "commands": [dict(cooldowns) for cooldowns in self.cooldowns],
            "troops": [self.troop_dict(troop) for troop in self.troops if troop.alive],
            "obstacles": [square_text((x, y)) for y, x in sorted(ranks_and_files)],
            "winner": self.winner,
        }

    def troop_dict(self, troop: Troop) -> Data:
        """Return one living troop as plain data."""
        return {
            "type": troop.letter,
            "owner": troop.owner,
            "square": square_text(troop.square),
            "health": troop.health,
            "boost": troop.boost,
            "moved": troop.moved,
            "effects": [slug for slug in TARGET_OF_COMMAND if slug in troop.effects],
        }

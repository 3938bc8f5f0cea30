"""`Battle`: a game followed action by action, with who dealt what, and what commands brought.

Damage is health that was lost. What a command brought is counted in health too, and only where the
rules say what it did:

    battle-cry    damage beyond the troop's own, and damage that its extra health took
    stoicism      damage that its extra health took
    regenerate    health that came back
    bombard       damage
    charge        damage of the charged troop's attack in that turn, which it had not reached else
    vigilance     the attack that did not come because the attacker died first; and the blow, if the
                  attack would have killed before it
    shield-wall   damage beyond the cap that was kept off

Chastise and Winds of Fate are counted as used: what a troop that may not move would have done, and
what a command was worth that became ready, no event says.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...engine.rules.army import Army
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.squares import square_name
from ...engine.rules.stats import COMMANDS, LETTERS, TROOPS
from .game_rows import Row

_COMMAND = {slug: number for number, slug in enumerate(COMMANDS)}
_EXTRA_HEALTH = ("battle-cry", "stoicism")


@dataclass
class Fighter:
    """A troop on the board."""

    kind: int
    health: int
    extra: list[list] = field(default_factory=list)
    """Extra health that is left, with the command that gave it, the oldest first."""
    under: set[str] = field(default_factory=set)
    """Commands that are in effect on it."""

    @property
    def total(self) -> int:
        """Its health and its extra health."""
        return self.health + sum(left for _, left in self.extra)

    def lose(self, damage: int) -> list[tuple[str, int]]:
        """Lose health, the extra first; return what each command's extra health took."""
        took = []
        for one in self.extra:
            part = min(one[1], damage)
            one[1] -= part
            damage -= part
            took.append((one[0], part))
        self.health = max(self.health - damage, 0)
        return took


class SideCounts:
    """What one side did in a game, by troop type and by command."""

    def __init__(self) -> None:
        self.dealt, self.taken, self.kills, self.lost, self.first = np.zeros((5, len(TROOPS)))
        self.used, self.brought, self.command_kills = np.zeros((3, len(COMMANDS)))


class Battle:
    """A game that is followed from its beginning."""

    def __init__(self, armies: Sequence[Army], rules: Ruleset) -> None:
        self._troops, self._commands = list(rules.troops.values()), rules.commands
        self._sides = [self._placed(army, player, rules) for player, army in enumerate(armies)]
        self.counts = SideCounts(), SideCounts()
        self._begun = False

    def _placed(self, army: Army, player: int, rules: Ruleset) -> dict[str, Fighter]:
        fighters = {}
        for troop, place in zip(army.troops, army.places(player, rules), strict=True):
            kind = LETTERS.index(troop.letter)
            fighters[square_name(*place)] = Fighter(kind, self._troops[kind].health)
        return fighters

    def follow(self, rows: Sequence[Row]) -> tuple[SideCounts, SideCounts]:
        """Follow all actions of a game; return the counts of the first and the second player."""
        for row in rows:
            player = int(row.player == "second")
            match row.kind:
                case "move":
                    own = self._sides[player]
                    own[row.target_square or ""] = own.pop(row.square or "")
                case "attack":
                    self._attack(row, player)
                case "command":
                    self._command(row, player)
                case "end":
                    for fighter in self._sides[1 - player].values():
                        fighter.extra.clear()
                        fighter.under.clear()
                case _:
                    pass
        return self.counts

    def _attack(self, row: Row, player: int) -> None:
        own, enemies = self._sides[player], self._sides[1 - player]
        attacker, defender = own[row.square or ""], enemies[row.target_square or ""]
        mine, theirs = self.counts[player], self.counts[1 - player]
        if not self._begun:
            self._begun = True
            mine.first[attacker.kind] = 1
        dealt, received = row.damage_dealt, row.damage_received
        if "charge" in attacker.under:
            mine.brought[_COMMAND["charge"]] += dealt
        if "vigilance" in defender.under:
            theirs.brought[_COMMAND["vigilance"]] += self._forestalled(attacker, defender, row)
        self._strike(attacker, defender, dealt, player)
        self._strike(defender, attacker, received, 1 - player)
        if row.kill:
            mine.kills[attacker.kind] += 1
            theirs.lost[defender.kind] += 1
            del enemies[row.target_square or ""]
        if row.death:
            theirs.kills[defender.kind] += 1
            mine.lost[attacker.kind] += 1
            del own[row.square or ""]

    def _strike(self, striker: Fighter, struck: Fighter, damage: int, player: int) -> None:
        """Count one blow of an exchange; none, if it dealt nothing."""
        if not damage:
            return
        mine, theirs = self.counts[player], self.counts[1 - player]
        mine.dealt[striker.kind] += damage
        theirs.taken[struck.kind] += damage
        if "battle-cry" in striker.under:
            more = max(damage - self._troops[striker.kind].damage, 0)
            mine.brought[_COMMAND["battle-cry"]] += more
        if "shield-wall" in struck.under:
            kept_off = min(self._power(striker), struck.total) - damage
            theirs.brought[_COMMAND["shield-wall"]] += kept_off
        for command, took in struck.lose(damage):
            theirs.brought[_COMMAND[command]] += took

    def _forestalled(self, attacker: Fighter, defender: Fighter, row: Row) -> int:
        """Return what it brought that a vigilant defender struck first, if it did."""
        if not row.damage_received:
            return 0
        power = self._power(attacker)
        if "shield-wall" in defender.under:
            power = min(power, self._commands["shield-wall"].cap or power)
        prevented = min(power, defender.total) if row.death and not row.damage_dealt else 0
        deadly = power >= defender.total
        return prevented + (row.damage_received if deadly else 0)

    def _power(self, fighter: Fighter) -> int:
        """Return the damage of a blow, with Battle Cry if it is in effect."""
        more = self._commands["battle-cry"].damage or 0
        return self._troops[fighter.kind].damage + ("battle-cry" in fighter.under) * more

    def _command(self, row: Row, player: int) -> None:
        slug, mine = row.command or "", self.counts[player]
        mine.used[_COMMAND[slug]] += 1
        if row.target_square is None:
            return
        aimed = self._sides[player].get(row.target_square)
        if aimed is None:
            if slug == "bombard":
                self._bombard(row, player)
            return
        aimed.under.add(slug)
        if slug in _EXTRA_HEALTH:
            aimed.extra.append([slug, self._commands[slug].health or 0])
        if slug == "regenerate":
            full = self._troops[aimed.kind].health
            mine.brought[_COMMAND[slug]] += full - aimed.health
            aimed.health = full

    def _bombard(self, row: Row, player: int) -> None:
        enemies, number = self._sides[1 - player], _COMMAND["bombard"]
        target, mine, theirs = enemies[row.target_square or ""], *self._both(player)
        mine.brought[number] += row.damage_dealt
        theirs.taken[target.kind] += row.damage_dealt
        for command, took in target.lose(row.damage_dealt):
            theirs.brought[_COMMAND[command]] += took
        if row.kill:
            mine.command_kills[number] += 1
            theirs.lost[target.kind] += 1
            del enemies[row.target_square or ""]

    def _both(self, player: int) -> tuple[SideCounts, SideCounts]:
        return self.counts[player], self.counts[1 - player]

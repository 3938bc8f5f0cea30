"""What `help` and `help rules` say at the table."""

from ...api.board.words import command_effect
from ...engine import Game
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import LETTERS, TROOPS
from ...results.page.words import plural
from ...results.text.command_lines import command_line
from .words import WIDTH

_HELP = """\
A turn: select one of your troops; move it; attack with it; end. Moving and
attacking may be left out. Commands cost points, which come with every turn and
with kills. Who has no troop left has lost. help rules has the figures.

Actions, alone or several in a line (all of them are done, or none):
  7                            the action with that number in the list; 0 ends
  move k7                      as the list names it, in upper or lower case
  k7                           a square alone, where only one action fits it
  m k7   cry k7   attack   e   verbs shortened; no square if there is one choice
  mage   attack knight         a troop's name, where only one such action fits
  k3; move k7; attack k9; end  several, separated by ";"

Words:
  board             draw the board; + is where the selected troop can move
  legal             list the legal actions again
  hint              what the agent would do with the rest of your turn
  analyse           what the strongest agent sees: your best turns, their values
                    and the line it expects; analyse all shows every turn it
                    tried, analyse quick or another agent what that one sees
  undo, undo turn   take back your last action, or all actions of your turn;
                    right after the agent's reply, that and your whole last turn
  save FILE         save; {resume} resumes
  resign, quit      give up the game; leave the table
  help rules        troops and commands, what they do and cost

On the board upper case is the first player, lower case the second. Ctrl-C drops
the line, twice it leaves; Ctrl-D leaves. A game left that way is saved."""


def help_text() -> str:
    """Return what can be typed."""
    return _HELP.format(resume=command_line("play --resume FILE"))


def _troops(game: Game, rules: Ruleset) -> list[str]:
    letters = {troop["type"] for troop in game.to_dict()["troops"]}
    lines = [f"  {'troop':<15}moves  range  health  damage  worth"]
    for letter, slug in zip(LETTERS, TROOPS, strict=True):
        if letter in letters:
            s, name = rules.troops[slug], f"{letter} {slug.replace('-', ' ')}"
            lines.append(
                f"  {name:<15}{s.movement:>5}{s.range:>7}{s.health:>8}{s.damage:>8}{s.cost:>7}"
            )
    return lines


def _commands(game: Game, rules: Ruleset) -> list[str]:
    sides = game.to_dict()["commands"]
    owned = [slug for slug in rules.commands if slug in sides[0] or slug in sides[1]]
    if not owned:
        return []
    lines = ["", f"  {'command':<14}points  rest  whose    effect"]
    for slug in owned:
        stats = rules.commands[slug]
        whose = [
            name for name, side in zip(("first", "second"), sides, strict=True) if slug in side
        ]
        who = "both" if len(whose) == 2 else whose[0]
        effect = command_effect(slug, rules)
        lines.append(f"  {slug:<14}{stats.cost:>6}{stats.cooldown:>6}  {who:<7}  {effect}")
    return lines


def rules_text(game: Game) -> str:
    """Return the figures of the troops and commands in play, by the rules in force."""
    rules = game.rules
    income = plural(rules.economy.income, "point")
    lines = [
        *_troops(game, rules),
        *_commands(game, rules),
        "",
        f"Each turn brings {income}; a kill by attack or counter-attack what",
        "the dead troop is worth. A troop that is attacked and lives strikes back if the",
        "attacker is in its range. Distances count diagonal steps as one. A command",
        "rests for so many turns after its use. Boosts of your own troops last until",
        f"your next turn. After {plural(rules.max_turns, 'turn')} the game is a draw.",
    ]
    assert all(len(line) <= WIDTH + 1 for line in lines)
    return "\n".join(lines)

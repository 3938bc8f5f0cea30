"""`TableTalk`: the conversation at the table, a line in, a text out, never a crash.

It knows nothing of streams, like `protocol`, so that tests drive it directly. Ask `agent_to_move`
first: agents are moved by `agent_turn`, people by `answer`. Texts may carry
colours, which `click.echo` takes out where there is no terminal.
"""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import click

from ...agents.spec.spec import DEFAULT_AGENT, AgentSpec
from ...api.board.undo import actions_to_keep
from ...api.board.words import deed
from ...arena.review.analysis import analyse, rest_of_turn
from ...arena.review.lines import agent_name
from ...engine import Game, GameRecord
from ...results.text.escape import printable
from .actions import Unclear, find_action
from .agent import Chooser
from .board import board_text
from .help import help_text, rules_text
from .listing import list_text, moves
from .reasons import WORDS
from .save import SIDES, SavedGame, autosave_path, resume_command, write_save
from .undo import taken_back
from .verdict import verdict
from .words import WIDTH, with_action

_ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
_ALIASES |= {"actions": "legal", "analyze": "analyse"}
_NO = {"", "n", "no"}
_TOP, _EVERY = 5, 1000
"""Candidates that an analysis shows, and more than any has."""


class TableTalk:
    """A game between people and agents, and what lines do to it."""

    def __init__(self, saved: SavedGame, choose: Chooser) -> None:
        self.ended = False
        """Whether everybody has left the table."""
        self.game = saved.game()
        self._names, self._seats, self._choose = saved.record.names, saved.seats, choose
        self._kept = self._now
        """What the last save holds; nothing is lost of a game that has not begun."""
        self._file: Path | None = None
        self._asked = False
        does = (
            self._help,
            lambda _: self._list(),
            lambda _: board_text(self.game, reach=self._playing),
            self._hint,
            self._analyse,
            self._undo,
            self._save,
            self._resign,
            self._quit,
        )
        self._words: dict[str, Callable[[str], str]] = dict(zip(WORDS, does, strict=True))

    # ---- looking ---------------------------------------------------------------------------------

    @property
    def saved(self) -> SavedGame:
        """The game as it can be saved now."""
        return SavedGame(GameRecord.of(self.game, self._names), self._seats)

    @property
    def agent_to_move(self) -> bool:
        """Whether the game waits for an agent, not for a line."""
        return self._playing and not self._seats.is_person(self.game.player)

    @property
    def prompt(self) -> str:
        """What to show where a line is typed."""
        if self._asked:
            return "save to which file (Enter: do not save)? "
        if not self._playing:
            return "game over> "
        return f"{SIDES[self.game.player]}, turn {self.game.turn}, {self.game.phase}> "

    @property
    def _playing(self) -> bool:
        return self.game.winner is None and self._seats.resigned is None

    @property
    def _now(self) -> tuple[tuple[str, ...], int | None]:
        return tuple(self.game.history), self._seats.resigned

    @property
    def _unsaved(self) -> bool:
        return self._now != self._kept

    def opening(self) -> str:
        """Return who plays whom, and the board."""
        names = [f"{printable(name)}, " if self.game.armies else "" for name in self._names]
        cases = ("upper case", "lower case")
        seats = [
            click.wrap_text(
                f"{name}{case}, played by {self._seats.name(player)}",
                WIDTH,
                f"{SIDES[player]:<8}",
                " " * 8,
            )
            for player, (name, case) in enumerate(zip(names, cases, strict=True))
        ]
        advice = "help explains what can be typed, help rules what troops can do"
        title = [*seats, f"{'seed':<8}{self.game.seed}"]
        title += [] if self._seats.you == "none" else [advice]
        return "\n".join([*title, "", self._scene()])

    def _scene(self) -> str:
        """Return the board, then what can be done or how it ended."""
        board = board_text(self.game, reach=True)
        if not self._playing:
            return f"{board}\n\n{verdict(self.game, self._seats)}"
        return board if self.agent_to_move else f"{board}\n\n{self._list()}"

    def _list(self) -> str:
        if not self._playing:
            return verdict(self.game, self._seats)
        marked = " (board shows the moves as +)" if moves(self.game) else ""
        return f"{click.style('You can', bold=True)}{marked}\n{list_text(self.game)}"

    # ---- talking ---------------------------------------------------------------------------------

    def answer(self, line: str) -> str:
        """Return the answer to a player's line; nothing to a blank one."""
        if self._asked:
            return self._parting(line.strip())
        word, _, rest = line.strip().partition(" ")
        word = _ALIASES.get(word.lower(), word.lower())
        if word in self._words:
            return _safely(lambda: self._words[word](rest.strip()))
        return _safely(lambda: self._act(line)) if line.strip() else ""

    def _act(self, line: str) -> str:
        """Do the actions of a line, all of them or none."""
        if not self._playing:
            raise Unclear("the game is over; undo, board, save FILE, or quit")
        game, lines = self.game.copy(), []
        parts = [part for part in line.split(";") if part.strip()]
        for number, part in enumerate(parts):
            if part.strip().lower() in self._words:
                raise Unclear(f"{part.strip()!r} stands in a line of its own; nothing was done")
            if (game.turn, game.winner) != (self.game.turn, None):
                raise Unclear(f"nothing was done: your turn is over before {part.strip()[:40]!r}")
            try:
                action = find_action(part, game, numbers=number == 0)
            except Unclear as error:
                raise Unclear(f"{error}{'; nothing was done' if number else ''}") from None
            lines.append(_do(game, action))
        return self._turn_to(game, "\n".join(lines))

    def _turn_to(self, game: Game, text: str) -> str:
        """Take the game as it is now; return the text with what the player sees next."""
        same_turn = game.turn == self.game.turn and game.winner is None
        self.game = game
        if same_turn:
            return f"{text}\n{self._list()}"
        return text if self.agent_to_move else f"{text}\n\n{self._scene()}"

    def agent_turn(self) -> Iterator[str]:
        """Play an agent's turn; yield each action as it is done, then the board."""
        player, turn = self.game.player, self.game.turn
        agent = self._seats.adviser(player)
        yield click.style(f"turn {turn}, {SIDES[player]} ({agent_name(agent)})", bold=True)
        thought = 0.0
        while self._playing and self.game.turn == turn:
            begin = time.monotonic()
            action = self._choose(self.game, agent)
            thought += time.monotonic() - begin
            yield _do(self.game, action)
        yield f"  (thought for {thought:.1f} s)\n\n{self._scene()}"

    def _help(self, rest: str) -> str:
        return rules_text(self.game) if rest.lower().startswith("r") else help_text()

    def _hint(self, _: str) -> str:
        agent = self._seats.adviser(self.game.player)
        actions = "; ".join(rest_of_turn(self._open_game(), agent, self._choose.report))
        return click.wrap_text(f"{agent_name(agent)} would play: {actions}", WIDTH, "", "  ")

    def _analyse(self, rest: str) -> str:
        words = rest.split()
        top = _EVERY if "all" in words else _TOP
        agent = AgentSpec.parse(" ".join(w for w in words if w != "all") or DEFAULT_AGENT)
        return analyse(self._open_game(), agent, self._choose.report).text(top, "analyse all")

    def _open_game(self) -> Game:
        if not self._playing:
            raise Unclear("the game is over; undo goes back to your last decision")
        return self.game

    def _undo(self, rest: str) -> str:
        if rest.lower() not in ("", "turn"):
            raise Unclear("undo takes back one action of yours, undo turn all of a turn")
        if self._seats.resigned is not None:
            self._seats = replace(self._seats, resigned=None)
            return f"You play on.\n{self._list()}"
        record, turn = self.saved.record, self.game.turn
        kept = actions_to_keep(record, self._seats.is_person, whole_turn=bool(rest))
        if kept is None:
            raise Unclear("nothing to take back: you have not done anything yet")
        over = self.game.winner is not None
        self.game = record.after(kept)
        scene = self._list() if self.game.turn == turn and not over else f"\n{self._scene()}"
        return f"{taken_back(record, kept)}\n{scene}"

    def _resign(self, _: str) -> str:
        if not self._playing:
            raise Unclear("the game is over already")
        self._seats = replace(self._seats, resigned=self.game.player)
        return f"{verdict(self.game, self._seats)}\nundo takes it back."

    # ---- saving and leaving ----------------------------------------------------------------------

    def _save(self, rest: str) -> str:
        path = Path(os.path.expanduser(rest)) if rest else self._file  # noqa: PTH111  (~nobody)
        if path is None:
            raise Unclear("save needs a file's name, such as save game.json")
        write_save(path, self.saved)
        self._file, self._kept = path, self._now
        return f"Saved. To resume it later:\n  {resume_command(path)}"

    def _autosave(self) -> str:
        path = self._file or autosave_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        return self._save(str(path))

    def _quit(self, _: str) -> str:
        self._asked = self._unsaved
        self.ended = not self._asked
        return "" if self._asked else "goodbye"

    def _parting(self, name: str) -> str:
        """Take the answer to the question whether to save."""
        self._asked = False
        if name.lower() in _NO:
            self.ended = True
            return "goodbye"
        yes = name.lower() in ("y", "yes")
        text = _safely(self._autosave if yes else lambda: self._save(name))
        self.ended = not self._unsaved
        return text if self.ended else f"{text}\nThe game is still open; quit leaves it."

    def drop(self) -> None:
        """Forget the question that is open, as its player does not answer it."""
        self._asked = False

    def leave(self) -> str:
        """Leave without a question: save what is not saved; return where."""
        self.ended = True
        if not self._unsaved:
            return "goodbye"
        self._file = None  # a save that was made on purpose stays as it is
        text = _safely(self._autosave)
        return f"goodbye, without a save: {text}" if self._unsaved else text

    def lines_ended(self) -> str:
        """Leave because a pipe has no more lines; return what that means for the game."""
        self.ended = True
        lost = self._playing and self._unsaved
        return "the lines ended before the game did; save FILE would keep it" if lost else ""


def _do(game: Game, action: str) -> str:
    """Apply an action; return it with what it did."""
    before = game.to_dict()
    game.apply(action)
    return with_action(action, deed(action, before, game.to_dict(), game.rules))


def _safely(talk: Callable[[], str]) -> str:
    """Return a text, or what was wrong."""
    try:
        return talk()
    except OSError as error:
        return printable(f"not done: {error.filename or ''}: {error.strerror or error}")
    except ValueError as error:
        return click.wrap_text(printable(" ".join(str(error).split())), WIDTH, "", "  ")

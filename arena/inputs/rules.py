"""Rules that are asked for: a file, an action space, edits of single numbers."""

from dataclasses import dataclass, replace
from pathlib import Path

from ...engine.reading.files import read_toml
from ...engine.rules.ruleset import ActionSpace, Ruleset, as_text
from ...engine.rules.values import RulesError

SPACES = {"thesis": ActionSpace.thesis, "full": ActionSpace.full}


@dataclass(frozen=True)
class RuleChoice:
    """What --rules, --actions and --set ask for."""

    file: Ruleset | None = None
    actions: ActionSpace | None = None
    edits: tuple[str, ...] = ()

    def over(self, base: Ruleset) -> Ruleset:
        """Return the rules: the file's or else `base`, then the action space, then the edits."""
        rules = self.file or base
        if self.actions:
            rules = replace(rules, actions=self.actions)
        return rules.edit(*self.edits)

    @property
    def as_edits(self) -> list[str]:
        """The file and the edits as edits, each number once; the action space stands apart."""
        own = {_name(edit) for edit in self.edits}
        file = Ruleset().differences(self.file) if self.file else []
        if self.actions:
            file = [edit for edit in file if not edit.startswith("actions.")]
        return [edit for edit in file if _name(edit) not in own] + list(self.edits)

    @property
    def ruleset(self) -> Ruleset:
        """The rules, from the standard ones."""
        return self.over(Ruleset())


def edits_of(text: str) -> list[str]:
    """Return an edit, or the rules of a TOML file as edits."""
    return [text] if "=" in text else Ruleset().differences(read_rules(Path(text)))


def _name(edit: str) -> str:
    return edit.partition("=")[0].strip().lower()


def read_rules(path: Path) -> Ruleset:
    """Return the rules of a TOML file: tables named as in --set, such as [champion] cost = 225."""
    data = read_toml(path)
    edits = []
    for name, value in data.items():
        for field, figure in value.items() if isinstance(value, dict) else [("", value)]:
            edits.append(f"{name}{'.' if field else ''}{field}={as_text(figure)}")
    try:
        return Ruleset().edit(*edits)
    except RulesError as error:
        raise type(error)(f"{path}: {error}") from None

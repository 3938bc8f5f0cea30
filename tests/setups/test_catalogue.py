"""The named setups and setup text."""

from collections import Counter

import pytest
from conquest_opt.engine import Game
from conquest_opt.setups import SetupError, army, catalogue


def test_the_catalogue_is_the_thesis_s():
    setups = catalogue()
    assert len(setups) == 31
    troops = Counter(
        "".join((s.setup.formation or ())[r] for s in setups.values() for r in range(3))
    )
    del troops[" "]
    assert troops == dict(zip("SFHAMKC", (107, 7, 46, 19, 23, 15, 48), strict=True))
    # Of the setup drawn with 11 troops the last, a Scout, does not enter play.
    played = Counter(t.letter for s in setups.values() for t in s.army.troops)
    assert played == troops - Counter("S")
    commands = Counter(c for s in setups.values() for c in s.setup.commands)
    assert commands["battle-cry"] == 29
    assert commands["winds-of-fate"] == 2


def test_every_setup_plays_every_other():
    armies = [army(name) for name in catalogue()]
    for first, second in zip(armies, armies[1:] + armies[:1], strict=True):
        assert Game.new(first, second).legal_actions()


def test_names_are_found_in_any_case_and_text_in_any_order():
    assert army("iamwarrior") == army("IAmWarrior")
    assert army("cks : Charge, battle-cry") == army("SKC:battle-cry,charge")
    assert army("C").commands == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Defalt", "did you mean Default?"),
        ("SSSX:charge", "unknown troop 'X' at position 4; troops are S F H A M K C"),
        ("SS:chargee", "did you mean charge?"),
        ("SS:charge,charge", "twice"),
        ("", "at least one troop"),
    ],
)
def test_wrong_text_is_explained(text: str, says: str):
    with pytest.raises(SetupError) as error:
        army(text)
    assert says in str(error.value)


@pytest.mark.parametrize("letters", ["S", "SSSSSSSSSS", "SFHAMKC", "CCCC", "S" * 16])
def test_made_formations_fit_and_nobody_is_walled_in(letters: str):
    game = Game.new(army(letters), army(letters))
    for action in game.legal_actions():
        moved = game.copy().apply(action)
        assert any(a.startswith("move") for a in moved.legal_actions())

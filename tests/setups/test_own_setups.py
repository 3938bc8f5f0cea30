"""Own setups under names: the file, what is refused, and what the names mean."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.results import StoreError
from conquest_opt.results.files.own_setups import remove_setup, save_setup
from conquest_opt.setups import Setup, SetupError, army, catalogue
from conquest_opt.setups.lookup import given_setup
from conquest_opt.setups.naming import known_name, name_values, titled, unread_names, with_names
from conquest_opt.setups.own_setups import VARIABLE, own_setups, setups_file, use_setups_file

WARRIOR = "CCC:battle-cry,stoicism,regenerate,charge"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "setups.toml"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


# ---- which file ----------------------------------------------------------------------------------


def test_the_option_comes_before_the_variable_and_that_before_the_usual_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "variable.toml"))
    with use_setups_file(tmp_path / "option.toml"):
        assert setups_file() == tmp_path / "option.toml"
    assert setups_file() == tmp_path / "variable.toml"
    monkeypatch.setenv(VARIABLE, "")
    assert setups_file().name == "setups.toml"
    assert setups_file().parent.name == "conquest-opt"


def test_without_a_file_there_are_no_own_setups(file: Path):
    assert not own_setups()
    with pytest.raises(SetupError, match="did you mean Default"):
        Setup.parse("Defalt")
    assert not file.exists()


# ---- names are setups ----------------------------------------------------------------------------


def test_an_own_name_is_a_setup_in_any_case_with_its_formation(file: Path):
    save_setup(file, "Wall", Setup.from_dict({"formation": ["  H H", " A"], "commands": ["cry"]}))
    save_setup(file, "Hammer", Setup.from_text("SSC:charge"))
    assert str(Setup.parse("wall")) == "HHA:battle-cry"
    assert army(" WALL ").formation == ("  H H", " A")
    assert army("hammer") == army("SSC:charge")
    given = given_setup("hAMMER")
    assert (given.label, given.word) == ("Hammer", "Hammer")


def test_a_typo_is_answered_by_the_nearest_name_own_ones_among_them(file: Path):
    save_setup(file, "Hammer", Setup.from_text("SSC"))
    for typo, name in (("Hamer", "Hammer"), ("IAmWarior", "IAmWarrior")):
        with pytest.raises(SetupError, match=f"did you mean {name}"):
            Setup.parse(typo)


def test_a_changed_file_is_read_again(file: Path):
    save_setup(file, "Hammer", Setup.from_text("SSC"))
    assert str(Setup.parse("Hammer")) == "SSC"
    file.write_text('[Hammer]\nsetup = "KKK:charge"\n')
    assert str(Setup.parse("Hammer")) == "KKK:charge"


def test_what_a_catalogue_setup_plays_with_is_saved(file: Path):
    drawn = given_setup("WindsOfStab")
    save_setup(file, "Stab", drawn.playing)
    assert sum(drawn.setup.counts) == 11
    assert army("Stab") == army("WindsOfStab")


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("rush", "Rush is a setup of the catalogue"),
        ("SSC", "read as the setup SSC"),
        ("ssc", "read as the setup SSC"),
        ("mine.json", "read as a file"),
        ("2nd", "begins with a letter"),
        ("Hämmer", "letters from a to z"),
        ("a b", "letters from a to z"),
        ("a=2", "letters from a to z"),
        ("", "is no name"),
        ("all", "meaning of its own"),
        ("x" * 31, "30 characters at most"),
    ],
)
def test_names_that_would_mean_something_else_are_refused(file: Path, name: str, says: str):
    with pytest.raises(SetupError, match=says):
        save_setup(file, name, Setup.from_text("SSC"))
    assert not file.exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[Hammer\n", "is no TOML: .*line 1"),
        ('[A1]\nsetup = "SSC"\n[Hammer]\nsetup = "SSX"\n', r"\[Hammer\]: unknown troop 'X'"),
        ('[Hammer]\nsetpu = "SSC"\n', r"\[Hammer\]: unknown key 'setpu'; did you mean setup\?"),
        ('[Hammer]\nnote = "x"\n', r"\[Hammer\]: it has no setup"),
        ('Hammer = "SSC"\n', r"\[Hammer\]: a setup is a table"),
        ("[Hammer]\nsetup = 3\n", r"\[Hammer\]: setup must be a text, not 3"),
        ('[Hammer]\nsetup = "SSC"\nformation = "SSC"\n', "formation must be a list of texts"),
        ('[Hammer]\nsetup = "SSC"\nformation = ["SS"]\n', "the formation has SS"),
        ('[Hammer]\nsetup = "SSC"\n[hammer]\nsetup = "SS"\n', r"\[Hammer\] has the same name"),
        ('[Rush]\nsetup = "SSC"\n', r"\[Rush\]: Rush is a setup of the catalogue"),
        ('[Hammer]\nsetup = "\udcff"\n', "not UTF-8"),
    ],
)
def test_a_broken_file_is_named_with_the_place_in_one_line(file: Path, text: str, says: str):
    file.write_bytes(text.encode(errors="surrogateescape"))
    before = file.read_bytes()
    with pytest.raises(SetupError, match=says) as caught:
        Setup.parse("Hammer")
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(SetupError, match=says):
        save_setup(file, "Other", Setup.from_text("SSC"))
    assert file.read_bytes() == before


def test_a_broken_file_hinders_neither_text_nor_the_catalogue_nor_a_result(file: Path):
    file.write_text("[")
    assert str(Setup.parse("SSC:charge")) == "SSC:charge"
    assert army("Rush") == catalogue()["Rush"].army
    assert titled("SSX") == "SSX"
    assert str(file) in (unread_names() or "")


# ---- the file is the user's ----------------------------------------------------------------------

WRITTEN = """\
# mine

[Wall]  # holds
# a comment of the table
setup = "HHHH"
formation = [
    "H H H H",  # in front
]
note = "for long games"

# before the next
[Hammer]
setup = "SSC"
"""


def test_saving_keeps_what_a_person_wrote(file: Path):
    file.write_text(WRITTEN)
    save_setup(file, "New", Setup.from_text("KK:charge"))
    assert file.read_text() == WRITTEN + '\n[New]\nsetup = "KK:charge"\n'


def test_replacing_keeps_the_note_and_the_comments(file: Path):
    file.write_text(WRITTEN)
    assert save_setup(file, "wall", Setup.from_text("HHK"), replace=True) == "Wall"
    assert file.read_text() == WRITTEN.replace(
        '# a comment of the table\nsetup = "HHHH"\nformation = [\n    "H H H H",  # in front\n]\n',
        'setup = "HHK"\n# a comment of the table\n',
    )
    assert own_setups()["Wall"].note == "for long games"


def test_removing_takes_one_table_alone(file: Path):
    file.write_text(WRITTEN)
    remove_setup(file, "WALL")
    assert file.read_text() == '# mine\n\n\n# before the next\n[Hammer]\nsetup = "SSC"\n'
    with pytest.raises(StoreError, match="has no setup Wall"):
        remove_setup(file, "Wall")


def test_a_name_is_not_replaced_by_accident(file: Path):
    save_setup(file, "Hammer", Setup.from_text("SSC"))
    with pytest.raises(StoreError, match="has a setup Hammer already"):
        save_setup(file, "hammer", Setup.from_text("SS"))
    assert str(Setup.parse("Hammer")) == "SSC"


@pytest.mark.parametrize(
    "text",
    [
        'Hammer = {setup = "SSC"}\n',
        'Hammer.setup = "SSC"\n',
        '[Wall]\nsetup = "HH"\nnote = """\n[Hammer]\n"""\n[Hammer] # x\nsetup = "SSC"\n',
    ],
)
def test_what_cannot_be_changed_without_harm_is_left_to_the_person(file: Path, text: str):
    file.write_text(text)
    for change in (
        lambda: remove_setup(file, "Hammer"),
        lambda: save_setup(file, "Hammer", Setup.from_text("SS"), replace=True),
    ):
        with pytest.raises(StoreError, match="cannot be changed without harm"):
            change()
        assert file.read_text() == text


def test_a_link_stays_a_link_and_a_private_file_private(tmp_path: Path, file: Path):
    real = tmp_path / "dotfiles" / "real.toml"
    real.parent.mkdir()
    real.write_text(WRITTEN)
    real.chmod(0o600)
    file.symlink_to(real)
    save_setup(file, "New", Setup.from_text("KK"))
    assert file.is_symlink()
    assert "[New]" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in real.parent.iterdir()] == ["real.toml"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_that_cannot_be_written_is_an_error_of_one_line(tmp_path: Path):
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="cannot be"):
        save_setup(tmp_path / "new" / "setups.toml", "Hammer", Setup.from_text("SSC"))


def test_processes_that_save_at_once_lose_nothing(file: Path):
    code = (
        "import sys; from pathlib import Path\n"
        "from conquest_opt.results.files.own_setups import save_setup\n"
        "from conquest_opt.setups import Setup\n"
        "sys.stdin.readline()\n"
        "for n in range(15):\n"
        "    save_setup(Path(sys.argv[1]), f'P{sys.argv[2]}-{n}', Setup.from_text('SSC'))\n"
    )
    saving = [
        subprocess.Popen([sys.executable, "-c", code, file, str(n)], stdin=subprocess.PIPE)
        for n in range(3)
    ]
    for process in saving:
        assert process.stdin
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in saving:
        process.communicate()
        assert process.returncode == 0
    assert sorted(own_setups()) == sorted(f"P{p}-{n}" for p in range(3) for n in range(15))


# ---- names beside texts --------------------------------------------------------------------------


def test_a_text_of_the_catalogue_says_that_it_stands_otherwise(file: Path):
    published = catalogue()["IAmWarrior"].army.formation
    assert titled(WARRIOR) == f"{WARRIOR} (IAmWarrior in another formation)"
    assert titled(WARRIOR, published) == f"{WARRIOR} (IAmWarrior)"
    assert name_values(WARRIOR) == {"name": None, "like": "IAmWarrior"}
    assert name_values(WARRIOR, published) == {"name": "IAmWarrior", "like": None}
    assert titled("SSC") == "SSC"


def test_an_own_name_for_how_it_stands_comes_before_a_catalogue_name_that_does_not(file: Path):
    save_setup(file, "Mine", Setup.from_text(WARRIOR))
    assert titled(WARRIOR) == f"{WARRIOR} (Mine)"
    assert str(known_name(WARRIOR, ("CCC",))) == "IAmWarrior in another formation"


def test_placed_troops_stand_as_the_rules_have_it(file: Path):
    save_setup(file, "Mine", Setup.from_text("SSC"))
    narrow = Ruleset().edit("board.width=14")
    standard = army("SSC").formation
    assert str(known_name("SSC", None, narrow)) == "Mine"
    assert str(known_name("SSC", standard, narrow)) == "Mine in another formation"


def test_json_values_get_names_where_none_was_given(file: Path):
    save_setup(file, "Mine", Setup.from_text("SSC"))
    data = with_names({"a": [{"setup": "SSC"}, {"setup": "SSC", "name": "Given"}, {"setup": "KK"}]})
    assert data["a"] == [
        {"setup": "SSC", "name": "Mine", "like": None},
        {"setup": "SSC", "name": "Given"},
        {"setup": "KK", "name": None, "like": None},
    ]
    labelled = with_names(
        [{"setup": "KK", "name": "KK"}, {"response": "SSC", "formation": ["SSC"]}]
    )
    assert labelled[0]["name"] == "KK"
    assert (labelled[1]["name"], labelled[1]["like"]) == (None, "Mine")

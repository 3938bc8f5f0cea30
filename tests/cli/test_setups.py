"""`setups` and `enumerate` as a person types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from conquest_opt.cli.main import main


def run(*words: str):
    return CliRunner().invoke(main, list(words))


def test_show_says_everything_about_a_named_setup():
    assert run("setups", "show", "iamwarrior").output == (
        "IAmWarrior\n"
        "CCC:battle-cry,stoicism,regenerate,charge\n"
        "cost     975 of 1000 points\n"
        "legal    yes\n"
        "maximal  no\n"
        "fits     S\n"
        "note     leaves points unused\n"
        "\n"
        "front    . . . . . . . . C . C . C . . . . . . .\n"
        "middle   . . . . . . . . . . . . . . . . . . . .\n"
        "back     . . . . . . . . . . . . . . . . . . . .\n"
    )


def test_a_catalogue_setup_as_text_is_called_by_its_name():
    text = "SSFFHHAMKC:battle-cry,charge,chastise"
    result = run("setups", "check", text)
    assert "note     this is Default of the catalogue, but in another formation" in result.output
    assert json.loads(run("setups", "show", text, "--json").output)["note"].startswith("this is")
    assert "of the catalogue" not in run("setups", "show", "Default").output
    assert "of the catalogue" not in run("setups", "check", "SSFF").output


def test_a_catalogue_setup_of_a_file_may_stand_as_published(tmp_path: Path):
    path = tmp_path / "mine.json"
    formation = json.loads(run("setups", "show", "IAmWarrior", "--json").output)["formation"]
    commands = ["cry", "stoicism", "regen", "charge"]
    path.write_text(json.dumps({"formation": formation, "commands": commands}))
    assert (
        "this is IAmWarrior of the catalogue, in its formation"
        in run("setups", "check", str(path)).output
    )


def test_every_line_of_the_list_can_be_checked():
    for line in run("setups", "list").output.splitlines()[1:-2]:
        name, troops, _points, *commands = line.rstrip(" *").split()
        text = f"{troops}:{','.join(commands)}"
        data = json.loads(run("setups", "show", text, "--json").output)
        assert name in data["note"], line


def test_check_exits_with_1_if_not_legal():
    good, bad = run("setups", "check", "CCCC:charge,vigilance"), run("setups", "check", "C" * 6)
    assert (good.exit_code, bad.exit_code) == (0, 1)
    assert "costs 1200, 200 over the limit of 1000" in bad.output
    assert run("setups", "check", "C" * 6, "--set", "limits.points=1200").exit_code == 0


def test_check_json():
    data = json.loads(run("setups", "check", "kks: Battle Cry", "--json").output)
    assert data["setup"] == "SKK:battle-cry"
    assert (data["points"], data["legal"], data["maximal"]) == (300, True, False)
    assert data["fits"][:2] == ["S", "F"]


def test_list_fits_80_columns_and_marks_what_is_not_legal():
    lines = run("setups", "list").output.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line.endswith("*")] == [
        "WindsOfStab",
        "MeleeMeltdown",
    ]
    assert len(json.loads(run("setups", "list", "--json").output)) == 31


def test_count_is_exact():
    counts = json.loads(run("enumerate", "--count", "--json").output)
    assert counts == {"all": 1_714_865, "maximal": 283_717, "exact": 171_496}
    assert run("enumerate", "--count", "--troops", "0..0").output == (
        "all             255\nmaximal           0\nexact             0\n"
    )


def test_enumerate_stores_summarises_and_writes_files(tmp_path):
    db, words = tmp_path / "a.duckdb", ("enumerate", "--exact", "--require", "C>=4", "--db")
    result = run(*words, str(db))
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0] == "175 setups of exactly full points"
    assert lines[-1].startswith(f"stored in {db} (run ")
    rows = json.loads(
        run(
            "sql",
            "SELECT count(*) AS n, min(champion) AS least, bool_and(exact) AS exact FROM setups",
            "--json",
            "--db",
            str(db),
        ).output
    )
    assert rows == [{"n": 175, "least": 4, "exact": True}]
    again = run(*words, str(db), "--json")
    assert json.loads(again.output)["setups"] == 175
    count = run("sql", "SELECT count(*) AS n FROM setups", "--json", "--db", str(db)).output
    assert json.loads(count) == [{"n": 175}]


@pytest.mark.parametrize("ending", ["parquet", "csv", "json"])
def test_out_writes_the_same_rows_in_each_format(tmp_path, ending: str):
    import pyarrow.csv
    import pyarrow.parquet

    path = tmp_path / f"few.{ending}"
    result = run("enumerate", "--require", "C=5", "--no-db", "--out", str(path), "--json")
    assert json.loads(result.output)["stored"] == [str(path)]
    if ending == "parquet":
        rows = pyarrow.parquet.read_table(path).to_pylist()
    elif ending == "csv":
        rows = pyarrow.csv.read_csv(path).to_pylist()
    else:
        rows = json.loads(path.read_text())
    assert [(row["setup"], row["points"]) for row in rows] == [("CCCCC", 1000)]
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_nothing_found_is_an_answer(tmp_path):
    result = run("enumerate", "--require", "C>=9", "--no-db", "--out", str(tmp_path / "none.csv"))
    assert result.exit_code == 0
    assert result.output.startswith("no setup answers this\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--require", "C>"], "something is missing after >"),
        (["--require", "X>2"], "unknown term 'X'"),
        (["--with", "chargee"], "did you mean charge?"),
        (["--points", "900-1000"], "no range such as 900..1000"),
        (["--points", "9..1"], "9 is more than 1"),
        (["--with", "charge", "--without", "charge"], "both with and without"),
        (["--out", "setups.xml"], "one of .parquet .csv .json"),
        (["--out", "no/such/folder/x.csv", "--no-db"], "no/such/folder"),
        (["--set", "champion.price=3"], "champion has no 'price'"),
    ],
)
def test_wrong_words_are_explained(words: list[str], says: str):
    result = run("enumerate", *words)
    assert result.exit_code in (1, 2)
    assert says in result.output
    assert "Traceback" not in result.output


def test_wrong_setups_are_explained():
    for words, says in (
        (("show", "Defalt"), "did you mean Default?"),
        (("check", "SSX"), "unknown troop 'X' at position 3"),
        (("check", "nowhere.json"), "No such file"),
    ):
        result = run("setups", *words)
        assert result.exit_code == 1
        assert says in result.output

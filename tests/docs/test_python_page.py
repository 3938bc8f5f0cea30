"""The page of the Python front door: its examples run one after the other."""

import re
from pathlib import Path

import conquest_opt as cq

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/reference/python.md"


def examples() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_its_examples_run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for example in examples():
        exec(compile(example, str(PAGE), "exec"), names)
    text = capsys.readouterr().out
    assert "unknown setup 'Defaut'; did you mean Default?" in text
    assert "IAmWarrior was shown to be better" in text


def test_it_names_every_kind_of_run_and_keyword():
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{kind}`" in text for kind in cq.RUNS)
    from conquest_opt.api.options import RULES, WHERE, WITH_BUDGET

    assert all(f"`{name}`" in text for name in (*WITH_BUDGET, *RULES, *WHERE))

"""The page of environments: its examples run, and its table is what the program has."""

import re
from pathlib import Path

from conquest_opt.engine.observation.spaces import ACTIONS, ARRAYS

PAGE = Path(__file__).parents[2] / "docs/reference/envs.md"


def test_its_examples_run(capsys):
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 4
    for example in examples:
        exec(compile(example, str(PAGE), "exec"), {})
    assert capsys.readouterr().out


def test_its_table_has_the_shapes():
    text = PAGE.read_text(encoding="utf-8")
    for name, (shape, kind, _) in ARRAYS.items():
        row = f"| `{name}` | {', '.join(map(str, shape))} | {kind.__name__} |"
        assert row in text
    assert f"to {ACTIONS - 1} | a command" in text

"""The generated reference pages are those of the program as it is."""

from pathlib import Path

from conquest_opt.results.store import document

PAGES = Path(__file__).parents[2] / "docs" / "reference"


def test_the_schema_page_is_current():
    assert (PAGES / "schema.md").read_text(encoding="utf-8") == document.page(), (
        "stale; run: python -m conquest_opt.results.store.document docs/reference/schema.md"
    )


def test_the_commands_page_is_current():
    from conquest_opt.cli import reference

    assert (PAGES / "commands.md").read_text(encoding="utf-8") == reference.page(), (
        "stale; run: python -m conquest_opt.cli.reference docs/reference/commands.md"
    )


def test_the_rules_page_is_current():
    from conquest_opt.cli import rules_reference

    assert (PAGES / "rules.md").read_text(encoding="utf-8") == rules_reference.page(), (
        "stale; run: python -m conquest_opt.cli.rules_reference docs/reference/rules.md"
    )


def test_the_rules_page_has_every_rule():
    from conquest_opt.cli import rules_reference
    from conquest_opt.engine.rules.listing import listed_rules
    from conquest_opt.engine.rules.ruleset import Ruleset

    lines = rules_reference.page().splitlines()
    for rule in listed_rules(Ruleset()):
        own = [line for line in lines if rule.about in line]
        assert any(f"| {rule.limits}" in line for line in own), rule.name
        name = f"`{rule.part}`" if rule.group in ("troops", "commands") else f"`{rule.name}`"
        assert any(f"{name} |" in line and str(rule.standard).lower() in line for line in lines)


def test_the_commands_page_has_every_command_and_its_options():
    from conquest_opt.cli import main, reference

    text = reference.page()
    for name in main.COMMANDS:
        assert f"\n## conquest-opt {name}\n" in text
    assert "\n## conquest-opt evolve counter\n" in text
    assert "\n## conquest-opt balance costs\n" in text
    match = text.partition("\n## conquest-opt match\n")[2].partition("\n## ")[0]
    for heading in ("What to play or search:", "How much to spend:", "Rules:", "Output:"):
        assert f"\n{heading}\n" in match
    assert max(len(line) for line in text.splitlines() if not line.startswith("|")) <= 100


def test_the_glossary_page_is_current():
    from conquest_opt.results.text import glossary

    assert (PAGES.parent / "glossary.md").read_text(encoding="utf-8") == glossary.page(), (
        "stale; run: python -m conquest_opt.results.text.glossary docs/glossary.md"
    )


def test_the_commands_page_has_default_limits_and_environment_of_options():
    from conquest_opt.cli import reference

    match = reference.page().partition("\n## conquest-opt match\n")[2].partition("\n## ")[0]
    assert "\n| `--db FILE` | conquest.duckdb |  | CONQUEST_DB |\n" in match
    assert "\n| `--threads INTEGER` |  | 1 to 1,024 |  |\n" in match
    assert "\n| `--games INTEGER` | 100 | 1 to 268,435,456 |  |\n" in match

"""The mixture that ships as data: legal setups, weights that are shares, and where it is from."""

import subprocess
import sys

import pytest
from conquest_opt.engine import Ruleset
from conquest_opt.setups import Setup
from conquest_opt.setups.armies import army
from conquest_opt.setups.catalogue import catalogue_setup
from conquest_opt.setups.metagame import metagame, metagame_document


def test_the_mixture_is_of_setups_that_can_be_played():
    mixture, rules = metagame(), Ruleset()
    assert mixture
    assert sum(weight for _, weight in mixture) == pytest.approx(1, abs=0.001)
    assert [weight for _, weight in mixture] == sorted((w for _, w in mixture), reverse=True)
    for text, weight in mixture:
        assert weight > 0
        assert army(text, rules).troops
        named = catalogue_setup(text)
        setup = named.setup if named else Setup.from_text(text)
        assert not setup.faults(rules)


def test_the_file_says_where_the_mixture_is_from():
    document = metagame_document()
    assert {"command", "seed", "version", "judge", "games", "mixture", "gain"} <= set(document)
    assert document["command"].startswith("conquest-opt evolve meta")
    assert f"--seed {document['seed']}" in document["command"]
    for one in document["mixture"]:
        assert one["ci95"][0] <= one["weight"] <= one["ci95"][1]
        if named := one["name"]:
            assert str(catalogue_setup(named).setup) == one["setup"]  # pyright: ignore
    for gain in document["gain"].values():
        assert gain["ci95"][0] <= gain["gain"] <= gain["ci95"][1]


def test_reading_it_brings_no_kernel():
    code = "import sys; from conquest_opt.setups.metagame import metagame; metagame(); "
    code += "assert not {'numba', 'ortools', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)

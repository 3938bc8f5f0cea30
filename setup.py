"""Finds the packages: `engine/` is `conquest_opt.engine`, and `roof/` is `conquest_opt` itself."""

from setuptools import find_packages, setup

folders = {"conquest_opt": "roof"}
for name in find_packages(exclude=["benchmarks*", "examples*", "roof*", "tests*"]):
    folders[f"conquest_opt.{name}"] = name.replace(".", "/")

setup(packages=list(folders), package_dir=folders)

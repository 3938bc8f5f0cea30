"""`python -m conquest_opt.cli` is `conquest-opt`."""

from .main import main

main()

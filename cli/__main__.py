"""`python -m conquest_opt.cli` is `conquest-opt`."""

from .start import main

main()

"""Billions of rounds at the speed of the machine, to be held against the exact mathematics.

A *dealer* deals whole blocks of rounds (`fast_cards.py`, `platform_cards.py`); a family's kernel counts how often each
kind of deal came (`red_dog.py`); and the family's own state machine says what each kind comes to. So a kernel knows
no rules, and all counting is in whole numbers.

Needs numpy, numba, scipy and tqdm (`requirements-laboratory.txt`). Only commands for laboratories import this package:
live play never does. Source: docs/simulation.md.
"""

"""Simulates billions of rounds at machine speed, to compare the results with the exact mathematics.

A *dealer* deals whole blocks of rounds (`fast_cards.py`, `platform_cards.py`). A family's kernel counts how often each
kind of deal came (`red_dog.py`). The family's own state machine then settles one deal of each kind. So a kernel
contains no rules, and all counts are whole numbers.

Needs numpy, numba, scipy and tqdm (`requirements-laboratory.txt`). Only commands for laboratories import this package,
live play never. Source: docs/simulation.md.
"""

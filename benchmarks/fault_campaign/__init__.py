"""The parts of `benchmarks/faults.py`: what runs, who plays, what goes wrong, and what must hold afterwards."""

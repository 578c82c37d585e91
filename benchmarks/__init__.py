"""Measures the platform's speed, and compares it with yardsticks. `docs/performance.md` has the figures."""

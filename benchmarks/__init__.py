"""What the platform's speed is compared with, and how. `docs/performance.md` has the figures."""

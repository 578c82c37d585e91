"""The software version that reports state."""

from typing import Final

SOFTWARE: Final = "0.1.0"
"""As in pyproject.toml; a test compares."""

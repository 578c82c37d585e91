"""The packages that the laboratory's commands need, and that a production image lacks."""

from importlib.util import find_spec

from django.core.management.base import CommandError


def require_packages(*names: str) -> None:
    """Say what to install, instead of failing on an import.

    Raises:
        CommandError: with exit status 2, one of the packages is missing.
    """
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise CommandError(
            f"{', '.join(missing)} is not installed. Install requirements-laboratory.txt beside requirements.txt.",
            returncode=2,
        )

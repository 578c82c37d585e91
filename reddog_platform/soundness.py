"""The whole state, held against itself. The same after every database test and in `manage.py fsck`."""

from collections.abc import Iterator

from django.db import transaction

from audit import soundness as audit
from games import soundness as games
from wallet import soundness as wallet


def faults() -> Iterator[str]:
    """Yield a sentence for each fault of log, ledger and rounds, all seen at one instant. Reads everything."""
    with transaction.atomic():
        for app in (audit, wallet, games):
            yield from app.faults()

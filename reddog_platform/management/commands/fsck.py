"""manage.py fsck: check the whole stored state against itself."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from reddog_platform.soundness import faults


class Command(BaseCommand):
    """Recompute every hash, balance and round from what is stored."""

    help = "Check log, ledger and rounds against each other; exit 1 on any fault."

    def handle(self, **_: Any) -> None:
        """Print the faults."""
        fault_list = list(faults())
        for fault in fault_list:
            self.stderr.write(fault)
        if fault_list:
            sys.exit(1)
        self.stdout.write("Sound: the log verifies, the ledger balances, every round replays.")

"""Taking up what a crash or a silent provider left in motion.

Source: docs/adr/0020-payments.md; regulation F17.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from cashier.core.payment import RESUMABLE
from cashier.operations.poll_provider import poll_provider
from cashier.provider import Provider
from cashier.queries.unfinished_payments import resumable_payments
from kernel.instants import to_epoch_ms
from responsible_gaming.core.jurisdiction import Jurisdiction

REQUEST_MAX_DURATION_MS: Final = 60 * 1000
"""How long the request itself may be at it, before somebody else asks the provider too. Asking twice does no harm."""


def resume_payments(providers: Mapping[str, Provider], *, jurisdiction: Jurisdiction, now: datetime) -> int:
    """Ask the providers again about every payment in motion, and return how many came to rest.

    Raises:
        ExceptionGroup: of the payments that cannot be brought on, after all others were.
    """
    rested, defects = 0, []
    for payment in resumable_payments(since_before_ms=to_epoch_ms(now) - REQUEST_MAX_DURATION_MS):
        try:
            after = poll_provider(payment, providers[payment.provider], jurisdiction=jurisdiction, now=now)
            rested += after.status not in RESUMABLE
        except Exception as defect:  # noqa: BLE001  one broken payment must not keep everybody else's waiting
            defect.add_note(f"Payment {payment.id.hex} was not brought on.")
            defects.append(defect)
    if defects:
        raise ExceptionGroup("payments that cannot be brought on", defects)
    return rested

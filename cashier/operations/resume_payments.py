"""Poll the providers about payments that a crash or an unreachable provider interrupted.

Source: docs/adr/0020-payments.md; regulation F17.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from cashier.core.payment import RESUMABLE
from cashier.operations.poll_provider import poll_provider
from cashier.provider import Provider
from cashier.queries.unfinished_payments import resumable_payments
from kernel.instants import to_epoch_ms
from responsible_gaming.core.jurisdiction import Jurisdiction

REQUEST_MAX_DURATION_MS: Final = 60 * 1000
"""How long a request may poll the provider alone. After that the task polls too; polling twice does no harm."""


def resume_payments(
    providers: Mapping[str, Provider], *, jurisdiction: Jurisdiction, clock: Callable[[], datetime]
) -> int:
    """Poll the providers about every resumable payment, and return how many payments no longer are.

    Each is dated by the `clock` as it is polled: a provider may take its time.

    Raises:
        ExceptionGroup: the errors of single payments, after all others were polled.
    """
    resumed, defects = 0, []
    for payment in resumable_payments(unchanged_since_ms=to_epoch_ms(clock()) - REQUEST_MAX_DURATION_MS):
        try:
            after = poll_provider(payment, providers[payment.provider], jurisdiction=jurisdiction, now=clock())
            resumed += after.status not in RESUMABLE
        except Exception as defect:  # noqa: BLE001  one broken payment must not delay the others
            defect.add_note(f"Payment {payment.id.hex} was not resumed.")
            defects.append(defect)
    if defects:
        raise ExceptionGroup("payments that cannot be resumed", defects)
    return resumed

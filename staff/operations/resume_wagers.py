"""Take new wagers again after the software differed from the approved release. Two people decide it.

Source: docs/approvals.md; docs/adr/0044-self-verification.md; regulation F41, F45.
"""

from datetime import datetime

from audit.release_watch import Verification, resume
from staff.core.approval import Approval


def resume_wagers(*, by: Approval, now: datetime) -> None:
    """Verify this web server's software, and end the stop of new wagers if nothing differs.

    Raises:
        ReleaseNotVerified, ReleaseDiffers, WagersNotStopped: nothing was changed.
    """
    # A web worker plays meanwhile; the daily verification compiles, and so does `manage.py check_release`.
    resume(Verification(process="web", actor=by.actor, reason=by.reason, compiles_all=False), now=now)

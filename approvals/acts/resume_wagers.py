"""Take new wagers again after the software differed from the approved release."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from audit.operations.record_release import stop_for_update
from audit.release_watch import require_release_verified
from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import StrictSerializer
from staff.core.approval import Approval
from staff.operations.resume_wagers import resume_wagers


class _Arguments(StrictSerializer):
    """None: one stop is in force at a time."""

    class Meta:
        """The schema's name for it."""

        ref_name = "ResumeWagersArguments"


def _subject(arguments: Arguments) -> None:  # noqa: ARG001  an act's signature
    return None


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    require_release_verified()
    stop = stop_for_update()
    return {"stopped_at": rfc3339(to_epoch_ms(stop.at)), **stop.after}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    resume_wagers(by=by, now=now)
    return Applied()


RESUME_WAGERS = StaffAct(
    name="resume-wagers",
    does="Take new wagers again after a difference in the software. The approval verifies once more.",
    arguments=_Arguments,
    subject=_subject,
    view=_view,
    apply=_apply,
)

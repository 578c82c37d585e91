"""Lift an exclusion that an operator set."""

from datetime import datetime

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import PlayerArguments, player_of
from audit.queries.chains import head_for_update
from kernel.instants import rfc3339, to_epoch_ms
from responsible_gaming.core import exclusion as core
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.exclude_by_operator import lift_by_operator
from responsible_gaming.queries.exclusions import exclusions
from staff.core.approval import Approval


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    chain = player_of(arguments)
    head_for_update(chain)
    stored = exclusions(chain)
    # Refuses where none is in force.
    core.lift_by_operator(stored, now_ms=to_epoch_ms(now))
    exclusion = stored[ExclusionKind.OPERATOR_EXCLUSION]
    end = {} if exclusion.until_ms is None else {"ends_at": rfc3339(exclusion.until_ms)}
    return {"kind": exclusion.kind.value, "started_at": rfc3339(exclusion.since_ms), **end}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    after = lift_by_operator(player_of(arguments), by=by, now=now)[ExclusionKind.OPERATOR_EXCLUSION]
    assert after.lifted_ms is not None, "a lifted exclusion has its end"
    return Applied(outcome={"kind": after.kind.value, "lifted_at": rfc3339(after.lifted_ms)})


LIFT_EXCLUSION = StaffAct(
    name="lift-exclusion",
    does="End an exclusion that an operator set. The player's own and the national one stay in force.",
    arguments=PlayerArguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)

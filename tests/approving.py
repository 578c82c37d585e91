"""What tests need of two people, where nobody may act alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from uuid_utils.compat import uuid7

from staff.core.approval import Approval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.api.caller import Caller

ANN_AND_BEN = "operator:ann+ben"
"""How events name the two of `approval`."""


def approval(reason: str = "a test", *, by: tuple[str, str] = ("ann", "ben")) -> Approval:
    """Return what an operation gets when one has proposed and the other approved."""
    return Approval(proposal=uuid7(), proposer=by[0], approver=by[1], reason=reason)


def apply_over_http(
    proposer: Caller, approver: Caller, act: str, arguments: Mapping[str, Any], *, reason: str = "a test"
) -> dict[str, Any]:
    """Propose and approve in a demonstration, where no second factor is needed; return the answer to the approval."""
    made = proposer.post("/ops/proposals", {"act": act, "arguments": arguments, "reason": reason})
    assert made.status_code == 201, made.content
    proposal = json.loads(made.content)
    # Some acts want the arguments of both.
    approval = {"digest": proposal["digest"], "arguments": arguments}
    applied = approver.post(f"/ops/proposals/{proposal['id']}/approval", approval)
    assert applied.status_code == 201, applied.content
    return with_whole(proposal, json.loads(applied.content))


def with_whole(proposal: Mapping[str, Any], applied: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to an approval with the whole secret, where the answers had half of it each."""
    if "secret" in proposal:
        applied["secret"]["whole"] = f"{proposal['secret']['first_half']}.{applied['secret']['second_half']}"
    return applied

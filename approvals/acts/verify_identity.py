"""Verify a player's identity."""

from datetime import datetime

from rest_framework import serializers

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId, player_of
from kernel.instants import rfc3339, to_epoch_ms
from players import vault
from players.core.verification import Method, Verification
from players.operations.verify import require_undecided, verify_identity
from players.queries.accounts import player_for_update
from rest.fields import StrictSerializer
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """Whose identity, and what was looked at."""

    player_id = HexId()
    method = serializers.ChoiceField([method.value for method in Method])

    class Meta:
        """The schema's name for it."""

        ref_name = "VerifyIdentityArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    player = player_for_update(player_of(arguments))
    require_undecided(player, Verification.VERIFIED)
    decided_at = player.verification_at
    return {
        "verification": player.verification,
        "account_status": player.status,
        # Whoever approves vouches for the same name, birth date and address as whoever proposed.
        "sealed_identity_sha256": vault.sealed_digest(player_of(arguments)),
        **({} if decided_at is None else {"decided_at": rfc3339(to_epoch_ms(decided_at))}),
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    verify_identity(player_of(arguments), method=Method(arguments["method"]), by=by, now=now)
    return Applied(outcome={"verification": Verification.VERIFIED.value})


VERIFY_IDENTITY = StaffAct(
    name="verify-identity",
    does="Verify a player's identity, the first time or again. One operator refuses one.",
    endpoint="PUT ops/players/<str:player_id>/verification",
    arguments=_Arguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)

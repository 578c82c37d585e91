"""Correct a player's names, or how to reach somebody: address, e-mail or telephone.

The values are kept nowhere but in the vault: a proposal is never deleted, and a person may be erased. It has their digest
under the player's own key, and whoever approves sends the values again, from the evidence and not from the proposal.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from rest_framework import serializers

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId, player_of
from players import vault
from players.api.profile import ContactInput
from players.core.identity import NAME_LENGTH
from players.queries.accounts import player
from responsible_gaming.operations.correct_identity import correct_identity, lock_for_correction
from rest.fields import StrictText
from staff.core.approval import Approval

_CORRECTABLE: Final = ("given_name", "family_name", "address", "email", "phone")


class _Arguments(ContactInput):
    """Whose identity, and the members to change."""

    player_id = HexId()
    given_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True, required=False)
    family_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True, required=False)

    class Meta:
        """The schema's name for it."""

        ref_name = "CorrectIdentityArguments"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Accept what changes something."""
        if not _changes(attrs):
            raise serializers.ValidationError({"given_name": [f"Send at least one of {', '.join(_CORRECTABLE)}."]})
        return attrs


def _changes(arguments: Arguments) -> Mapping[str, object]:
    return {name: arguments[name] for name in _CORRECTABLE if name in arguments}


def _kept(arguments: Arguments) -> Arguments:
    changes = _changes(arguments)
    return {
        "player_id": arguments["player_id"],
        "fields": list(changes),
        "values_hmac": vault.keyed_digest(player_of(arguments), changes),
    }


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    chain = player_of(arguments)
    lock_for_correction(chain, _changes(arguments))
    found = player(chain)
    return {
        "verification": found.verification,
        "account_status": found.status,
        "sealed_identity_sha256": vault.sealed_digest(chain),
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:
    changes = _changes(arguments)
    correct_identity(player_of(arguments), changes, by=by, jurisdiction=context.jurisdiction, now=now)
    return Applied(outcome={"fields": list(changes)})


CORRECT_IDENTITY = StaffAct(
    name="correct-identity",
    does="Correct a player's names, address, e-mail or telephone. Both send the values; the proposal keeps a keyed digest of them.",
    arguments=_Arguments,
    subject=player_of,
    view=_view,
    apply=_apply,
    kept=_kept,
)

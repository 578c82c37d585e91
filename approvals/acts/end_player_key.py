"""End a key of a player who cannot sign its end."""

from datetime import datetime

from rest_framework import serializers

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId, player_of
from approvals.acts.player_key_fields import keys_view
from audit.api.signatures import KEY_ID, PatternText
from audit.core.player_key_changes import END_WORDS
from audit.operations.end_player_key import end_player_key, require_endable
from audit.operations.player_key_authority import KeyOperators
from rest.fields import StrictSerializer
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """Which key of whom, and why."""

    player_id = HexId()
    kid = PatternText(KEY_ID, help_text="The id of the key.")
    why = serializers.ChoiceField(END_WORDS)

    class Meta:
        """The schema's name for it."""

        ref_name = "EndPlayerKeyArguments"


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    return {"keys": keys_view(require_endable(player_of(arguments), arguments["kid"]))}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    operators = KeyOperators(by=by.by, reason=by.reason)
    changed = end_player_key(player_of(arguments), arguments["kid"], arguments["why"], authority=operators, now=now)
    return Applied(outcome={"kid": changed.key.kid, "record_seq": changed.seq})


END_PLAYER_KEY = StaffAct(
    name="end-player-key",
    does="End a key of a player who cannot sign its end. It signs no more. Recovery keys are the player's to end.",
    arguments=_Arguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)

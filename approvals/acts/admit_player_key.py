"""Let a key in for a player who lost all of them."""

from datetime import datetime

from rest_framework import serializers

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId, player_of
from approvals.acts.player_key_fields import keys_view
from audit.api.signatures import PUBLIC_KEY, PatternText, PossessionInput, possession_of
from audit.core.player_keys import ALGORITHMS
from audit.core.player_signatures import KEY_USES
from audit.operations.add_player_key import NewPlayerKey, add_player_key, require_admissible
from audit.operations.player_key_authority import KeyOperators
from kernel.instants import rfc3339
from rest.fields import StrictSerializer
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """Whose, and what the new device wrote for it: as in POST /api/v1/me/keys."""

    player_id = HexId()
    alg = serializers.ChoiceField(ALGORITHMS)
    pub = PatternText(PUBLIC_KEY, help_text="32 bytes in hex, or 65 for `p256`: 04, x and y.")
    use = serializers.ChoiceField(KEY_USES)
    pop = PossessionInput()

    class Meta:
        """The schema's name for it."""

        ref_name = "AdmitPlayerKeyArguments"


def _key_in(arguments: Arguments) -> NewPlayerKey:
    return NewPlayerKey(
        algorithm=arguments["alg"],
        public=bytes.fromhex(arguments["pub"]),
        use=arguments["use"],
        possession=possession_of(arguments["pop"]),
    )


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    new = _key_in(arguments)
    held = require_admissible(player_of(arguments), new, now=now)
    return {"kid": new.kid, "keys": keys_view(held)}


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    operators = KeyOperators(by=by.by, reason=by.reason)
    changed = add_player_key(player_of(arguments), _key_in(arguments), authority=operators, now=now)
    return Applied(outcome={"kid": changed.key.kid, "lives_from": rfc3339(changed.key.lives_from_ms)})


ADMIT_PLAYER_KEY = StaffAct(
    name="admit-player-key",
    does="Let a new device's key in for a player who lost every key. It may sign 72 hours later.",
    arguments=_Arguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)

"""Loosen a limit that an operator set, or end it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from rest_framework import serializers

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId, player_of
from kernel.ids import ChainId
from responsible_gaming.api.limit_fields import LIMIT_NAMES, LimitValue, limit_named, value_document, value_of
from responsible_gaming.core.limits.definition import LimitDefinition
from responsible_gaming.operations.set_operator_limit import (
    loosen_operator_limit,
    operator_limit_for_update,
    require_looser,
)
from rest.fields import StrictBoolean, StrictSerializer
from staff.core.approval import Approval
from wallet.queries.balances import currency_of

_ONE_OF_BOTH: Final = "Send the looser value, or true for ended."


class _Arguments(StrictSerializer):
    """Which limit of whom, and its looser value or that it ends."""

    player_id = HexId()
    name = serializers.ChoiceField(LIMIT_NAMES)
    value = LimitValue(allow_null=False, required=False)
    ended = StrictBoolean(required=False)

    class Meta:
        """The schema's name for it."""

        ref_name = "LoosenOperatorLimitArguments"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Accept a value, or the end."""
        if ("value" in attrs) == attrs.get("ended", False):
            raise serializers.ValidationError({"ended": [_ONE_OF_BOTH]})
        return attrs


def _wanted(arguments: Arguments) -> tuple[ChainId, LimitDefinition, int | None]:
    chain, limit = player_of(arguments), limit_named(arguments["name"])
    return chain, limit, value_of(limit, arguments.get("value"), currency_of(chain))


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    chain, limit, value = _wanted(arguments)
    setting = operator_limit_for_update(chain, limit, value, jurisdiction=context.jurisdiction)
    require_looser(value, setting)
    return dict(_document(limit, setting.value, chain))


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:
    chain, limit, value = _wanted(arguments)
    loosen_operator_limit(chain, limit, value, by=by, jurisdiction=context.jurisdiction, now=now)
    return Applied(outcome=_document(limit, value, chain))


def _document(limit: LimitDefinition, value: int | None, chain: ChainId) -> Mapping[str, object]:
    written = value_document(limit, value, currency_of(chain))
    return {"name": limit.api_name} if written is None else {"name": limit.api_name, "value": written}


LOOSEN_OPERATOR_LIMIT = StaffAct(
    name="loosen-operator-limit",
    does="Loosen a limit that an operator set, or end it. What the player set stays in force.",
    endpoint="PUT ops/players/<str:player_id>/limits/<str:name>",
    arguments=_Arguments,
    subject=player_of,
    view=_view,
    apply=_apply,
)

"""Switches, for the staff: what is off, and switch something off. Two of the staff put it back on, by a proposal."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.events import SavedEvent, shown_event
from audit.clock import database_now
from audit.queries.switches import switch_history
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from rest.caller import actor_of
from rest.fields import RequiresReason, StrictText
from rest.paging import PAGE_PARAMETERS, id_cursor, id_cursor_of, limit_of
from rest.permissions import IsAuditor, IsOperator
from tables.operations.switch_off import SwitchOffOrder, switch_off
from tables.queries.switches_for_staff import switches_page

_HISTORY: Final = 50
_NAMES: Final = "`everything`, `game:<game>`, `version:<game>@<version>`, `table:<id>` or `player:<id>`."


class _Switch(serializers.Serializer[Any]):
    switch = serializers.CharField(help_text=_NAMES)
    off_from = serializers.DateTimeField()
    reason = serializers.CharField(help_text="Why, for the staff.")
    message = serializers.CharField(allow_null=True, help_text="What players are told beside the refusal, or null.")
    actor = serializers.CharField(help_text="`operator:<name>`, or `platform`.")

    class Meta:
        ref_name = "OffSwitch"


class SwitchesView(APIView):
    """What is switched off."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of the switches that are off."""

        items = _Switch(
            many=True, help_text="In the first page all switches but players', by name; then suspended players, by id."
        )
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page of players, or null.")
        history = SavedEvent(
            many=True,
            help_text=f"The newest {_HISTORY} events of switches, newest first. Those of players are in their events.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "OffSwitches"

    @extend_schema(operation_id="list_off_switches", parameters=[*PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return what is switched off, since when, by whom and why, and how switches were set lately."""
        query = request.query_params
        after = id_cursor_of(query)
        page = switches_page(after=None if after is None else ChainId(after), limit=limit_of(query), now=database_now())
        return Response(
            {
                "items": page.items,
                "next": None if page.next is None else id_cursor(page.next),
                "history": [shown_event(event) for event in switch_history(limit=_HISTORY)],
            }
        )


class SwitchView(APIView):
    """A switch."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """Why it is switched off, which is kept, and what players are told."""

        message = StrictText(
            max_length=200,
            required=False,
            default="",
            allow_blank=True,
            help_text="For players, in the refusal of their bets: public. A suspended player is not shown it.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "SwitchOff"

    class Output(serializers.Serializer[None]):
        """The switch that is off now."""

        switch = serializers.CharField(help_text=_NAMES)
        off_from = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "SwitchedOff"

    @extend_schema(operation_id="set_switch_off", request=Input, responses=Output)
    def put(self, request: Request, switch: str) -> Response:
        """Switch it off, in every process at once. What has begun is finished, and withdrawals stay open."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, now = body.validated_data, database_now()
        order = SwitchOffOrder(
            switch=switch, reason=fields["reason"], message=fields["message"], actor=actor_of(request)
        )
        switch_off(order, now=now)
        return Response({"switch": switch, "off_from": rfc3339(to_epoch_ms(now))})

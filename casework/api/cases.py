"""GET /api/v1/ops/cases and .../{case_id}; PUT .../{case_id}/assignment, POST .../{case_id}/closing."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casework.core.case_outcome import CaseOutcome
from casework.operations.close_case import assign_case, close_case
from casework.queries.cases import CaseNotFound, CaseView, case_of, cases
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms, rfc3339
from kernel.money import amount_document
from rest.caller import actor_of
from rest.fields import MoneyOutput, RequiresReason, StrictSerializer, StrictText
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator

STATUSES: Final = ("open", "closed")
OUTCOMES: Final = [outcome.value for outcome in CaseOutcome]
_FILTERS: Final = (
    OpenApiParameter("status", {"type": "string", "enum": list(STATUSES)}, description="Only cases with this status."),
    OpenApiParameter(
        "player_id", {"type": "string", "pattern": "^[0-9a-f]{32}$"}, description="Only cases of this player."
    ),
)


class _Filters(serializers.Serializer[Any]):
    status = serializers.ChoiceField(STATUSES, required=False)
    player_id = serializers.RegexField("^[0-9a-f]{32}$", required=False)


class _NamedAmount(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="`deposited`, `withdrawn`, `staked`, `adjusted`, or the rule's `threshold`.")
    amount = MoneyOutput()

    class Meta:
        ref_name = "NamedAmount"


class _Output(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="32 hex digits.")
    player_id = serializers.CharField()
    rule = serializers.CharField(help_text="The rule that found it, in kebab-case, and stable.")
    gaming_day = serializers.DateField(help_text="The gaming day that it is about.")
    status = serializers.ChoiceField(STATUSES)
    opened_at = serializers.DateTimeField()
    reason = serializers.CharField(help_text="Why the rule opened it.")
    amounts = _NamedAmount(many=True)
    assigned_to = serializers.CharField(allow_null=True, help_text="A user name of the staff; null: to nobody yet.")
    closed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.ChoiceField(OUTCOMES, allow_null=True)
    actor = serializers.CharField(allow_null=True, help_text="Who closed it.")
    closing_reason = serializers.CharField(allow_null=True)

    class Meta:
        ref_name = "Case"


class CasesView(APIView):
    """The cases that rules have opened."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of cases, newest first."""

        items = _Output(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Cases"

    @extend_schema(operation_id="list_cases", parameters=[*_FILTERS, *PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of cases. The filters given must all match."""
        query = request.query_params
        filters = _Filters(data=query.dict())
        filters.is_valid(raise_exception=True)
        status, player_id = map(filters.validated_data.get, ("status", "player_id"))
        limit = limit_of(query)
        page = cases(
            is_open=None if status is None else status == "open",
            chain=None if player_id is None else ChainId(UUID(hex=player_id)),
            before=id_cursor_of(query),
            limit=limit,
        )
        return Response({"items": list(map(_present, page)), "next": next_by_id(page, limit)})


class CaseDetailView(APIView):
    """A case."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="get_case", responses=_Output)
    def get(self, request: Request, case_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a case."""
        return Response(_present(case_of(_case_id(case_id))))


class CaseAssignmentView(APIView):
    """Who works on a case."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(StrictSerializer):
        """Whose case it is."""

        assigned_to = StrictText(min_length=1, max_length=30, help_text="A user name of the staff.")

        class Meta:
            """The schema's name for it."""

            ref_name = "NewCaseAssignment"

    @extend_schema(operation_id="set_case_assignment", request=Input, responses=_Output)
    def put(self, request: Request, case_id: str) -> Response:
        """Assign an open case to a member of the staff."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        assigned = assign_case(
            _case_id(case_id),
            assigned_to=body.validated_data["assigned_to"],
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        return Response(_present(assigned))


class CaseClosingView(APIView):
    """The end of a case."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """What became of it, and the reason, which is stored."""

        outcome = serializers.ChoiceField(OUTCOMES)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewCaseClosing"

    @extend_schema(operation_id="close_case", request=Input, responses={201: _Output})
    def post(self, request: Request, case_id: str) -> Response:
        """Close a case for good."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        closed = close_case(
            _case_id(case_id),
            CaseOutcome(body.validated_data["outcome"]),
            reason=body.validated_data["reason"],
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        return Response(_present(closed), status=201)


def _case_id(text: str) -> UUID:
    try:
        return UUID(hex=text)
    except ValueError as error:
        raise CaseNotFound("Nothing was changed. A case's id is 32 hex digits.") from error


def _present(case: CaseView) -> dict[str, object]:
    zone = ZoneInfo(settings.REDDOG_JURISDICTION.zone)
    return {
        "id": case.id.hex,
        "player_id": case.chain.hex,
        "rule": case.rule,
        "gaming_day": from_epoch_ms(case.day_started_ms).astimezone(zone).date().isoformat(),
        "status": "open" if case.closed_ms is None else "closed",
        "opened_at": rfc3339(case.opened_ms),
        "reason": case.reason,
        "amounts": [
            {"name": name, "amount": amount_document(amount_minor, case.currency)}
            for name, amount_minor in case.amounts_minor.items()
        ],
        "assigned_to": case.assigned_to,
        "closed_at": None if case.closed_ms is None else rfc3339(case.closed_ms),
        "outcome": case.outcome,
        "actor": case.closed_by,
        "closing_reason": case.closing_reason,
    }

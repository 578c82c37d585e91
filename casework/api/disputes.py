"""GET /api/v1/ops/disputes and .../{dispute_id}; GET .../{dispute_id}/evidence, POST .../{dispute_id}/answer."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casework.api.dispute_output import OUTCOMES, STATUSES, DisputeOutput, present_dispute
from casework.api.notes import WrittenText
from casework.core.dispute import DisputeOutcome
from casework.operations.settle_dispute import answer_dispute
from casework.queries.dispute_evidence import DisputeEvidence, HandEvidence, ProvenRecord, evidence_of
from casework.queries.disputes import (
    DisputeNotFound,
    DisputeView,
    answered_disputes,
    dispute_of,
    disputes_of_player,
    open_disputes,
)
from games.api.present import RoundOutput, present_round
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from rest.caller import actor_of
from rest.fields import Receipt
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator
from tables.api.stake_output import StakeOutput, present_stake
from wallet.api.wallet import StatementLineOutput, present_line

_FILTERS: Final = (
    OpenApiParameter(
        "status",
        {"type": "string", "enum": list(STATUSES), "default": "open"},
        description="`open`: those due first are first. `answered`: the newest are first.",
    ),
    OpenApiParameter(
        "player_id",
        {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        description="All disputes of this player, the newest first; then `status` is left out.",
    ),
)


class _Filters(serializers.Serializer[Any]):
    status = serializers.ChoiceField(STATUSES, required=False)
    player_id = serializers.RegexField("^[0-9a-f]{32}$", required=False)

    def validate(self, attrs: dict[str, str]) -> dict[str, str]:
        """Refuse both at once."""
        if len(attrs) > 1:
            raise serializers.ValidationError({"status": ["Of one player, all disputes are listed: leave it out."]})
        return attrs


class _Output(DisputeOutput):
    player_id = serializers.CharField()
    overdue = serializers.BooleanField(help_text="Whether it is open and its answer was due.")
    actor = serializers.CharField(allow_null=True, help_text="Who answered.")

    class Meta:
        ref_name = "DisputeForStaff"


class DisputesView(APIView):
    """The disputes of all players."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of disputes."""

        items = _Output(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Disputes"

    @extend_schema(operation_id="list_disputes", parameters=[*_FILTERS, *PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of disputes: open ones, overdue ones first; or answered ones; or those of one player."""
        query = request.query_params
        filters = _Filters(data={name: query[name] for name in ("status", "player_id") if name in query})
        filters.is_valid(raise_exception=True)
        status, player_id = filters.validated_data.get("status", "open"), filters.validated_data.get("player_id")
        limit, cursor, now_ms = limit_of(query), id_cursor_of(query), to_epoch_ms(datetime.now(UTC))
        if player_id is not None:
            page = disputes_of_player(ChainId(UUID(hex=player_id)), before=cursor, limit=limit)
        elif status == "open":
            page = open_disputes(after=cursor, limit=limit)
        else:
            page = answered_disputes(before=cursor, limit=limit)
        items = [_present(view, now_ms=now_ms) for view in page]
        return Response({"items": items, "next": next_by_id(page, limit)})


class DisputeDetailView(APIView):
    """A dispute."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="get_dispute", responses=_Output)
    def get(self, request: Request, dispute_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a dispute with its answer."""
        view = dispute_of(_dispute_id(dispute_id))
        return Response(_present(view, now_ms=to_epoch_ms(datetime.now(UTC))))


class DisputeAnswerView(APIView):
    """The answer to a dispute."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(WrittenText):
        """The answer, which the player reads."""

        outcome = serializers.ChoiceField(OUTCOMES)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewDisputeAnswer"

    @extend_schema(operation_id="create_dispute_answer", request=Input, responses={201: _Output})
    def post(self, request: Request, dispute_id: str) -> Response:
        """Answer a dispute, once. The answer moves no money."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        now = datetime.now(UTC)
        view = answer_dispute(
            _dispute_id(dispute_id),
            DisputeOutcome(body.validated_data["outcome"]),
            body.validated_data["text"],
            actor=actor_of(request),
            now=now,
        )
        return Response(_present(view, now_ms=to_epoch_ms(now)), status=201)


class _ProvenRecord(Receipt):
    log_index = serializers.IntegerField(allow_null=True, help_text="Its place in the log; null for about a second.")
    proof = serializers.CharField(
        allow_null=True, help_text="The path of its inclusion proof; null until a published checkpoint covers it."
    )

    class Meta:
        ref_name = "ProvenRecord"


class _DisputedHand(serializers.Serializer[Any]):
    table_id = serializers.CharField()
    epoch = serializers.IntegerField()
    stakes = StakeOutput(many=True, help_text="The player's own in this hand, in order, those given back included.")
    records = _ProvenRecord(
        many=True,
        help_text="Of the table: its definition, what announced the hand's seed, the last `hand` before it, and from there"
        " the hand's own, oldest first. All are public.",
    )

    class Meta:
        ref_name = "DisputedHand"


class DisputeEvidenceView(APIView):
    """The evidence about a disputed round or hand."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """Everything that is stored about the round or hand, as it stands now."""

        round = RoundOutput(
            allow_null=True,
            help_text="As its player sees it, with cards, acts, rules and, once settled, the seed; null for a hand.",
        )
        hand = _DisputedHand(allow_null=True, help_text="Null for a round.")
        records = _ProvenRecord(
            many=True,
            help_text="The player's: of the round or of each stake in the hand, and up to ten before and after them,"
            " oldest first.",
        )
        statement = StatementLineOutput(many=True, help_text="Newest first: the journals of these records.")
        replay = serializers.CharField(
            help_text="The command that replays it from an export of the log in the folder `DIR`."
        )
        trust = serializers.DictField(help_text="The keys that signed, as `GET /log/trust` has them.")

        class Meta:
            """The schema's name for it."""

            ref_name = "DisputeEvidence"

    @extend_schema(operation_id="get_dispute_evidence", responses=Output)
    def get(self, request: Request, dispute_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return the disputed round or hand with its signed records, their proofs, and the statement around it."""
        return Response(_present_evidence(evidence_of(dispute_of(_dispute_id(dispute_id)))))


def _dispute_id(text: str) -> UUID:
    try:
        return UUID(hex=text)
    except ValueError as error:
        raise DisputeNotFound("Nothing was changed. A dispute's id is 32 hex digits.") from error


def _present(view: DisputeView, *, now_ms: int) -> dict[str, object]:
    return {
        **present_dispute(view),
        "player_id": view.chain.hex,
        "overdue": view.answered_ms is None and view.due_ms <= now_ms,
        "actor": view.answered_by,
    }


def _present_evidence(evidence: DisputeEvidence) -> dict[str, object]:
    return {
        "round": None if evidence.round is None else present_round(evidence.round),
        "hand": None if evidence.hand is None else _present_hand(evidence.hand),
        "records": list(map(_present_record, evidence.records)),
        "statement": [present_line(line, evidence.currency) for line in evidence.statement],
        "replay": evidence.replay,
        "trust": evidence.trust,
    }


def _present_hand(hand: HandEvidence) -> dict[str, object]:
    return {
        "table_id": hand.epoch.chain.hex,
        "epoch": hand.epoch.number,
        "stakes": list(map(present_stake, hand.stakes)),
        "records": list(map(_present_record, hand.records)),
    }


def _present_record(record: ProvenRecord) -> dict[str, object]:
    return {
        "seq": record.seq,
        "leaf": record.leaf.hex(),
        "note": record.note,
        "log_index": record.log_index,
        "proof": f"/api/v1/log/proof/{record.leaf.hex()}.tlog-proof" if record.published else None,
    }

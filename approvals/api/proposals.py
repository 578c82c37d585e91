"""GET and POST /api/v1/ops/proposals; GET and DELETE …/{proposal_id}; POST …/approval and …/rejection."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from approvals.act import ActContext
from approvals.acts import ACTS
from approvals.api.presence import ProofInput, presence_of
from approvals.core.proposal import Proposal, ProposalState, require_role
from approvals.operations.decide import ProposalDecision, Seen, approve, reject, withdraw
from approvals.operations.propose import NewProposal, propose
from approvals.queries.proposals import ProposalNotFound, get_proposal, list_proposals
from credentials.split_secret import draw_half
from kernel.ids import chain_id
from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import RequiresReason, StrictSerializer, StrictText
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsStaff
from staff.queries.members import roles_of

ACT_NAMES: Final = list(ACTS)
_STATES: Final = [state.value for state in ProposalState]
_FILTERS: Final = (
    OpenApiParameter("status", {"type": "string", "enum": _STATES}, description="Only proposals with this status."),
    OpenApiParameter("act", {"type": "string", "enum": ACT_NAMES}, description="Only proposals of this act."),
)


class _Filters(serializers.Serializer[Any]):
    status = serializers.ChoiceField(_STATES, required=False)
    act = serializers.ChoiceField(ACT_NAMES, required=False)


class _Output(serializers.Serializer[Any]):
    id = serializers.CharField()
    act = serializers.ChoiceField(ACT_NAMES)
    arguments = serializers.DictField(help_text="docs/approvals.md lists them for each act.")
    before = serializers.DictField(help_text="What the proposer saw of what the act is about.")
    digest = serializers.CharField(help_text="SHA-256 of act, arguments and before: what is approved.")
    reason = serializers.CharField()
    proposer = serializers.CharField()
    proposed_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    status = serializers.ChoiceField(_STATES)
    decided_by = serializers.CharField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    decision_reason = serializers.CharField(help_text="Why it was rejected; empty otherwise.")
    outcome = serializers.DictField(allow_null=True, help_text="What the act came to; null unless it was applied.")

    class Meta:
        ref_name = "Proposal"


class _MadeOutput(_Output):
    secret = serializers.DictField(
        required=False,
        help_text="Shown to the proposer once, where there is one: half of a token or one-time password.",
    )

    class Meta:
        ref_name = "MadeProposal"


class _StaffView(APIView):
    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsStaff,)
    by_act = True
    """The roles that an act names decide who of the staff proposes, approves and sees it."""


class ProposalsView(_StaffView):
    """Proposals of acts that nobody does alone."""

    class Input(RequiresReason):
        """The act, its arguments, why, and a fresh second factor."""

        act = serializers.ChoiceField(ACT_NAMES)
        arguments = serializers.DictField(help_text="docs/approvals.md lists them for each act.")
        proof = ProofInput(required=False, help_text="Only in a demonstration may it be left out, without a factor.")

        class Meta:
            """The schema's name for it."""

            ref_name = "NewProposal"

    class Output(serializers.Serializer[Any]):
        """A page of proposals, the newest first."""

        items = _Output(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Proposals"

    @extend_schema(operation_id="list_proposals", parameters=[*_FILTERS, *PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of the proposals that the caller's role sees. The filters given must all match."""
        query = request.query_params
        filters = _Filters(data=query.dict())
        filters.is_valid(raise_exception=True)
        state, act = map(filters.validated_data.get, ("status", "act"))
        roles, limit, now = roles_of(request.user.get_username()), limit_of(query), datetime.now(UTC)
        page = list_proposals(
            acts=[name for name, known in ACTS.items() if roles & known.readers and act in {None, name}],
            state=None if state is None else ProposalState(state),
            before=id_cursor_of(query),
            limit=limit,
            now=now,
        )
        return Response({"items": [_document(item, now) for item in page], "next": next_by_id(page, limit)})

    @extend_schema(operation_id="create_proposal", request=Input, responses={201: _MadeOutput})
    def post(self, request: Request) -> Response:
        """Propose an act. Nothing is done until somebody else approves it, within 24 hours."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, now = body.validated_data, datetime.now(UTC)
        act = ACTS[fields["act"]]
        arguments = act.arguments(data=fields["arguments"])
        arguments.is_valid(raise_exception=True)
        first_half = draw_half() if act.splits_secret else ""
        proposal = propose(
            NewProposal(
                act=act,
                arguments=arguments.validated_data,
                reason=fields["reason"],
                proposer=request.user.get_username(),
                first_half=first_half,
            ),
            proof=presence_of(request, fields),
            factor_required=_factor_required(),
            context=_context(),
            now=now,
        )
        secret = {"secret": {"first_half": first_half}} if first_half else {}
        return Response({**_document(proposal, now), **secret}, status=201)


class ProposalView(_StaffView):
    """One proposal."""

    @extend_schema(operation_id="get_proposal", responses=_Output)
    def get(self, request: Request, proposal_id: str) -> Response:
        """Return a proposal."""
        proposal = get_proposal(_id_of(proposal_id))
        readers = ACTS[proposal.act].readers if proposal.act in ACTS else ()
        require_role(roles_of(request.user.get_username()), readers)
        return Response(_document(proposal, datetime.now(UTC)))

    @extend_schema(operation_id="delete_proposal", request=None, responses={204: None})
    def delete(self, request: Request, proposal_id: str) -> Response:
        """Withdraw a proposal of one's own."""
        withdraw(_decision(request, proposal_id), now=datetime.now(UTC))
        return Response(status=204)


class ApprovalView(_StaffView):
    """The approval of somebody else's proposal."""

    class Input(StrictSerializer):
        """The digest of what was looked at, and a fresh second factor; for some acts the arguments again."""

        digest = StrictText(min_length=64, max_length=64)
        arguments = serializers.DictField(
            required=False, help_text="What is to be done; needed where the proposal keeps a digest of it."
        )
        proof = ProofInput(required=False, help_text="Only in a demonstration may it be left out, without a factor.")

        class Meta:
            """The schema's name for it."""

            ref_name = "ProposalApproval"

    class Output(serializers.Serializer[Any]):
        """The proposal, which is applied."""

        proposal = _Output()
        secret = serializers.DictField(
            help_text="What is shown to the approver once: half of a token or of a one-time password; mostly empty."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "AppliedProposal"

    @extend_schema(operation_id="create_proposal_approval", request=Input, responses={201: Output})
    def post(self, request: Request, proposal_id: str) -> Response:
        """Apply somebody else's proposal, if all is still as the digest says."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, now = body.validated_data, datetime.now(UTC)
        approved = approve(
            _decision(request, proposal_id),
            Seen(digest=fields["digest"], arguments=fields.get("arguments")),
            proof=presence_of(request, fields),
            factor_required=_factor_required(),
            context=_context(),
            now=now,
        )
        return Response({"proposal": _document(approved.proposal, now), "secret": dict(approved.secret)}, status=201)


class RejectionView(_StaffView):
    """The rejection of somebody else's proposal."""

    class Input(RequiresReason):
        """The reason, which is stored."""

        class Meta:
            """The schema's name for it."""

            ref_name = "ProposalRejection"

    @extend_schema(operation_id="create_proposal_rejection", request=Input, responses={201: _Output})
    def post(self, request: Request, proposal_id: str) -> Response:
        """End somebody else's proposal: it cannot be approved any more."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        now = datetime.now(UTC)
        proposal = reject(_decision(request, proposal_id), reason=body.validated_data["reason"], now=now)
        return Response(_document(proposal, now), status=201)


def _decision(request: Request, proposal_id: str) -> ProposalDecision:
    return ProposalDecision(proposal_id=_id_of(proposal_id), username=request.user.get_username())


def _id_of(proposal_id: str) -> UUID:
    parsed = chain_id(proposal_id)
    if parsed is None:
        raise ProposalNotFound("Nothing was changed. A proposal's id is 32 hex digits.")
    return parsed


def _factor_required() -> bool:
    return bool(settings.REDDOG_MODE.value != "demo")


def _context() -> ActContext:
    return ActContext(jurisdiction=settings.REDDOG_JURISDICTION, play_money=settings.REDDOG_MODE.value == "demo")


def _document(proposal: Proposal, now: datetime) -> dict[str, object]:
    decided_at = proposal.decided_at
    return {
        "id": proposal.id.hex,
        "act": proposal.act,
        "arguments": dict(proposal.arguments),
        "before": dict(proposal.before),
        "digest": proposal.digest,
        "reason": proposal.reason,
        "proposer": proposal.proposer,
        "proposed_at": rfc3339(to_epoch_ms(proposal.proposed_at)),
        "expires_at": rfc3339(to_epoch_ms(proposal.expires_at)),
        "status": proposal.state_at(now).value,
        "decided_by": proposal.decided_by,
        "decided_at": None if decided_at is None else rfc3339(to_epoch_ms(decided_at)),
        "decision_reason": proposal.decision_reason,
        "outcome": None if proposal.outcome is None else dict(proposal.outcome),
    }

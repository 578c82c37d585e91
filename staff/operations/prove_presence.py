"""Ask the owner of a session for a second factor once more, before something that no session alone may do.

A stolen token, or a screen that was left open, therefore proposes and approves nothing. A wrong factor counts as in a
login, and locks as one does. A challenge is answered once, by its own member, within five minutes.

Source: docs/approvals.md; docs/adr/0054-nobody-alone.md; regulation F22, F45.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from credentials.passkeys import request_options
from kernel.refusals import Refusal, RefusalKind
from staff.ceremony_tokens import ceremony_id_of, challenge_expired
from staff.core.factors import FactorMethod, FactorProof
from staff.models import Ceremony, CeremonyKind
from staff.operations.begin_ceremony import begin_ceremony
from staff.operations.check_credentials import StaffPlace, check_member_factor
from staff.queries.factors import factor_methods, passkeys
from staff.queries.members import member_for_update


class NoSecondFactor(Refusal):
    """The account has no second factor."""

    code, kind = "no-second-factor", RefusalKind.CONFLICT


class PresenceNotProved(Refusal):
    """This needs a fresh second factor."""

    code, kind = "presence-not-proved", RefusalKind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceChallenge:
    """What the owner of a session is asked."""

    token: str = field(repr=False)
    expires_at: datetime
    methods: tuple[str, ...]
    """Sorted by name."""
    passkey: Mapping[str, Any] | None
    """The options for the browser, where a passkey is among the methods."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceProof:
    """The answer to a challenge, from a place."""

    challenge: str = field(repr=False)
    factor: FactorProof
    place: StaffPlace


def ask_presence(username: str, *, now: datetime) -> PresenceChallenge:
    """Return a new challenge for a member who is logged in. It replaces an earlier one.

    Raises:
        NoSecondFactor: only in a demonstration, where a member works without one.
    """
    with transaction.atomic():
        member = member_for_update(username)
        assert member is not None, "who is logged in has an account"
        methods = factor_methods(member)
        if not methods:
            raise NoSecondFactor("Nothing was changed. In a demonstration, send no proof while there is no factor.")
        token, ceremony = begin_ceremony(member, CeremonyKind.PRESENCE, now=now)
        return PresenceChallenge(
            token=token,
            expires_at=ceremony.expires_at,
            methods=tuple(method.value for method in methods),
            passkey=request_options(passkeys(member), challenge=bytes(ceremony.challenge))
            if FactorMethod.PASSKEY in methods
            else None,
        )


def require_presence(username: str, proof: PresenceProof | None, *, factor_required: bool, now: datetime) -> None:
    """Accept a member who answers a challenge of the member's own, and use it up.

    Call it outside any transaction, so that the count of failures stays. Without `factor_required`, as in a
    demonstration, a member who has no second factor needs no proof.

    Raises:
        PresenceNotProved: without a proof, nothing was counted; with a wrong one, it was.
        ChallengeExpired: nothing was counted.
    """
    if proof is None:
        _require_none_enrolled(username, factor_required=factor_required)
        return
    with transaction.atomic(durable=True):
        own = Ceremony.objects.filter(id=ceremony_id_of(proof.challenge), member__user__username=username)
        if not own.exists():
            raise challenge_expired()
        member = check_member_factor(proof.challenge, CeremonyKind.PRESENCE, proof.factor, place=proof.place, now=now)
    if member is None:
        raise PresenceNotProved(
            "Nothing was changed. The second factor is wrong, and counts as a failed login, which locks as one does."
            " Ask for another challenge, and use a code that was not used before."
        )


def _require_none_enrolled(username: str, *, factor_required: bool) -> None:
    with transaction.atomic():
        member = member_for_update(username)
        enrolled = member is not None and bool(factor_methods(member))
    if factor_required or enrolled:
        raise PresenceNotProved(
            "Nothing was changed. Ask for a challenge, POST /api/v1/ops/factor-challenges, and send its answer as `proof`."
        )

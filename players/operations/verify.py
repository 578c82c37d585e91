"""Verify a player's identity: ask a provider, or decide as operators. One refuses, two verify.

Source: docs/rules/accounts.md, clauses AC-6 and AC-7; docs/approvals.md; regulation F21, F45; NJ 1.3(b).
"""

from datetime import datetime

from django.db import transaction

from audit.operations.append import bump_version
from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players import vault
from players.core.identity import identity_of
from players.core.status import Status
from players.core.verification import Method, Outcome, Verification, may_begin
from players.models import Player
from players.operations.set_status import change_status
from players.queries.accounts import player_for_update
from players.verifiers import Verifier
from staff.core.approval import Approval


class VerificationUnchanged(Refusal):
    """This was decided already."""

    code, kind = "verification-unchanged", RefusalKind.CONFLICT


def begin_verification(chain: ChainId, *, verifier: Verifier, now: datetime) -> None:
    """Ask a provider to verify a player, unless a verification is pending or has succeeded.

    The provider is asked before the transaction. A crash in between loses its answer; the player asks again.
    """
    seen = Player.objects.get(chain=chain)
    if not may_begin(Verification(seen.verification)):
        return
    outcome = verifier.begin(chain, identity_of(vault.read(chain)))
    with transaction.atomic():
        player = player_for_update(chain)
        # If an operator decided while the provider was asked, that decision stands.
        if (player.verification, player.verification_at) == (seen.verification, seen.verification_at):
            change_verification(player, outcome, reason="", actor="player", now=now)


def refuse_identity(chain: ChainId, *, method: Method, reason: str, actor: str, now: datetime) -> None:
    """Let an operator refuse an identity, whatever was decided before.

    Raises:
        PlayerNotFound, VerificationUnchanged: nothing was changed.
    """
    with transaction.atomic():
        player = player_for_update(chain)
        require_undecided(player, Verification.REFUSED)
        outcome = _outcome(player, Verification.REFUSED, method)
        change_verification(player, outcome, reason=reason, actor=actor, now=now)


def verify_identity(chain: ChainId, *, method: Method, by: Approval, now: datetime) -> None:
    """Verify an identity, as two people decided, whatever was decided before. A dormant account becomes active.

    Raises:
        PlayerNotFound, VerificationUnchanged: nothing was changed.
    """
    with transaction.atomic():
        player = player_for_update(chain)
        require_undecided(player, Verification.VERIFIED)
        outcome = _outcome(player, Verification.VERIFIED, method)
        change_verification(player, outcome, reason=by.reason, actor=by.actor, now=now)


def require_undecided(player: Player, decision: Verification) -> None:
    """Accept a player about whom something else was decided, or nothing.

    Raises:
        VerificationUnchanged: with the decision.
    """
    if player.verification == decision:
        raise VerificationUnchanged("Nothing was changed.", verification=decision.value)


def change_verification(player: Player, outcome: Outcome, *, reason: str, actor: str, now: datetime) -> None:
    """Store an outcome and its event for a player whose row is locked. It may wake a dormant account."""
    chain = ChainId(player.chain)
    save_event(
        NewEvent(
            kind="player-verification",
            subject=chain,
            actor=actor,
            reason=reason,
            before={"verification": player.verification, "method": player.verification_method},
            after={"verification": outcome.verification.value, "method": outcome.method},
        ),
        now=now,
    )
    player.verification = outcome.verification
    player.verification_method = outcome.method
    player.verification_reference = outcome.reference
    player.verification_at = now
    player.save(update_fields=["verification", "verification_method", "verification_reference", "verification_at"])
    bump_version(chain)
    if outcome.verification is Verification.VERIFIED and player.status == Status.DORMANT:
        change_status(player, Status.ACTIVE, reason="identity was verified anew", actor="platform", now=now)


def _outcome(player: Player, decision: Verification, method: Method) -> Outcome:
    return Outcome(verification=decision, method=method.value, reference=player.verification_reference)

"""Whether a player, as things stand, may be dealt a round at all; stakes and limits are looked at afterwards.

Source: docs/life-of-a-round.md; regulation F08, F16, F21, F40.
"""

from datetime import datetime
from typing import Final

from audit import entropy
from audit.operations.open_epoch import RoundStillOpen
from audit.queries import EpochRow
from games.core.sheet import RuleSheet
from games.engine import engine_sha256
from games.operations.standing import Standing
from games.queries import GameNotFound, sheet_by_leaf
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players.core.eligibility import require_eligible
from players.core.session_state import require_unlocked
from responsible_gaming.core.jurisdiction import Jurisdiction
from wallet.core.ledger import CurrencyMismatch

EPOCH_LENGTH_MS: Final = 24 * 60 * 60 * 1000
"""An epoch is dealt from for 24 hours at most: fresh entropy at least once a day (regulation F08)."""


class EpochNotOpen(Refusal):
    """No seed epoch is open."""

    code, kind = "epoch-not-open", RefusalKind.CONFLICT


class EpochExhausted(Refusal):
    """The seed epoch is used up."""

    code, kind = "epoch-exhausted", RefusalKind.CONFLICT


class RulesNotPublished(Refusal):
    """This server's rules are not those in the log."""

    code, kind = "rules-not-published", RefusalKind.UNAVAILABLE


def require_playable(
    known: Standing, *, currency: str, jurisdiction: Jurisdiction, now: datetime
) -> tuple[RuleSheet, EpochRow]:
    """Return the sheet and the epoch by which a bet in `currency` is dealt at an instant.

    Raises:
        SessionLocked, GameNotFound, RulesNotPublished, PlayerSuspended, AccountClosed, AccountDormant, NotVerified, OutdatedConsent,
        RoundStillOpen, EpochNotOpen, EpochExhausted, CurrencyMismatch, EntropyFailed: nothing was taken.
    """
    entropy.require_healthy()
    require_unlocked(known.player.active_at, now=now, rules=jurisdiction.sessions)
    if known.rules is None:
        raise GameNotFound("Nothing was taken. The games on offer are listed at /api/v1/games.")
    if known.rules.engine_sha256 != engine_sha256():
        raise RulesNotPublished("Nothing was taken. This server waits for its rules to be published.")
    player = known.player
    require_eligible(
        status=player.status, verification=player.verification, consents=player.consents, rules=jurisdiction.accounts
    )
    if known.head.in_round:
        open_round = RoundId(player.chain, known.head.epoch, known.head.nonce)
        raise RoundStillOpen("Nothing was taken. Finish the open round first.", round_id=str(open_round))
    epoch = _require_epoch(known, to_epoch_ms(now))
    sheet = sheet_by_leaf(bytes(known.rules.leaf))
    if currency != known.money.currency or currency != sheet.currency:
        raise CurrencyMismatch(
            f"Nothing was taken. The bet is in {currency}, the account in {known.money.currency}, the game in"
            f" {sheet.currency}.",
            currency=known.money.currency,
        )
    return sheet, epoch


def _require_epoch(known: Standing, now_ms: int) -> EpochRow:
    if known.epoch is None:
        raise EpochNotOpen("Nothing was taken. Open an epoch with a client seed of yours first.")
    used_up = known.head.nonce >= known.epoch.rounds or now_ms >= known.epoch.opened_ms + EPOCH_LENGTH_MS
    if used_up or known.epoch.closed_ms is not None:
        raise EpochExhausted(
            "Nothing was taken. Open the next epoch with a fresh client seed.",
            epoch=known.epoch.epoch,
            rounds=known.epoch.rounds,
        )
    return known.epoch

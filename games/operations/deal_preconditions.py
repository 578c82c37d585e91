"""Whether a player may be dealt a round at all. Stakes, limits and money are checked afterwards.

Source: docs/life-of-a-round.md; regulation F08, F16, F21, F40.
"""

from datetime import datetime
from typing import Final

from audit import entropy, merge_gate, release_gate
from audit.operations.open_epoch import RoundStillOpen, StakeStillOpen
from audit.queries.epochs import EpochRow
from audit.queries.switches import require_on, sheet_switches
from games.core.sheet import RuleSheet
from games.engine import engine_sha256
from games.operations.player_snapshot import PlayerSnapshot
from games.operations.seat import Seat
from games.queries.sheets import GameNotFound, sheet_by_leaf, sheet_in_currency
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


class PlayedAtTables(Refusal):
    """The game is played at tables."""

    code, kind = "played-at-tables", RefusalKind.CONFLICT


class RulesNotPublished(Refusal):
    """This server's rules are not those in the log."""

    code, kind = "rules-not-published", RefusalKind.UNAVAILABLE


def require_playable(
    snapshot: PlayerSnapshot, *, currency: str, jurisdiction: Jurisdiction, now: datetime
) -> tuple[RuleSheet, bytes, EpochRow]:
    """Return the sheet in `currency`, its leaf and the epoch by which a bet is dealt at an instant.

    Raises:
        SessionLocked, GameNotFound, RulesNotPublished, PlayedAtTables, PlayerSuspended, AccountClosed,
        AccountDormant, NotVerified, OutdatedConsent, RoundStillOpen, StakeStillOpen, EpochNotOpen, EpochExhausted,
        CurrencyMismatch, CurrencyEnded, EntropyFailed, WagersStopped, LogBehind, SwitchedOff: nothing was taken.
    """
    entropy.require_healthy()
    release_gate.require_wagers_taken()
    merge_gate.require_log_keeps_up()
    session, head = snapshot.seat.player.session, snapshot.seat.player.head
    require_unlocked(session.active_at, now=now, rules=jurisdiction.sessions)
    if snapshot.rules is None:
        raise GameNotFound("Nothing was taken. The games on offer are listed at /api/v1/games.")
    if snapshot.rules.engine_sha256 != engine_sha256():
        raise RulesNotPublished("Nothing was taken. The rules that this server would deal by are not published yet.")
    leaf = bytes(snapshot.rules.leaf)
    sheet = sheet_by_leaf(leaf)
    require_on(snapshot.off, *sheet_switches(sheet.game, sheet.version))
    if sheet.at_tables:
        raise PlayedAtTables(
            f"Nothing was taken. {sheet.game} is played at tables of several seats: take one at /api/v1/tables.",
            tables="/api/v1/tables",
        )
    require_eligible(
        status=session.status, verification=session.verification, consents=session.consents, rules=jurisdiction.accounts
    )
    if head.round_open:
        open_round = RoundId(head.tip.chain, head.epoch, head.nonce)
        raise RoundStillOpen("Nothing was taken. Finish the open round first.", round_id=str(open_round))
    if head.stake_open:
        raise StakeStillOpen("Nothing was taken. Your stake at a table is open: finish that hand first.")
    epoch = _require_epoch(snapshot.seat, to_epoch_ms(now))
    account_currency = snapshot.seat.player.money.currency
    jurisdiction.require_served(account_currency, nothing="Nothing was taken.")
    played = sheet_in_currency(leaf, account_currency)
    if currency != account_currency or played is None:
        raise CurrencyMismatch(
            f"Nothing was taken. The bet is in {currency}, the account in {account_currency}, the game in"
            f" {', '.join(sheet.currencies)}.",
            currency=account_currency,
        )
    return played, leaf, epoch


def _require_epoch(seat: Seat, now_ms: int) -> EpochRow:
    epoch = seat.epoch
    if epoch is None:
        raise EpochNotOpen("Nothing was taken. Open an epoch with a client seed of yours first.")
    used_up = seat.player.head.nonce >= epoch.rounds or now_ms >= epoch.opened_ms + EPOCH_LENGTH_MS
    if used_up or epoch.closed_ms is not None:
        raise EpochExhausted(
            "Nothing was taken. Open the next epoch with a fresh client seed.", epoch=epoch.epoch, rounds=epoch.rounds
        )
    return epoch

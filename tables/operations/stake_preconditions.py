"""Whether a player may place a stake at a table at all. The value that is owed, limits and money are checked afterwards.

Source: docs/formats/tables.md; regulation F08, F16, F21, F40.
"""

from dataclasses import dataclass
from datetime import datetime

from audit import entropy, merge_gate, release_gate
from audit.core.player_signatures import PlayerKey
from audit.operations.open_epoch import RoundStillOpen, StakeStillOpen
from audit.queries.switches import OffSwitch, require_on
from games.core.families import family_of
from games.core.family import Bet
from games.operations.deal_preconditions import RulesNotPublished
from kernel.ids import RoundId
from kernel.refusals import Refusal, RefusalKind
from players.core.eligibility import require_eligible
from players.core.session_state import require_unlocked
from players.queries.accounts import PlayerAccountRow
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.player_in_session import PlayerInSession
from tables.core.burnt import OwedValue
from tables.core.continuation import Phase
from tables.core.definition import Admission, TableDefinition
from tables.core.stakes import require_stake
from tables.models import TableStatus
from tables.queries.players_at_tables import InvitationRow, OwedRow
from tables.queries.table_states import TableState
from tables.queries.table_switches import switches_of
from wallet.core.ledger import CurrencyMismatch


class TablePaused(Refusal):
    """The table is paused."""

    code, kind = "table-paused", RefusalKind.CONFLICT


class TableClosed(Refusal):
    """The table is closed."""

    code, kind = "table-closed", RefusalKind.CONFLICT


class TableForOthers(Refusal):
    """The table is for accounts of another kind."""

    code, kind = "table-for-others", RefusalKind.FORBIDDEN


class NotInvited(Refusal):
    """The player is not invited to this table."""

    code, kind = "not-invited", RefusalKind.FORBIDDEN


class BettingClosed(Refusal):
    """The table takes no stakes for this epoch now."""

    code, kind = "betting-closed", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeSnapshot:
    """What a stake depends on, as of one version of the player's chain and one of the table's."""

    state: TableState
    player: PlayerInSession
    account: PlayerAccountRow
    invitation: InvitationRow | None
    owed_row: OwedRow | None
    burnt_ms: tuple[int, ...]
    """When the player's person burnt epochs lately."""
    owed_elsewhere_ms: tuple[int, ...]
    """Of these, the ones whose value another account of the person owes."""
    key: PlayerKey | None
    """The key that the request is signed by, if the chain has it and it has not ended."""
    off: tuple[OffSwitch, ...]
    """The switches that are off."""
    last_deal_ms: int | None
    """When the player's newest round began; None also where the jurisdiction sets no pace."""

    @property
    def definition(self) -> TableDefinition:
        """What the table is."""
        return self.state.table.definition

    @property
    def owed(self) -> OwedValue | None:
        """The value that the player owes, None where there is none."""
        return None if self.owed_row is None else self.owed_row.owed()

    def record_time_ms(self, now_ms: int) -> int:
        """Return the time of the stake's record: not before that of any record that it follows or cites."""
        burnt_ms = 0 if self.owed_row is None else self.owed_row.burnt_ms
        return max(now_ms, self.player.head.tip.time_ms, self.state.head.tip.time_ms, burnt_ms)


def require_seatable(
    snapshot: StakeSnapshot,
    *,
    epoch: int,
    seat: int,
    bet: Bet,
    currency: str,
    jurisdiction: Jurisdiction,
    now: datetime,
) -> None:
    """Refuse a stake that the table does not take from this player, or not now.

    Raises:
        SessionLocked, PlayerSuspended, AccountClosed, AccountDormant, NotVerified, OutdatedConsent, TablePaused,
        TableClosed, RulesNotPublished, TableForOthers, NotInvited, RoundStillOpen, StakeStillOpen, BettingClosed,
        NoSuchSeat, StakeOutsideTable, StakeOutOfLimits, SideBetOutOfLimits, StakeNotInUnits, CurrencyMismatch, CurrencyEnded,
        EntropyFailed, WagersStopped, LogBehind, SwitchedOff: nothing was taken.
    """
    entropy.require_healthy()
    release_gate.require_wagers_taken()
    merge_gate.require_log_keeps_up()
    session = snapshot.player.session
    require_unlocked(session.active_at, now=now, rules=jurisdiction.sessions)
    require_eligible(
        status=session.status, verification=session.verification, consents=session.consents, rules=jurisdiction.accounts
    )
    require_on(snapshot.off, *switches_of(snapshot.state.table))
    _require_open(snapshot)
    _require_admitted(snapshot)
    _require_nothing_open(snapshot)
    _require_betting(snapshot.state, epoch)
    definition = snapshot.definition
    require_stake(definition, seat=seat, bet=bet)
    # What the rules themselves say of bets: of as many equal ones as they need.
    family_of(definition.sheet).start(definition.sheet, [bet] * definition.seats_min)
    account_currency = snapshot.player.money.currency
    jurisdiction.require_served(account_currency, nothing="Nothing was taken.")
    if currency != account_currency or currency != definition.sheet.currency:
        raise CurrencyMismatch(
            f"Nothing was taken. The stake is in {currency}, the account in {account_currency}, the table in"
            f" {definition.sheet.currency}.",
            currency=account_currency,
        )


def _require_open(snapshot: StakeSnapshot) -> None:
    match snapshot.state.status:
        case TableStatus.PAUSED:
            raise TablePaused("Nothing was taken. The table is paused. Take a seat at another one, or wait.")
        case TableStatus.CLOSED:
            raise TableClosed("Nothing was taken. The table is closed. Others are listed at /api/v1/tables.")
        case TableStatus.OPEN:
            pass
    if not snapshot.state.has_this_engine:
        raise RulesNotPublished(
            "Nothing was taken. The table was opened for another release of the game's rules. Take a seat at another one."
        )


def _require_admitted(snapshot: StakeSnapshot) -> None:
    definition = snapshot.definition
    if definition.test is not snapshot.account.test_account:
        only = "test accounts alone" if definition.test else "others than test accounts"
        raise TableForOthers(f"Nothing was taken. This table is for {only}.")
    if definition.admission is Admission.INVITED and snapshot.invitation is None:
        raise NotInvited("Nothing was taken. Whoever plays at this table is invited by the operator.")


def _require_nothing_open(snapshot: StakeSnapshot) -> None:
    head = snapshot.player.head
    if head.round_open:
        open_round = RoundId(head.tip.chain, head.epoch, head.nonce)
        raise RoundStillOpen("Nothing was taken. Finish the open round first.", round_id=str(open_round))
    if head.stake_open:
        raise StakeStillOpen("Nothing was taken. Your stake at a table is open: finish that hand first.")


def _require_betting(state: TableState, epoch: int) -> None:
    if state.phase is not Phase.BETTING:
        raise BettingClosed(
            "Nothing was taken. A hand or a game runs. Stakes are taken again when it has ended.",
            epoch=state.epoch,
            retry_after=1,
        )
    if epoch != state.epoch:
        raise BettingClosed(
            f"Nothing was taken. The contribution is for epoch {epoch}, and the table takes stakes for epoch"
            f" {state.epoch}. Draw a new value for that epoch, and send its contribution.",
            epoch=state.epoch,
        )

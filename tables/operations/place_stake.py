"""Place a stake at a table: take the money, and store by what the player's client commits to its value.

A crash before the statement leaves nothing; after it, the whole stake, and the repeated request gets its answer. Of two
stakes for one seat, and of two of one person, a unique row lets one through.

Source: docs/formats/tables.md, "Records of players' chains"; regulation F02, F03.
"""

from datetime import datetime

from audit.operations.append import MAX_ATTEMPTS, Busy
from audit.queries.player_keys import player_key_source
from audit.queries.switches import OFF_SOURCE
from audit.signed_record import signed_record
from games.core.round_view import entry_from_record
from kernel.instants import to_epoch_ms
from players.queries.accounts import ACCOUNT_SOURCE
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import require_bet_allowed
from responsible_gaming.core.limits.wager import Wager
from responsible_gaming.core.limits.windows import window_starts_at
from responsible_gaming.core.rules.wagers import left_minor
from responsible_gaming.operations.save_refused_bet import saves_refused_bets
from responsible_gaming.player_in_session import gather_player
from tables.core.burnt import require_not_sitting_out, require_owed_given
from tables.core.epoch import TableEpoch
from tables.core.player_records import Movement, StakeOrder, stake_fields, stake_postings
from tables.core.room import room_minor
from tables.core.stake_view import StakeView, view_stake
from tables.operations.save_stake import NewStake, StakeRequest, save_stake
from tables.operations.signatures import signed_stake
from tables.operations.stake_preconditions import StakeSnapshot, require_seatable
from tables.queries.players_at_tables import OWED_SOURCE, burnt_source, invitation_source
from tables.queries.stakes import answer_to
from tables.queries.table_states import table_state
from wallet.core.idempotency import require_same_request
from wallet.core.ledger import apply_postings
from wallet.operations.post_journals import NewJournal
from wallet.queries.idempotency import IdempotencyRow, idempotency_source
from wallet.queries.journals import LAST_DEAL_SOURCE


@saves_refused_bets
def place_stake(request: StakeRequest, *, jurisdiction: Jurisdiction, now: datetime) -> StakeView:
    """Take a player's stake for the epoch that the table announced. `now` is the database's clock.

    Raises:
        NotAuthenticated, SessionLocked: the session has ended, or needs the PIN.
        ReusedIdempotencyKey: the key belongs to another request.
        TableNotFound, and all that `require_seatable` raises: nothing was taken.
        ValueOwed, ContributionMismatch: a value is owed and was not told, or not rightly.
        SittingOut: with `until`, milliseconds since 1970.
        LimitExceeded, OutdatedLimits, InsufficientFunds: nothing was taken.
        SeatTaken: with the `seat`.
        AlreadySeated: the person has a seat in this epoch, perhaps by another account.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: the
            account has player keys, and the request is not signed as they ask.
        SharedPlace: around a pot, somebody at the table plays from the same device or address.
        Busy: lost the race for the player's chain or the table's three times.
    """
    read_ms = to_epoch_ms(now)
    for _ in range(MAX_ATTEMPTS):
        snapshot, used_key = _gather(request, jurisdiction, read_ms=read_ms, now=now)
        player = snapshot.player
        if used_key is not None:
            require_same_request(request.idempotency, used_key.request_digest)
            return answer_to(player.head.tip.chain, journal_seq=used_key.seq)
        read_ms = snapshot.record_time_ms(to_epoch_ms(now))
        if not player.limit_snapshot.is_current_at(read_ms):
            continue
        stake = _compose(request, snapshot, jurisdiction, at_ms=read_ms, now=now)
        if save_stake(request, snapshot, stake, jurisdiction=jurisdiction, now=now):
            return _answer(snapshot, stake)
    raise Busy


def _gather(
    request: StakeRequest, jurisdiction: Jurisdiction, *, read_ms: int, now: datetime
) -> tuple[StakeSnapshot, IdempotencyRow | None]:
    """Read what the stake depends on, and the step that the request's key has taken before, if any."""
    state = table_state(request.table)
    used_key = idempotency_source(request.idempotency.key)
    invitation, burnt = invitation_source(request.table), burnt_source(read_ms)
    pace = (LAST_DEAL_SOURCE,) if jurisdiction.game_cycle_ms else ()
    key_source = None if request.signature is None else player_key_source(request.signature.kid)
    signer = () if key_source is None else (key_source,)
    player, gathered = gather_player(
        request.session_id,
        window_starts_at(read_ms, jurisdiction.window_rule),
        ACCOUNT_SOURCE,
        used_key,
        invitation,
        OWED_SOURCE,
        burnt,
        OFF_SOURCE,
        *signer,
        *pace,
        now=now,
    )
    last_deal = gathered[LAST_DEAL_SOURCE] if pace else None
    snapshot = StakeSnapshot(
        state=state,
        player=player,
        account=gathered.required(ACCOUNT_SOURCE),
        invitation=gathered[invitation],
        owed_row=gathered[OWED_SOURCE],
        burnt_ms=tuple(gathered.required(burnt).times_ms),
        owed_elsewhere_ms=tuple(gathered.required(burnt).owed_elsewhere_ms),
        key=None if key_source is None else gathered[key_source],
        off=gathered.required(OFF_SOURCE).switches(),
        last_deal_ms=None if last_deal is None else last_deal.dealt_ms,
    )
    return snapshot, gathered[used_key]


def _compose(
    request: StakeRequest, snapshot: StakeSnapshot, jurisdiction: Jurisdiction, *, at_ms: int, now: datetime
) -> NewStake:
    """Decide on the stake, and sign its record of time `at_ms`."""
    require_seatable(
        snapshot,
        epoch=request.epoch,
        seat=request.seat,
        bet=request.bet,
        currency=request.currency,
        jurisdiction=jurisdiction,
        now=now,
    )
    require_owed_given(snapshot.owed, request.late)
    require_not_sitting_out(snapshot.burnt_ms, snapshot.owed_elsewhere_ms, at_ms=at_ms)
    order = StakeOrder(
        table_leaf=snapshot.state.table.leaf,
        epoch=request.epoch,
        seat=request.seat,
        bet=request.bet,
        contribution=request.contribution,
        session_reference=snapshot.player.session.reference,
        late=request.late,
        room_minor=_require_limits(request, snapshot, jurisdiction, at_ms=at_ms),
    )
    return _take(request, snapshot, order, jurisdiction, at_ms=at_ms)


def _require_limits(
    request: StakeRequest, snapshot: StakeSnapshot, jurisdiction: Jurisdiction, *, at_ms: int
) -> int | None:
    """Hold the stake to the player's limits; return the room that limits on wagers leave around a pot."""
    player = snapshot.player
    limits = player.limit_snapshot.limits
    context = player.limit_context(at_ms=at_ms, jurisdiction=jurisdiction, last_deal_ms=snapshot.last_deal_ms)
    wager = Wager(stake_minor=request.bet.stake_minor, side_bet_minor=request.bet.side_bet_minor)
    require_bet_allowed(limits, wager, context)
    if not snapshot.definition.around_pot:
        return None
    return room_minor(left_minor(limits.in_force(at_ms), context.usage))


def _take(
    request: StakeRequest, snapshot: StakeSnapshot, order: StakeOrder, jurisdiction: Jurisdiction, *, at_ms: int
) -> NewStake:
    """Move the stake to the table, and sign its record.

    Raises:
        InsufficientFunds: the stake cannot be paid.
        Refusal: as `accept_signature` says.
    """
    definition, head = snapshot.definition, snapshot.player.head
    before = snapshot.player.money.balance()
    assert head.limits_leaf is not None, "a player's chain has limits from its registration"
    postings = stake_postings(definition, order.bet)
    after = apply_postings(before, postings)
    fields = stake_fields(
        definition,
        order,
        Movement(postings=postings, before=before, after=after),
        limits_leaf=head.limits_leaf,
        request_digest=request.idempotency.digest,
    )
    kind = "sit" if definition.around_pot else "deal"
    signed = signed_stake(request, snapshot, order, at_ms=at_ms)
    record = signed_record(head.tip, kind, {**fields, **signed}, now_ms=at_ms)
    journal = NewJournal(
        seq=record.tip.seq,
        kind=kind,
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=str(TableEpoch(request.table, request.epoch)),
        actor="player",
        request=request.idempotency,
    )
    play = snapshot.player.play_after_bet(at_ms=at_ms, jurisdiction=jurisdiction)
    after_stake = head.advanced_by(record, stake_open=True, play=play)
    return NewStake(order=order, record=record, journal=journal, head=after_stake)


def _answer(snapshot: StakeSnapshot, stake: NewStake) -> StakeView:
    sheet = snapshot.definition.sheet
    records = [entry_from_record(stake.record)]
    return view_stake(records, table=snapshot.state.table.chain, game=sheet.game, currency=sheet.currency)

"""Deal a round: one statement to read, a decision, one statement to write.

A crash before the second statement leaves nothing: the same nonce, and so the same cards, wait for the next bet. A
crash after it leaves the whole step, and the repeated request gets its answer.

Source: docs/life-of-a-round.md; regulation F02, F03, F16, F18.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit.core.player_signatures import PlayerSignature
from audit.operations.append import MAX_ATTEMPTS, Busy, advance_cte, record_ctes
from audit.queries.switches import OFF_SOURCE, all_on, sheet_switches
from audit.signed_record import signed_record
from games.core.cards import Card
from games.core.families import family_of
from games.core.family import Bet, RoundOver
from games.core.play import deal_first_cards, deal_until_decision
from games.core.round_postings import stake_postings
from games.core.round_records import deal_fields
from games.core.round_view import RoundView, entry_from_record, view_round
from games.core.sheet import RuleSheet
from games.operations.deal_preconditions import require_playable
from games.operations.dealt_round import DealTerms, DealtRound, TakenStake
from games.operations.large_rounds import execute_with_events
from games.operations.open_round import OpenRound
from games.operations.player_snapshot import PlayerSnapshot, cache_snapshot, pop_snapshot
from games.operations.round_cards import round_seed, round_shoe
from games.operations.round_row import NO_RESULT, insert_round_cte, result_columns
from games.operations.seat import Seat, gather_seat
from games.operations.settlement import RoundEnd, Settlement, large_events_of, settle
from games.operations.signed_steps import signed_deal
from games.queries.rounds import answer_to
from games.queries.sheets import sheet_source, still_current
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal
from players.operations.save_activity import activity_ctes
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.windows import WindowStarts, window_starts_at
from responsible_gaming.operations.save_refused_bet import saves_refused_bets
from telemetry.metrics import count_deal
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.idempotency import IdempotencyRow, idempotency_source, key_unused
from wallet.queries.journals import LAST_DEAL_SOURCE


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRequest:
    """A player's request for a round."""

    session_id: UUID
    game: str
    bet: Bet
    currency: str
    """The currency that the bet was given in."""
    idempotency: IdempotentRequest
    """The request's key: a round is dealt once for each."""
    signature: PlayerSignature | None = None
    """The player's own; None in an account without player keys."""


@saves_refused_bets
def deal_round(request: DealRequest, *, jurisdiction: Jurisdiction, now: datetime) -> RoundView:
    """Take the stake and deal; where no decision is left to the player, settle in the same step.

    Raises:
        NotAuthenticated, SessionLocked: the session has ended, or needs the PIN.
        ReusedIdempotencyKey: the key belongs to another request.
        GameNotFound, RulesNotPublished, PlayedAtTables, PlayerSuspended, AccountClosed, AccountDormant, NotVerified,
        OutdatedConsent, RoundStillOpen, StakeStillOpen, EpochNotOpen, EpochExhausted, CurrencyMismatch,
        StakeOutOfLimits, SideBetOutOfLimits, LimitExceeded, OutdatedLimits, InsufficientFunds, EntropyFailed,
        WagersStopped, LogBehind, SwitchedOff: nothing was taken, nothing dealt.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: the
            account has player keys, and the request is not signed as they ask; nothing was taken, nothing dealt.
        Busy: lost the race for this chain three times.
    """
    cached = pop_snapshot(request.session_id, now=now)
    if cached is not None and cached.game == request.game:
        # A cached refusal may be outdated, or the request a repetition: read again.
        with suppress(Refusal):
            view = _deal(request, cached, jurisdiction, now)
            if view is not None:
                return view
    read_ms = to_epoch_ms(now)
    for _ in range(MAX_ATTEMPTS):
        snapshot, used_key = _gather(request, jurisdiction, window_starts_at(read_ms, jurisdiction.window_rule), now)
        player = snapshot.seat.player
        if used_key is not None:
            require_same_request(request.idempotency, used_key.request_digest)
            return answer_to(player.session.chain, journal_seq=used_key.seq)
        read_ms = player.head.record_time_ms(now)
        view = _deal(request, snapshot, jurisdiction, now) if player.limit_snapshot.is_current_at(read_ms) else None
        if view is not None:
            return view
    raise Busy


def _gather(
    request: DealRequest, jurisdiction: Jurisdiction, window_starts: WindowStarts, now: datetime
) -> tuple[PlayerSnapshot, IdempotencyRow | None]:
    """Read what the deal depends on, and the step that the request's key has taken before, if any."""
    used_key, rules = idempotency_source(request.idempotency.key), sheet_source(request.game)
    pace = (LAST_DEAL_SOURCE,) if jurisdiction.game_cycle_ms else ()
    seat, gathered = gather_seat(
        request.session_id, window_starts, used_key, rules, OFF_SOURCE, *pace, signature=request.signature, now=now
    )
    last_deal = gathered[LAST_DEAL_SOURCE] if pace else None
    snapshot = PlayerSnapshot(
        seat=seat,
        game=request.game,
        rules=gathered[rules],
        off=gathered.required(OFF_SOURCE).switches(),
        last_deal_ms=None if last_deal is None else last_deal.dealt_ms,
    )
    return snapshot, gathered[used_key]


def _deal(
    request: DealRequest, snapshot: PlayerSnapshot, jurisdiction: Jurisdiction, now: datetime
) -> RoundView | None:
    """Take the step as decided on a snapshot; None if the chain has changed since, and nothing was written."""
    sheet, rules_leaf, epoch = require_playable(snapshot, currency=request.currency, jurisdiction=jurisdiction, now=now)
    terms = DealTerms(sheet=sheet, rules_leaf=rules_leaf, epoch=epoch, jurisdiction=jurisdiction)
    dealt = _compose(request, snapshot, terms, now_ms=to_epoch_ms(now))
    if not _save(request, snapshot.seat, dealt, terms, now):
        return None
    count_deal(sheet.game, settled=dealt.settlement is not None)
    cache_snapshot(request.session_id, _snapshot_after(request, snapshot, dealt, terms, now))
    return _answer(dealt, sheet)


def _compose(request: DealRequest, snapshot: PlayerSnapshot, terms: DealTerms, *, now_ms: int) -> DealtRound:
    """Deal the cards, take the stake, and settle if nothing is left to decide."""
    seat, sheet, family = snapshot.seat, terms.sheet, family_of(terms.sheet)
    head = seat.player.head
    round_id = RoundId(head.tip.chain, terms.epoch.epoch, head.nonce + 1)
    # Before any card: whoever could not have asked for this round learns nothing of it.
    signed = signed_deal(
        request.signature, seat, round_id, rules=terms.rules_leaf, bet=request.bet, at_ms=max(now_ms, head.tip.time_ms)
    )
    seed = round_seed(round_id, terms.epoch)
    deck = round_shoe(seed, round_id, terms.epoch, sheet)
    state = deal_first_cards(sheet, [request.bet], deck)
    # At the time that the record will have, where an auditor looks too: a clock that went back revives no limit.
    seat.require_bet_allowed(
        request.bet,
        jurisdiction=terms.jurisdiction,
        at_ms=max(now_ms, head.tip.time_ms),
        last_deal_ms=snapshot.last_deal_ms,
    )
    cards = family.visible(state, seat=seat.number)
    stake = _take_stake(request, seat, round_id, terms, cards, signed=signed, now_ms=now_ms)
    state = deal_until_decision(sheet, state, deck)
    need = family.need(state)
    if not isinstance(need, RoundOver):
        return DealtRound(round_id=round_id, stake=stake, settlement=None)
    end = RoundEnd(
        round_id=round_id,
        deal_leaf=stake.record.tip.leaf,
        acts=(),
        cards=family.dealt(state),
        result=need.results[seat.number],
        seed=seed,
        raise_postings=(),
        actor="player",
        idempotency=None,
    )
    settlement = settle(end, head=stake.head, balance=stake.balance, now_ms=now_ms)
    return DealtRound(round_id=round_id, stake=stake, settlement=settlement)


def _take_stake(
    request: DealRequest,
    seat: Seat,
    round_id: RoundId,
    terms: DealTerms,
    cards: Sequence[Card],
    *,
    signed: Mapping[str, object],
    now_ms: int,
) -> TakenStake:
    """Move the stake into play, and sign the deal with the cards that the seat sees.

    Raises:
        InsufficientFunds: the stake cannot be paid.
    """
    head, before = seat.player.head, seat.player.money.balance()
    assert head.limits_leaf is not None, "a player's chain has limits from its registration"
    postings = stake_postings(request.bet.total_minor)
    after = apply_postings(before, postings)
    fields = deal_fields(
        round_id,
        rules_leaf=terms.rules_leaf,
        limits_leaf=head.limits_leaf,
        request_digest=request.idempotency.digest,
        session_reference=seat.player.session.reference,
        bet=request.bet,
        cards=cards,
        postings=postings,
        before=before,
        after=after,
    )
    record = signed_record(head.tip, "deal", {**fields, **signed}, now_ms=now_ms)
    journal = NewJournal(
        seq=record.tip.seq,
        kind="deal",
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=str(round_id),
        actor="player",
        request=request.idempotency,
    )
    play = seat.player.play_after_bet(at_ms=record.tip.time_ms, jurisdiction=terms.jurisdiction)
    dealt_head = head.advanced_by(record, nonce=round_id.nonce, round_open=True, play=play)
    return TakenStake(record=record, journal=journal, head=dealt_head, balance=after)


def _save(request: DealRequest, seat: Seat, dealt: DealtRound, terms: DealTerms, now: datetime) -> bool:
    """Write the step in one statement; False if the chain, the rules, a switch or the key have changed meanwhile."""
    stake, settlement = dealt.stake, dealt.settlement
    result = NO_RESULT if settlement is None else result_columns(settlement.record.tip, settlement.result)
    steps: list[TakenStake | Settlement] = [stake] if settlement is None else [stake, settlement]
    sheet, leaf, player = terms.sheet, terms.rules_leaf, seat.player
    switches = sheet_switches(sheet.game, sheet.version)
    # A remembered standing knows of no switch: this statement itself looks for them.
    conditions = (key_unused(request.idempotency.key), still_current(sheet.game, leaf), all_on(*switches))
    return execute_with_events(
        [
            advance_cte(player.head, dealt.last.head, *conditions),
            *record_ctes([step.record for step in steps]),
            *journal_clauses([step.journal for step in steps]),
            insert_round_cte(
                dealt.round_id, request.bet, game=sheet.game, rules_leaf=leaf, deal=stake.record.tip, result=result
            ),
            *activity_ctes(request.session_id, player.session.active_at, now=now),
        ],
        [] if settlement is None else large_events_of(settlement, sheet),
        time_ms=dealt.last.record.tip.time_ms,
    )


def _snapshot_after(
    request: DealRequest, snapshot: PlayerSnapshot, dealt: DealtRound, terms: DealTerms, now: datetime
) -> PlayerSnapshot:
    """Return what the player's next step depends on, once this one has been written."""
    seat = snapshot.seat.after_step(dealt.last.head, dealt.last.balance, now=now)
    open_round = None
    if dealt.settlement is None:
        open_round = OpenRound(
            round_id=dealt.round_id,
            deal=entry_from_record(dealt.stake.record),
            bet=request.bet,
            sheet=terms.sheet,
            head=seat.player.head,
            money=seat.player.money,
            epoch=terms.epoch,
            seat_number=seat.number,
        )
    return PlayerSnapshot(
        seat=seat,
        game=snapshot.game,
        rules=snapshot.rules,
        last_deal_ms=dealt.stake.record.tip.time_ms,
        open_round=open_round,
    )


def _answer(dealt: DealtRound, sheet: RuleSheet) -> RoundView:
    return view_round(
        sheet,
        deal=entry_from_record(dealt.stake.record),
        end=None if dealt.settlement is None else entry_from_record(dealt.settlement.record),
        in_play_minor=dealt.last.balance.in_play_minor,
        currency=sheet.currency,
    )

"""Take the decision of an open round: one statement to read, a decision, one statement to write.

The third card comes from the same seed as the first two, so that a repeated, delayed or lost request changes
nothing but the time.

Source: docs/life-of-a-round.md; regulation F02, F16, F17.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from audit.core.player_signatures import PlayerKey, PlayerSignature
from audit.operations.append import MAX_ATTEMPTS, Busy
from games.core.action import Action
from games.core.families import family_of
from games.core.family import DecisionNeeded, IllegalAction, LegalAction, RoundOver
from games.core.play import Act, begin, proceed
from games.core.round_postings import stake_postings
from games.core.round_view import RoundView, entry_from_record, view_round
from games.operations.open_round import OpenRound, read_open_round, round_sources
from games.operations.player_snapshot import PlayerSnapshot, cache_snapshot, pop_snapshot
from games.operations.round_cards import round_seed, round_shoe
from games.operations.seat import Seat, gather_seat
from games.operations.settlement import RoundEnd, Settlement, save_settlement, settle
from games.operations.signed_steps import signed_acts
from games.queries.rounds import answer_to
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from kernel.money import amount_document
from kernel.play_time import PlayTime
from kernel.refusals import Refusal
from players.core.session_state import require_unlocked
from players.operations.save_activity import activity_ctes
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.windows import window_starts_at
from responsible_gaming.operations.save_refused_bet import saves_refused_bets
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import CurrencyMismatch
from wallet.queries.idempotency import idempotency_source, key_unused


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRequest:
    """A player's request to decide a round."""

    session_id: UUID
    round_id: RoundId
    action: Action
    amount_minor: int | None
    """New money at stake; None for what the action costs, if it has a single cost."""
    idempotency: IdempotentRequest
    """The request's key: a decision is taken once for each."""
    currency: str | None = None
    """The currency that the amount was given in; None without an amount."""
    signature: PlayerSignature | None = None
    """The player's own; None in an account without player keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerDecision:
    """A decision, and who made it: the player, or a time-out for the player."""

    action: Action
    amount_minor: int | None
    """New money at stake; None for what the action costs, if it has a single cost."""
    by: str
    """The `actor` of the ledger and the `by` of the record."""
    idempotency: IdempotentRequest | None
    """The request that made the decision; None for the house."""
    signature: PlayerSignature | None = None
    """The player's own; None in an account without player keys, and for the house."""
    key: PlayerKey | None = None
    """The key that the signature names, if the chain has it and it has not ended."""
    play: PlayTime | None = None
    """The player's time of play with the decision; None for the house's, which is none of the player's play."""


@saves_refused_bets
def act_on_round(request: ActRequest, *, jurisdiction: Jurisdiction, now: datetime) -> RoundView:
    """Take the player's decision, deal what it leads to, and settle.

    Raises:
        NotAuthenticated, SessionLocked: the session has ended, or needs the PIN.
        ReusedIdempotencyKey: the key belongs to another request.
        RoundNotFound: no round of this player's has the id.
        RoundClosed: it was settled before.
        CurrencyMismatch: with the account's `currency`; the round stays open.
        IllegalAction: with `legal`; the round stays open.
        PlayerExcluded: the player is excluded, and the jurisdiction lets an exclusion stop raises; the round stays open.
        LimitExceeded, OutdatedLimits: a limit on money forbids the raise; the round stays open for another decision.
        InsufficientFunds: the raise cannot be paid; the round stays open.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, OutdatedSignature, WrongPlayerSignature: the account has
            player keys, and the request is not signed as they ask; the round stays open.
        Busy: lost the race for this chain three times.
    """
    cached = pop_snapshot(request.session_id, now=now)
    if cached is not None and cached.open_round is not None and cached.open_round.round_id == request.round_id:
        # As at the deal: a cached refusal may be outdated, or the request a repetition; read again.
        with suppress(Refusal):
            settlement = _act(request, cached.seat, cached.open_round, jurisdiction, now)
            if settlement is not None:
                cache_snapshot(request.session_id, _snapshot_after(cached, settlement, now))
                return _answer(cached.open_round, settlement)
    read_ms = to_epoch_ms(now)
    used_key, sources = idempotency_source(request.idempotency.key), round_sources(request.round_id)
    for _ in range(MAX_ATTEMPTS):
        window_starts = window_starts_at(read_ms, jurisdiction.window_rule)
        seat, gathered = gather_seat(
            request.session_id, window_starts, used_key, *sources, signature=request.signature, now=now
        )
        head = seat.player.head
        if (used := gathered[used_key]) is not None:
            require_same_request(request.idempotency, used.request_digest)
            return answer_to(head.tip.chain, journal_seq=used.seq)
        open_round = read_open_round(gathered, sources, request.round_id, head)
        read_ms = head.record_time_ms(now)
        current = seat.player.limit_snapshot.is_current_at(read_ms)
        settlement = _act(request, seat, open_round, jurisdiction, now) if current else None
        if settlement is not None:
            return _answer(open_round, settlement)
    raise Busy


def _act(
    request: ActRequest, seat: Seat, open_round: OpenRound, jurisdiction: Jurisdiction, now: datetime
) -> Settlement | None:
    """Take the step; None if the chain has changed since it was read, and nothing was written."""
    session = seat.player.session
    require_unlocked(session.active_at, now=now, rules=jurisdiction.sessions)
    _require_currency(request, open_round)
    at_ms = open_round.head.record_time_ms(now)
    decision = PlayerDecision(
        action=request.action,
        amount_minor=request.amount_minor,
        by="player",
        idempotency=request.idempotency,
        signature=request.signature,
        key=seat.key,
        play=seat.player.play_after_bet(at_ms=at_ms, jurisdiction=jurisdiction),
    )
    settlement = settle_decision(open_round, decision, now_ms=to_epoch_ms(now))
    seat.require_raise_allowed(
        settlement.result.staked_minor - open_round.bet.total_minor,
        jurisdiction=jurisdiction,
        at_ms=at_ms,
    )
    activity = activity_ctes(request.session_id, session.active_at, now=now)
    unused = key_unused(request.idempotency.key)
    return settlement if save_settlement(open_round, settlement, unused, also=activity) else None


def settle_decision(open_round: OpenRound, decision: PlayerDecision, *, now_ms: int) -> Settlement:
    """Play the round to its end with this decision, and compose its settlement.

    Raises:
        IllegalAction, InsufficientFunds: the round stays open.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, OutdatedSignature, WrongPlayerSignature: of a player's
            decision, which is not signed as the account's keys ask; the round stays open.
    """
    sheet, family, seat = open_round.sheet, family_of(open_round.sheet), open_round.seat_number
    seed = round_seed(open_round.round_id, open_round.epoch)
    deck = round_shoe(seed, open_round.round_id, open_round.epoch, sheet)
    state = begin(sheet, [open_round.bet], deck)
    need = family.need(state)
    assert isinstance(need, DecisionNeeded), "an open round needs a decision"
    amount_minor = amount_of_action(decision.action, decision.amount_minor, need.legal_actions, currency=sheet.currency)
    state = proceed(sheet, state, Act(seat=seat, action=decision.action, amount_minor=amount_minor), deck)
    over = family.need(state)
    assert isinstance(over, RoundOver), "one decision ends a round of this family"
    time_ms = max(now_ms, open_round.head.tip.time_ms)
    end = RoundEnd(
        round_id=open_round.round_id,
        deal_leaf=open_round.deal.leaf,
        cards=family.dealt(state),
        result=over.results[seat],
        acts=[{"a": decision.action.value, "amt": amount_minor, "by": decision.by, "t": time_ms}],
        seed=seed,
        raise_postings=stake_postings(amount_minor),
        actor=decision.by,
        idempotency=decision.idempotency,
        signed=_signed(open_round, decision, amount_minor, at_ms=time_ms),
        play=decision.play,
    )
    return settle(end, head=open_round.head, balance=open_round.money.balance(), now_ms=now_ms)


def _signed(open_round: OpenRound, decision: PlayerDecision, amount_minor: int, *, at_ms: int) -> dict[str, object]:
    """Return the field for the player's signature. Nobody signs a time-out."""
    if decision.by != "player":
        return {}
    return signed_acts(
        decision.signature,
        decision.key,
        head=open_round.head,
        deal_leaf=open_round.deal.leaf,
        acts=[(decision.action.value, amount_minor)],
        at_ms=at_ms,
    )


def amount_of_action(action: Action, amount_minor: int | None, legal: Sequence[LegalAction], *, currency: str) -> int:
    """Return the new money of a decision: the amount that it names, or the single cost of its action.

    Raises:
        IllegalAction: no amount is named, and the action has no single cost.
    """
    if amount_minor is not None:
        return amount_minor
    for option in legal:
        if option.action is action:
            if option.cost_min_minor == option.cost_max_minor:
                return option.cost_min_minor
            raise IllegalAction(
                "Nothing was changed. This action has no single cost: send the amount.",
                minimum=amount_document(option.cost_min_minor, currency),
                maximum=amount_document(option.cost_max_minor, currency),
            )
    return 0


def _require_currency(request: ActRequest, open_round: OpenRound) -> None:
    currency = open_round.money.currency
    if request.currency not in {None, currency}:
        raise CurrencyMismatch(f"Nothing was changed. The account is in {currency}.", currency=currency)


def _snapshot_after(snapshot: PlayerSnapshot, settlement: Settlement, now: datetime) -> PlayerSnapshot:
    """Return what the player's next step depends on, once the round has been settled."""
    return PlayerSnapshot(
        seat=snapshot.seat.after_step(settlement.head, settlement.balance, now=now),
        game=snapshot.game,
        rules=snapshot.rules,
        last_deal_ms=snapshot.last_deal_ms,
    )


def _answer(open_round: OpenRound, settlement: Settlement) -> RoundView:
    return view_round(
        open_round.sheet,
        deal=open_round.deal,
        end=entry_from_record(settlement.record),
        in_play_minor=settlement.balance.in_play_minor,
        currency=open_round.money.currency,
    )

"""Deciding an open round: one statement to read, a decision, one statement to write.

The third card comes from the same seed as the first two, so that a repeated, delayed or lost request changes
nothing but the time.

Source: docs/life-of-a-round.md; regulation F02, F16, F17.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import connection

from audit.operations.append import TRIES, Busy, Head
from audit.queries import HeadRow, head_source
from games.core.families import family_of
from games.core.family import Action, Decision, IllegalAction, LegalAction, Over
from games.core.play import Act, begin, proceed
from games.core.round_view import RoundView, just_written, view_round
from games.core.settlement import stake_postings
from games.operations.deal import round_seed, round_shoe
from games.operations.settlement import Ending, Settlement, record, settle
from games.operations.standing import recall, remember
from games.operations.waiting import WaitingRound, round_sources, waiting_round
from games.queries import answer_to
from kernel.cte import Columns, gather
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal
from players.core.session_state import require_unlocked
from players.operations.note_activity import activity_clauses
from players.queries import SessionRow, session_source
from players.tokens import NotAuthenticated
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import require_raise_allowed
from responsible_gaming.core.limits.windows import WindowStarts, window_starts_at
from responsible_gaming.protection import Protection, protection_of, protection_sources
from wallet.core.idempotency import Request, require_same
from wallet.core.ledger import CurrencyMismatch
from wallet.queries import BALANCE_SOURCE, BalanceRow, SeenRow, seen_source, unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRequest:
    """What a player decides: `amount_minor` of new money, or None for what the action costs if that is one figure.

    `currency` is the one that the amount was given in, None where there was no amount.
    """

    session_id: UUID
    round_id: RoundId
    action: Action
    amount_minor: int | None
    request: Request
    currency: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """Who decided what: the `actor` of the ledger and the `by` of the record, and what was asked, if by a request."""

    action: Action
    amount_minor: int | None
    by: str
    request: Request | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """Who acts on which round, as of one version of the chain."""

    player: SessionRow
    waiting: WaitingRound
    protection: Protection


def act_on_round(asked: ActRequest, *, jurisdiction: Jurisdiction, now: datetime) -> RoundView:
    """Take the player's decision, deal what it leads to, and settle.

    Raises:
        NotAuthenticated, SessionLocked: the session has ended, or waits for the PIN.
        IdempotencyKeyReused: the key belongs to another request.
        RoundNotFound: no round of this player's has the id.
        RoundClosed: it was settled before.
        CurrencyMismatch: with the account's `currency`; the round waits.
        IllegalAction: with `legal`; the round waits.
        LimitExceeded, LimitsOutdated: a limit on money forbids the raise; the round waits for another decision.
        InsufficientFunds: the raise cannot be paid; the round waits.
        Busy: three times somebody else was faster.
    """
    remembered = recall(asked.session_id, now=now)
    if remembered is not None and remembered.waiting is not None and remembered.waiting.round_id == asked.round_id:
        # As at the deal: a refusal is told only of what was looked at afresh.
        with suppress(Refusal):
            known = _Known(player=remembered.player, waiting=remembered.waiting, protection=remembered.protection)
            end = _act(asked, known, jurisdiction, now)
            if end is not None:
                after = replace(
                    remembered,
                    player=known.player.noted(now),
                    head=end.head.written(),
                    money=remembered.money.with_balance(end.balance),
                    waiting=None,
                )
                remember(asked.session_id, after)
                return _answer(known.waiting, end)
    look_ms = to_epoch_ms(now)
    for _ in range(TRIES):
        spans = window_starts_at(look_ms, jurisdiction.window_rule)
        columns, player, head = _gather_player(asked, spans, now)
        money, seen = columns.take(BalanceRow), columns.take(SeenRow)
        if seen is not None:
            require_same(asked.request, seen.request_digest)
            return answer_to(head.tip.chain, journal_seq=seen.seq)
        protection = protection_of(columns, spans)
        known = _Known(
            player=player, waiting=waiting_round(asked.round_id, head, money, columns), protection=protection
        )
        look_ms = head.instant_ms(now)
        end = _act(asked, known, jurisdiction, now) if protection.holds(look_ms) else None
        if end is not None:
            return _answer(known.waiting, end)
    raise Busy


def _act(asked: ActRequest, known: _Known, jurisdiction: Jurisdiction, now: datetime) -> Settlement | None:
    """Take the step on the round as it waits; None if it no longer did, and nothing was written."""
    require_unlocked(known.player.active_at, now=now, rules=jurisdiction.sessions)
    waiting = known.waiting
    _require_currency(asked, waiting)
    decided = Decided(action=asked.action, amount_minor=asked.amount_minor, by="player", request=asked.request)
    end = decide(waiting, decided, now_ms=to_epoch_ms(now))
    _require_allowed(end, known, jurisdiction, at_ms=waiting.head.instant_ms(now))
    noted = activity_clauses(asked.session_id, known.player.active_at, now=now)
    return end if record(waiting, end, unseen(asked.request.key), also=noted) else None


def _require_allowed(end: Settlement, known: _Known, jurisdiction: Jurisdiction, *, at_ms: int) -> None:
    raise_minor = end.result.staked_minor - known.waiting.bet.total_minor
    if raise_minor:
        circumstances = known.protection.circumstances(
            at_ms=at_ms,
            jurisdiction=jurisdiction,
            session=known.player,
            balance=known.waiting.money.balance(),
            currency=known.waiting.money.currency,
        )
        require_raise_allowed(known.protection.limits, raise_minor, circumstances)


def decide(waiting: WaitingRound, decided: Decided, *, now_ms: int) -> Settlement:
    """Play the round to its end with this decision, and compose its settlement.

    Raises:
        IllegalAction, InsufficientFunds: the round waits.
    """
    sheet, family, before = waiting.sheet, family_of(waiting.sheet), waiting.money.balance()
    seed = round_seed(waiting.round_id, waiting.epoch)
    deck = round_shoe(seed, waiting.round_id, waiting.epoch, sheet)
    state = begin(sheet, [waiting.bet], deck)
    need = family.need(state)
    assert isinstance(need, Decision), "an open round waits for a decision"
    amount_minor = _amount(decided, need.legal)
    state = proceed(sheet, state, Act(seat=0, action=decided.action, amount_minor=amount_minor), deck)
    over = family.need(state)
    assert isinstance(over, Over), "one decision ends a round of this family"
    time_ms = max(now_ms, waiting.head.tip.time_ms)
    ending = Ending(
        round_id=waiting.round_id,
        deal_leaf=waiting.deal.leaf,
        cards=family.dealt(state),
        result=over.results[0],
        acts=[{"a": decided.action.value, "amt": amount_minor, "by": decided.by, "t": time_ms}],
        seed=seed,
        raise_postings=stake_postings(amount_minor),
        actor=decided.by,
        request=decided.request,
    )
    return settle(ending, head=waiting.head, balance=before, now_ms=now_ms)


def _require_currency(asked: ActRequest, waiting: WaitingRound) -> None:
    kept_in = waiting.money.currency
    if asked.currency not in {None, kept_in}:
        raise CurrencyMismatch(f"Nothing was changed. The account is in {kept_in}.", currency=kept_in)


def _gather_player(asked: ActRequest, spans: WindowStarts, now: datetime) -> tuple[Columns, SessionRow, Head]:
    sql, params = gather(
        session_source(asked.session_id, now=now),
        head_source("(SELECT chain FROM session)"),
        BALANCE_SOURCE,
        seen_source(asked.request.key),
        *protection_sources(asked.session_id, spans),
        *round_sources(asked.round_id),
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        row = cursor.fetchone()
    if row is None:
        raise NotAuthenticated("Nothing was changed. The session has ended; log in again.")
    columns = Columns(row)
    player, head = columns.take(SessionRow), columns.take(HeadRow)
    assert player is not None, "the row exists for its session"
    assert head is not None, "a player has a chain"
    return columns, player, head.head()


def _amount(decided: Decided, legal: Sequence[LegalAction]) -> int:
    if decided.amount_minor is not None:
        return decided.amount_minor
    for open_to in legal:
        if open_to.action is decided.action:
            if open_to.cost_min_minor == open_to.cost_max_minor:
                return open_to.cost_min_minor
            raise IllegalAction(
                "Nothing was changed. Say the amount.", minimum=open_to.cost_min_minor, maximum=open_to.cost_max_minor
            )
    return 0


def _answer(waiting: WaitingRound, end: Settlement) -> RoundView:
    return view_round(
        waiting.sheet,
        deal=waiting.deal,
        end=just_written(end.record),
        in_play_minor=end.balance.in_play_minor,
        currency=waiting.money.currency,
    )

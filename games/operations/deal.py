"""Dealing a round: one statement to read, a decision, one statement to write.

A crash before the second statement leaves nothing: the same nonce, and so the same cards, wait for the next bet. A
crash after it leaves the whole step, and the repeated request gets its answer.

Source: docs/life-of-a-round.md; regulation F02, F03, F16, F18.
"""

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import connection

from audit import keys
from audit.core.records import SALT_BYTES, Record, write
from audit.core.seeds import seed_at
from audit.core.shuffle import Shoe, shoe
from audit.operations.announce_epoch import unseal_pebbles
from audit.operations.append import TRIES, Busy, Head, advance_clause, record_clauses, run
from audit.queries import EPOCH_SOURCE, EpochRow, HeadRow, head_source
from games.core.families import family_of
from games.core.family import Bet, Over
from games.core.play import deal_on, first_cards
from games.core.round_records import deal_fields
from games.core.round_view import RoundView, just_written, view_round
from games.core.settlement import stake_postings
from games.core.sheet import RuleSheet
from games.operations.admission import require_playable
from games.operations.settlement import Ending, Settlement, settle, settled_columns
from games.operations.standing import Standing, recall, remember
from games.operations.waiting import WaitingRound
from games.queries import (
    LAST_DEAL_SOURCE,
    LastDealRow,
    SheetRow,
    answer_to,
    sheet_source,
    still_current,
)
from kernel.cte import Columns, Cte, gather
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal
from players.operations.note_activity import activity_clauses
from players.queries import SessionRow, session_source
from players.tokens import NotAuthenticated
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.in_force import require_bet_allowed
from responsible_gaming.core.limits.wager import Wager
from responsible_gaming.core.limits.windows import WindowStarts, window_starts_at
from responsible_gaming.protection import protection_of, protection_sources
from wallet.core.idempotency import Request, require_same
from wallet.core.ledger import Balance, Posting, apply
from wallet.operations.post import Journal, journal_clauses
from wallet.queries import BALANCE_SOURCE, BalanceRow, SeenRow, seen_source, unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRequest:
    """What a player asks: a round of `game` for a bet, once for each request key."""

    session_id: UUID
    game: str
    bet: Bet
    currency: str
    request: Request


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dealt:
    """The decided step: what is to be written, and the answer once it is."""

    round_id: RoundId
    deal: Record
    journals: list[Journal]
    settlement: Settlement | None
    head: Head
    balance: Balance
    leaf: bytes


def deal_round(asked: DealRequest, *, jurisdiction: Jurisdiction, now: datetime) -> RoundView:
    """Take the stake and deal; where no decision is left to the player, settle in the same step.

    Raises:
        NotAuthenticated, SessionLocked: the session has ended, or waits for the PIN.
        IdempotencyKeyReused: the key belongs to another request.
        GameNotFound, RulesNotPublished, PlayerSuspended, AccountClosed, AccountDormant, NotVerified, ConsentOutdated,
        RoundStillOpen, EpochNotOpen, EpochExhausted, CurrencyMismatch, StakeOutOfLimits, BonusOutOfLimits, LimitExceeded, LimitsOutdated, InsufficientFunds,
        EntropyFailed: nothing was taken, nothing dealt.
        Busy: three times somebody else was faster.
    """
    remembered = recall(asked.session_id, now=now)
    if remembered is not None and remembered.game == asked.game:
        # What is refused on a memory may be allowed by now, or be a repetition: the look below decides.
        with suppress(Refusal):
            view = _deal(asked, remembered, jurisdiction, now)
            if view is not None:
                return view
    look_ms = to_epoch_ms(now)
    for _ in range(TRIES):
        known, seen = _gather(asked, jurisdiction, window_starts_at(look_ms, jurisdiction.window_rule), now)
        if seen is not None:
            require_same(asked.request, seen.request_digest)
            return answer_to(known.player.chain, journal_seq=seen.seq)
        look_ms = known.head.instant_ms(now)
        view = _deal(asked, known, jurisdiction, now) if known.protection.holds(look_ms) else None
        if view is not None:
            return view
    raise Busy


def _deal(asked: DealRequest, known: Standing, jurisdiction: Jurisdiction, now: datetime) -> RoundView | None:
    """Take the step as things stand; None if they no longer did, and nothing was written."""
    sheet, epoch = require_playable(known, currency=asked.currency, jurisdiction=jurisdiction, now=now)
    dealt = _decide(asked, known, sheet, epoch, jurisdiction, now_ms=to_epoch_ms(now))
    if not _record(asked, known, dealt, sheet, now):
        return None
    remember(asked.session_id, _after(asked, known, dealt, sheet, epoch, now))
    return _answer(dealt, sheet)


def _gather(
    asked: DealRequest, jurisdiction: Jurisdiction, spans: WindowStarts, now: datetime
) -> tuple[Standing, SeenRow | None]:
    paced = (LAST_DEAL_SOURCE,) if jurisdiction.game_cycle_ms else ()
    sql, params = gather(
        session_source(asked.session_id, now=now),
        head_source("(SELECT chain FROM session)"),
        BALANCE_SOURCE,
        EPOCH_SOURCE,
        *protection_sources(asked.session_id, spans),
        seen_source(asked.request.key),
        sheet_source(asked.game),
        *paced,
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        row = cursor.fetchone()
    if row is None:
        raise NotAuthenticated("Nothing was taken. The session has ended; log in again.")
    columns = Columns(row)
    player, head, money = columns.take(SessionRow), columns.take(HeadRow), columns.take(BalanceRow)
    assert player is not None, "the row exists for its session"
    assert head is not None, "a player has a chain"
    assert money is not None, "a player's chain has accounts"
    epoch, protection = columns.take(EpochRow), protection_of(columns, spans)
    seen, rules = columns.take(SeenRow), columns.take(SheetRow)
    last_deal = columns.take(LastDealRow) if paced else None
    standing = Standing(
        player=player, head=head.head(), money=money, epoch=epoch, protection=protection, game=asked.game, rules=rules,
        last_deal_ms=None if last_deal is None else last_deal.dealt_ms,
    )  # fmt: skip
    return standing, seen


def _decide(
    asked: DealRequest, known: Standing, sheet: RuleSheet, epoch: EpochRow, jurisdiction: Jurisdiction, *, now_ms: int
) -> _Dealt:
    assert known.rules is not None, "the rules were found"
    assert known.head.limits_leaf is not None, "a player's chain has limits from its registration"
    round_id = RoundId(known.player.chain, epoch.epoch, known.head.nonce + 1)
    seed = round_seed(round_id, epoch)
    deck = round_shoe(seed, round_id, epoch, sheet)
    opening = first_cards(sheet, [asked.bet], deck)
    family, before = family_of(sheet), known.money.balance()
    _require_allowed(asked.bet, known, jurisdiction, at_ms=max(now_ms, known.head.tip.time_ms))
    postings = stake_postings(asked.bet.total_minor)
    after = apply(before, postings)
    fields = deal_fields(
        round_id, rules_leaf=known.rules.leaf, limits_leaf=known.head.limits_leaf,
        request_digest=asked.request.digest, bet=asked.bet,
        cards=family.visible(opening, seat=0), postings=postings, before=before, after=after,
    )  # fmt: skip
    salt = os.urandom(SALT_BYTES)
    deal = write(known.head.tip, "deal", fields, now_ms=now_ms, salt=salt, signer=keys.signer("rounds"))
    head = known.head.after(deal, nonce=round_id.nonce, in_round=True)
    journal = _journal(deal, round_id, postings, after, asked.request)
    state = deal_on(sheet, opening, deck)
    need = family.need(state)
    if not isinstance(need, Over):
        return _Dealt(
            round_id=round_id, deal=deal, journals=[journal], settlement=None, head=head,
            balance=after, leaf=known.rules.leaf,
        )  # fmt: skip
    ending = Ending(
        round_id=round_id, deal_leaf=deal.tip.leaf, acts=(), cards=family.dealt(state), result=need.results[0],
        seed=seed, raise_postings=(), actor="player", request=None,
    )  # fmt: skip
    end = settle(ending, head=head, balance=after, now_ms=now_ms)
    return _Dealt(
        round_id=round_id, deal=deal, journals=[journal, end.journal], settlement=end, head=end.head,
        balance=end.balance, leaf=known.rules.leaf,
    )  # fmt: skip


def _require_allowed(bet: Bet, known: Standing, jurisdiction: Jurisdiction, *, at_ms: int) -> None:
    # At the instant that the record will bear, where an auditor looks too: a clock that went back revives no limit.
    circumstances = known.protection.circumstances(
        at_ms=at_ms, jurisdiction=jurisdiction, session=known.player, balance=known.money.balance(), currency=known.money.currency,
        last_deal_ms=known.last_deal_ms,
    )  # fmt: skip
    wager = Wager(stake_minor=bet.stake_minor, side_bet_minor=bet.side_bet_minor)
    require_bet_allowed(known.protection.limits, wager, circumstances)


def round_seed(round_id: RoundId, epoch: EpochRow) -> bytes:
    """Return the seed of a round, out of its epoch's sealed pebbles. Secret until the round's settlement."""
    kept = unseal_pebbles(epoch.sealed, chain=round_id.chain, epoch=epoch.epoch)
    return seed_at(round_id.nonce, kept, chain=round_id.chain, epoch=epoch.epoch, rounds=epoch.rounds)


def round_shoe(seed: bytes, round_id: RoundId, epoch: EpochRow, sheet: RuleSheet) -> Shoe:
    """Return the shoe of a round. Its undealt cards are computed when they are dealt, and stored nowhere."""
    return shoe(seed, round_id=round_id, client=epoch.client, decks=sheet.decks)


def _journal(deal: Record, round_id: RoundId, postings: list[Posting], after: Balance, request: Request) -> Journal:
    return Journal(
        seq=deal.tip.seq, kind="deal", time_ms=deal.tip.time_ms, postings=postings, balance=after,
        reference=str(round_id), actor="player", request=request,
    )  # fmt: skip


def _record(asked: DealRequest, known: Standing, dealt: _Dealt, sheet: RuleSheet, now: datetime) -> bool:
    records = [dealt.deal] if dealt.settlement is None else [dealt.deal, dealt.settlement.record]
    return run(
        [
            advance_clause(known.head, dealt.head, unseen(asked.request.key), still_current(sheet.game, dealt.leaf)),
            *record_clauses(records),
            *journal_clauses(dealt.journals),
            _round_clause(asked.bet, dealt, sheet),
            *activity_clauses(asked.session_id, known.player.active_at, now=now),
        ]
    )


def _round_clause(bet: Bet, dealt: _Dealt, sheet: RuleSheet) -> Cte:
    return Cte(
        "round",
        "INSERT INTO games_round (chain, epoch, nonce, game, rules_leaf, deal_seq, dealt_ms, stake_minor, side_bet_minor, settle_seq,"
        " settled_ms, staked_minor, returned_minor, outcome) SELECT head.chain, %s::int, %s::int, %s::text, %s::bytea,"
        " %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::text FROM head",
        (
            dealt.round_id.epoch, dealt.round_id.nonce, sheet.game, dealt.leaf, dealt.deal.tip.seq,
            dealt.deal.tip.time_ms, bet.stake_minor, bet.side_bet_minor, *settled_columns(dealt.settlement).values(),
        ),
    )  # fmt: skip


def _after(
    asked: DealRequest, known: Standing, dealt: _Dealt, sheet: RuleSheet, epoch: EpochRow, now: datetime
) -> Standing:
    """Return how the player stands once the step is written."""
    head, money = dealt.head.written(), known.money.with_balance(dealt.balance)
    waiting = None
    if dealt.settlement is None:
        waiting = WaitingRound(
            round_id=dealt.round_id, deal=just_written(dealt.deal), bet=asked.bet, sheet=sheet,
            head=head, money=money, epoch=epoch,
        )  # fmt: skip
    last_deal_ms = dealt.deal.tip.time_ms
    player = known.player.noted(now)
    return replace(known, player=player, head=head, money=money, last_deal_ms=last_deal_ms, waiting=waiting)


def _answer(dealt: _Dealt, sheet: RuleSheet) -> RoundView:
    end = dealt.settlement
    return view_round(
        sheet,
        deal=just_written(dealt.deal),
        end=None if end is None else just_written(end.record),
        in_play_minor=dealt.balance.in_play_minor,
        currency=sheet.currency,
    )

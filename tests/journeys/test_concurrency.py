"""Many requests at the same moment: on a real server with two workers, and by threads against the operations."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
import psycopg
import pytest
from django.db import connections

from audit.core.records import parse_entry
from audit.operations.append import Busy
from audit.operations.open_epoch import RoundStillOpen, open_epoch
from games.core.action import Action
from games.core.family import Bet
from games.core.round_view import RoundView
from games.operations.act import ActRequest, act_on_round
from games.operations.deal import DealRequest, deal_round
from games.operations.open_round import RoundClosed
from games.queries.rounds import history, open_round_id
from kernel.refusals import Refusal
from players.operations.log_in import log_out
from players.tokens import session_id_of
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from tests.journeys.player import GAME, Player, done, fresh_key
from tests.journeys.running import until
from tests.world import (
    DEMO,
    NOW,
    fresh_request,
    fund,
    log_in_player,
    open_house,
    open_next_epoch,
    run_sequencer,
    set_limits,
    sign_up,
)
from wallet.core.ledger import InsufficientFunds
from wallet.queries.balances import balance
from wallet.queries.journals import statement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from kernel.ids import ChainId
    from wallet.core.idempotency import IdempotentRequest

T = TypeVar("T")

_AT_ONCE = 16
_STAKE_MINOR = 30_000


def at_once(count: int, step: Callable[[int], T]) -> list[T]:
    """Do `step` `count` times, all released at the same moment, and return what each gave."""
    barrier = threading.Barrier(count)

    def released(number: int) -> T:
        try:
            barrier.wait(30)
            return step(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(released, range(count)))


# --- Over HTTP ----------------------------------------------------------------------------------------------


def seated(url: str, amount_minor: int) -> Player:
    player = Player(url)
    player.fund(amount_minor)
    player.open_epoch()
    return player


def repeated(step: Callable[..., httpx.Response], key: str) -> Callable[[int], httpx.Response]:
    return lambda _: step(key=key)


def ledger_of(player: Player) -> list[dict[str, Any]]:
    return player.get("/wallet/statement?limit=50")["items"]  # type: ignore[no-any-return]  # JSON


def code(answer: httpx.Response) -> str:
    return str(answer.json().get("code", "done"))


@pytest.mark.slow
def test_a_hundred_simultaneous_bets_on_one_account_never_overdraw_it(url: str) -> None:
    granted_minor = 3 * _STAKE_MINOR
    player = seated(url, granted_minor)

    def bet(_: int) -> str:
        """Bet once, giving way to a round that is open by deciding it."""
        while True:
            said = code(player.deal(_STAKE_MINOR, key=fresh_key()))
            if said == "round-open":
                waiting = player.send("GET", "/rounds/open").json()
                if "id" in waiting:
                    player.act(waiting["id"])
            elif said != "busy":
                return said
            time.sleep(0.25)

    said = Counter(at_once(100, bet))

    assert set(said) <= {"done", "insufficient-funds"}
    lines = statement(player.chain, before_seq=None, limit=1000)
    assert min(line.balance.cash_minor for line in lines) >= 0
    assert sum(line.kind == "deal" for line in lines) == said["done"]
    rounds = history(player.chain, before=None, limit=1000)
    waiting = [line for line in rounds if line.settled_ms is None]
    brought = sum((line.returned_minor or 0) - (line.staked_minor or line.stake_minor) for line in rounds)
    assert balance(player.chain).cash_minor == granted_minor + brought
    assert balance(player.chain).in_play_minor == sum(line.stake_minor for line in waiting)


def test_a_request_sent_many_times_at_once_is_done_once_and_answered_alike(url: str) -> None:
    player = seated(url, 1_000_000)
    while True:
        key = fresh_key()
        deals = at_once(_AT_ONCE, repeated(player.deal, key))
        if deals[0].json()["status"] == "open":
            break
    journals = len(ledger_of(player))
    acts = at_once(_AT_ONCE, lambda _: player.act(deals[0].json()["id"], "raise", key=key + "-act"))

    assert {(answer.status_code, answer.content) for answer in deals} == {(201, deals[0].content)}
    assert {(answer.status_code, answer.content) for answer in acts} == {(201, acts[0].content)}
    assert len(ledger_of(player)) == journals + 1
    assert done(acts[0]) == player.get(f"/rounds/{deals[0].json()['id']}")


def test_of_bets_placed_at_once_no_second_is_dealt_while_a_round_is_open(url: str) -> None:
    player = seated(url, 1_000_000)

    while player.send("GET", "/rounds/open").status_code == httpx.codes.NOT_FOUND:
        said = Counter(code(answer) for answer in at_once(_AT_ONCE, lambda _: player.deal()))
        assert set(said) <= {"done", "round-open", "busy"}

    states = Counter(line["status"] for line in player.get("/rounds?limit=50")["items"])
    assert states["open"] == 1


def test_no_bet_is_taken_once_the_log_out_has_been_answered(url: str) -> None:
    player = seated(url, 1_000_000)
    left_at: list[int] = []

    def play_or_leave(number: int) -> set[str]:
        if number == 0:
            assert player.log_out().status_code == httpx.codes.NO_CONTENT
            left_at.append(len(history(player.chain, before=None, limit=1000)))
            return set()
        said: set[str] = set()
        while "not-authenticated" not in said:
            answer = player.deal()
            said.add(code(answer))
            if answer.is_success and answer.json()["status"] == "open":
                said.add(code(player.act(answer.json()["id"])))
        return said

    said = set().union(*at_once(4, play_or_leave))

    assert said <= {"done", "round-open", "round-closed", "busy", "not-authenticated"}
    assert left_at == [len(history(player.chain, before=None, limit=1000))]


# --- Against the operations ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    chain: ChainId
    session_id: UUID

    def deal(self, request: IdempotentRequest | None = None) -> RoundView | type[Refusal]:
        asked = DealRequest(
            session_id=self.session_id,
            game=GAME,
            bet=Bet(_STAKE_MINOR),
            currency="USD",
            idempotency=request or fresh_request(),
        )
        return refused_or(lambda: deal_round(asked, jurisdiction=DEMO, now=NOW))

    def stand(self) -> RoundView | type[Refusal]:
        round_id = open_round_id(self.chain)
        if round_id is None:
            return RoundClosed
        asked = ActRequest(
            session_id=self.session_id,
            round_id=round_id,
            action=Action.STAND,
            amount_minor=None,
            idempotency=fresh_request(),
        )
        return refused_or(lambda: act_on_round(asked, jurisdiction=DEMO, now=NOW))


def refused_or(step: Callable[[], RoundView]) -> RoundView | type[Refusal]:
    try:
        return step()
    except Refusal as refusal:
        return type(refusal)


@pytest.fixture
def seat(transactional_db: None) -> Seat:  # noqa: ARG001  threads see only what is committed
    open_house()
    chain = sign_up()
    open_next_epoch(chain)
    return Seat(chain=chain, session_id=session_id_of(log_in_player().token))


def test_a_hundred_bets_by_threads_with_money_for_one_take_no_more_than_there_is(seat: Seat) -> None:
    fund(seat.chain, _STAKE_MINOR + _STAKE_MINOR // 2)

    results = [result for _ in range(7) for result in at_once(_AT_ONCE, lambda _: seat.deal())]

    dealt = [result for result in results if isinstance(result, RoundView)]
    assert {result for result in results if not isinstance(result, RoundView)} <= {
        InsufficientFunds,
        RoundStillOpen,
        Busy,
    }
    assert len(dealt) == len(history(seat.chain, before=None, limit=1000)) >= 1
    assert min(line.balance.cash_minor for line in statement(seat.chain, before_seq=None, limit=1000)) >= 0


@pytest.mark.clause("F26")
@pytest.mark.slow
def test_fifty_bets_at_once_by_one_player_never_pass_a_limit_on_wagers(seat: Seat) -> None:
    limit_minor = 5 * _STAKE_MINOR + _STAKE_MINOR // 2
    fund(seat.chain, 100 * _STAKE_MINOR)
    set_limits(seat.chain, Limits(current={"wager_day": limit_minor}))

    def bet(_: int) -> RoundView | type[Refusal]:
        """Bet until the bet is taken or a limit forbids it, giving way to a round that is open by deciding it."""
        said = seat.deal()
        while said is RoundStillOpen or said is Busy:
            seat.stand()
            said = seat.deal()
        return said

    results = at_once(50, bet)

    # Five stakes fit into the limit, and a sixth does not.
    assert sum(isinstance(result, RoundView) for result in results) == 5
    assert {result for result in results if not isinstance(result, RoundView)} == {LimitExceeded}
    assert balance(seat.chain).totals.staked_minor == 5 * _STAKE_MINOR <= limit_minor


def test_decisions_made_at_once_settle_a_round_once(seat: Seat) -> None:
    fund(seat.chain, 100 * _STAKE_MINOR)
    for _ in range(5):
        while open_round_id(seat.chain) is None:
            assert isinstance(seat.deal(), RoundView)
        journals = len(statement(seat.chain, before_seq=None, limit=1000))

        results = at_once(_AT_ONCE, lambda _: seat.stand())

        assert sum(isinstance(result, RoundView) for result in results) == 1
        assert {result for result in results if not isinstance(result, RoundView)} <= {RoundClosed, Busy}
        assert len(statement(seat.chain, before_seq=None, limit=1000)) == journals + 1


def test_money_granted_while_bets_are_placed_is_all_there_afterwards(seat: Seat) -> None:
    fund(seat.chain, _STAKE_MINOR)

    def grant_or_play(number: int) -> None:
        for _ in range(5):
            if number % 2:
                seat.deal()
                seat.stand()
            else:
                _insist(lambda: fund(seat.chain, 1_000))

    at_once(6, grant_or_play)

    rounds = history(seat.chain, before=None, limit=1000)
    brought = sum((line.returned_minor or 0) - (line.staked_minor or line.stake_minor) for line in rounds)
    # 3 threads times 5 grants.
    assert balance(seat.chain).cash_minor == _STAKE_MINOR + 3 * 5 * 1_000 + brought


def test_a_bet_that_is_being_decided_is_taken_before_its_log_out_is_answered_or_never(
    seat: Seat, servers_environment: Mapping[str, str]
) -> None:
    fund(seat.chain, _STAKE_MINOR)

    def leave() -> int:
        log_out(seat.session_id, now=NOW)
        return len(history(seat.chain, before=None, limit=10))

    with (
        ThreadPoolExecutor(2) as pool,
        psycopg.connect(servers_environment["DATABASE_URL"], autocommit=True) as watcher,
    ):
        with psycopg.connect(servers_environment["DATABASE_URL"]) as rival:
            rival.execute("SELECT FROM audit_chain WHERE chain = %s FOR UPDATE", [seat.chain])
            # The bet has read that its session holds, and waits to be written.
            betting = pool.submit(closing(seat.deal))
            until(lambda: waiting_for_locks(watcher) == 1)
            leaving = pool.submit(closing(leave))
            until(lambda: waiting_for_locks(watcher) == 2 or leaving.done())
        betting.result()

        assert leaving.result() == len(history(seat.chain, before=None, limit=10))


def test_a_bet_that_was_decided_before_seeds_were_revealed_is_not_dealt_from_them(
    seat: Seat, servers_environment: Mapping[str, str]
) -> None:
    fund(seat.chain, _STAKE_MINOR)
    run_sequencer()

    with (
        ThreadPoolExecutor(2) as pool,
        psycopg.connect(servers_environment["DATABASE_URL"], autocommit=True) as watcher,
    ):
        with psycopg.connect(servers_environment["DATABASE_URL"]) as rival:
            rival.execute("SELECT FROM audit_chain WHERE chain = %s FOR UPDATE", [seat.chain])
            opening = pool.submit(closing(lambda: open_epoch(seat.chain, client_seed=bytes(32), now=NOW)))
            until(lambda: waiting_for_locks(watcher) == 1)
            # The bet has read the epoch before, and waits to be written after the step that reveals its seeds.
            betting = pool.submit(closing(seat.deal))
            until(lambda: waiting_for_locks(watcher) == 2)
        opened, dealt = opening.result(), betting.result()

    assert "left" in parse_entry(opened.entry)
    assert isinstance(dealt, RoundView)
    assert (dealt.epoch, dealt.nonce) == (1, 1)


def closing(step: Callable[[], T]) -> Callable[[], T]:
    """Do `step` in a thread that leaves no connection behind."""

    def closed() -> T:
        try:
            return step()
        finally:
            connections.close_all()

    return closed


def waiting_for_locks(watcher: psycopg.Connection[tuple[int]]) -> int:
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    row = watcher.execute(asked).fetchone()
    assert row is not None
    return row[0]


def _insist(step: Callable[[], None]) -> None:
    while True:
        try:
            return step()
        except Busy:
            continue

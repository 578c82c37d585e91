"""The answers that were published with the protocol come out of our own code, byte for byte."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

import pytest

from audit.core.shuffle import Shoe
from games.core.action import Action
from games.core.cards import Card, card_text, parse_card
from games.core.family import Bet, SeatResult
from games.core.round_postings import result_postings, stake_postings as act_postings
from games.core.sheet import RuleSheet
from kernel.ids import ChainId
from tables.core.decisions import DecidedBy
from tables.core.definition import TableDefinition
from tables.core.epoch import TableEpoch, commitment, contribution, mix
from tables.core.epoch_cards import EpochCards, SealedHand, seal_of
from tables.core.house_hand import HouseHand, SeatDecision, deal_hand
from tables.core.opening import abort_fields, open_epoch
from tables.core.player_records import (
    Movement,
    StakeOrder,
    act_fields,
    refund_postings,
    settle_fields,
    stake_fields,
    stake_postings,
    void_fields,
)
from tables.core.stakes import Stake, commit_fields, seats_fields, stakes_from_record
from tests.shared_vectors import published_lines
from wallet.core.ledger import Account, Balance, Posting, apply_postings

Record = Mapping[str, Any]
COMMON: Final = ("v", "type", "chain", "seq", "prev", "time", "salt")

VECTORS: Final = published_lines("tables.jsonl")
DERIVED: Final = [vector for vector in VECTORS if "contribs" in vector]
RESHUFFLED: Final = [vector for vector in VECTORS if "discards_in_any_order" in vector]
SEALED: Final = [vector for vector in VECTORS if "sealed" in vector]
LOGS: Final = [vector for vector in VECTORS if "log" in vector]

pytestmark = pytest.mark.skipif(not VECTORS, reason="../shared/vectors/tables.jsonl does not exist")


def named(vector: Record) -> str:
    return str(vector["vector"])


def epoch_of(vector: Record) -> TableEpoch:
    return TableEpoch(ChainId(UUID(hex=vector["chain"])), vector["epoch"])


def cards_of(vector: Record) -> EpochCards:
    client = bytes.fromhex(vector["client"]) if "client" in vector else b""
    return EpochCards(epoch=epoch_of(vector), seed=bytes.fromhex(vector["seed"]), client=client)


def test_every_published_answer_is_compared() -> None:
    assert (len(DERIVED), len(RESHUFFLED), len(SEALED), len(LOGS)) == (4, 2, 1, 3)
    assert sum(map(len, (DERIVED, RESHUFFLED, SEALED, LOGS))) == len(VECTORS)


@pytest.mark.parametrize("vector", DERIVED, ids=named)
def test_commitment_contributions_mix_and_deck(vector: Record) -> None:
    epoch, values = epoch_of(vector), {seat: bytes.fromhex(r) for seat, r in vector["reveals"]}

    assert commitment(epoch, bytes.fromhex(vector["seed"])).hex() == vector["commit"]
    assert [[s, contribution(epoch, seat=s, value=values[s]).hex()] for s in values] == vector["contribs"]
    assert mix(epoch, values).hex() == vector["client"]
    deck = cards_of(vector).deck(vector["decks"])
    assert isinstance(deck, Shoe)
    assert deck[: len(vector["deck"])] == vector["deck"]
    assert " ".join(card_text(Card(card)) for card in vector["deck"]) == vector["cards"]


@pytest.mark.parametrize("vector", RESHUFFLED, ids=named)
def test_used_cards_are_shuffled_again(vector: Record) -> None:
    used = [Card(card) for card in vector["discards_in_any_order"]]

    assert list(cards_of(vector).reshuffled(used, reshuffle=vector["k"])) == vector["pack"]


@pytest.mark.parametrize("vector", SEALED, ids=named)
def test_a_seats_hands_are_sealed_one_after_the_other(vector: Record) -> None:
    cards = cards_of(vector)
    for nth, texts in enumerate(vector["cards"]):
        hand = cards.sealed(vector["seat"], nth, [parse_card(text) for text in texts])

        assert hand.key.hex() == vector["keys"][nth]
        assert hand.seal.hex() == vector["sealed"][nth]
        assert seal_of(hand.key, texts) == hand.seal


class Log:
    """A published log: its records by type, in log order, and what can be told from the first of them."""

    def __init__(self, vector: Record) -> None:
        self.records: list[tuple[Record, bytes]] = [
            (json.loads(entry["note"].partition("\n")[0]), bytes.fromhex(entry["leaf"])) for entry in vector["log"]
        ]
        self.table_leaf = self.leaf("table")
        self.sheet = RuleSheet.from_document(self.one("rules")["rules"])
        self.table = TableDefinition.from_record(self.sheet, self.one("table"))
        self.stakes = stakes_from_record(self.table, self.one("seats"))
        self.epoch = TableEpoch(ChainId(UUID(hex=self.one("table")["chain"])), 0)

    def all(self, kind: str) -> list[tuple[Record, bytes]]:
        return [(record, leaf) for record, leaf in self.records if record["type"] == kind]

    def one(self, kind: str) -> Record:
        ((record, _),) = self.all(kind)
        return record

    def leaf(self, kind: str) -> bytes:
        ((_, leaf),) = self.all(kind)
        return leaf

    def stake_of(self, leaf: str) -> Stake:
        return next(stake for stake in self.stakes if stake.leaf.hex() == leaf)

    def hand(self) -> HouseHand:
        opened, seed = self.one("open"), bytes.fromhex(self.one("hand_end")["seed"])
        cards = EpochCards(epoch=self.epoch, seed=seed, client=bytes.fromhex(opened["client"]))
        return deal_hand(self.sheet, self.stakes, cards)


def body(record: Record) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in COMMON}


def movement(record: Record, postings: list[Posting], *, in_play_minor: int) -> Movement:
    """Move money as a record of a player's chain says, from the balance that it begins with."""
    before = Balance(record["bal"][0], in_play_minor, currency="USD")
    return Movement(postings=postings, before=before, after=apply_postings(before, postings))


@pytest.mark.parametrize("vector", LOGS, ids=named)
def test_table_commitment_and_seats_are_written_as_published(vector: Record) -> None:
    log = Log(vector)
    seats = log.one("seats")

    assert log.table.fields() == body(log.one("table"))
    assert commit_fields(0, committed=bytes.fromhex(log.one("commit")["commit"])) == body(log.one("commit"))
    next_commitment = bytes.fromhex(seats["next"]["commit"])
    assert seats_fields(log.table, 0, log.stakes, next_commitment=next_commitment) == body(seats)


@pytest.mark.parametrize("vector", LOGS, ids=named)
def test_stakes_are_written_as_published(vector: Record) -> None:
    log = Log(vector)
    assert len(log.all("deal")) == 2
    for record, leaf in log.all("deal"):
        stake = log.stake_of(leaf.hex())
        order = StakeOrder(
            table_leaf=log.table_leaf,
            epoch=0,
            seat=stake.seat,
            bet=stake.bet,
            contribution=stake.contribution,
            session_reference=bytes(32),
        )
        moved = movement(record, stake_postings(log.table, stake.bet), in_play_minor=0)

        written = stake_fields(log.table, order, moved, limits_leaf=bytes.fromhex(record["limits"]))
        # The answers were published before stakes named their session.
        assert written.pop("sess") == "00" * 32
        assert written == body(record)


@pytest.mark.parametrize("vector", LOGS[:2], ids=named)
def test_a_hand_is_opened_dealt_and_ended_as_published(vector: Record) -> None:
    log = Log(vector)
    opened, hand, end = log.one("open"), log.one("hand"), log.one("hand_end")
    values = {reveal["seat"]: bytes.fromhex(reveal["r"]) for reveal in opened["reveals"]}

    assert open_epoch(log.epoch, log.stakes, values, covered_size=opened["size"]).fields == body(opened)
    dealt = log.hand()
    assert dealt.fields(at_ms=hand["time"]) == body(hand)
    decisions = [
        SeatDecision(
            seat=log.stake_of(act["deal"]).seat,
            action=Action(act["a"]),
            amount_minor=act["amt"],
            by=DecidedBy.PLAYER,
            at_ms=act["time"],
            act_leaf=leaf,
        )
        for act, leaf in log.all("act")
    ]
    silent = [stake.seat for stake in log.stakes if stake.seat not in {decision.seat for decision in decisions}]
    decisions += [dealt.default_of(seat, at_ms=end["time"]) for seat in silent]
    assert dealt.finish(decisions).fields(dealt.cards, hand_leaf=log.leaf("hand")) == body(end)


@pytest.mark.parametrize("vector", LOGS[:2], ids=named)
def test_acts_and_settlements_are_written_as_published(vector: Record) -> None:
    log = Log(vector)
    results = {result["seat"]: result for result in log.one("hand_end")["results"]}
    for act, _ in log.all("act"):
        stake = log.stake_of(act["deal"])
        moved = movement(act, act_postings(act["amt"]), in_play_minor=stake.bet.total_minor)
        written = act_fields(
            stake_leaf=stake.leaf,
            hand_leaf=log.leaf("hand"),
            action=Action(act["a"]),
            amount_minor=act["amt"],
            movement=moved,
        )
        assert written == body(act)
    for settle, _ in log.all("settle"):
        stake = log.stake_of(settle["deal"])
        told = results[stake.seat]
        result = SeatResult(outcome=told["result"], staked_minor=told["staked"], returned_minor=told["returned"])
        moved = movement(settle, result_postings(result), in_play_minor=told["staked"])
        end_leaf = log.leaf("hand_end")
        assert settle_fields(stake_leaf=stake.leaf, end_leaf=end_leaf, result=told, movement=moved) == body(settle)


def test_a_burnt_epoch_is_aborted_and_voided_as_published() -> None:
    log = Log(LOGS[2])
    abort = log.one("table_abort")
    values = {reveal["seat"]: bytes.fromhex(reveal["r"]) for reveal in abort["reveals"]}
    seed = bytes.fromhex(abort["seed"])

    assert abort_fields(log.epoch, log.stakes, values, seed=seed, covered=True) == body(abort)
    assert commitment(log.epoch, seed).hex() == log.one("commit")["commit"]
    for void, _ in log.all("void"):
        stake = log.stake_of(void["deal"])
        amount_minor = stake.bet.total_minor
        moved = movement(void, refund_postings(log.table, amount_minor), in_play_minor=amount_minor)
        assert moved.postings == [Posting(Account.IN_PLAY, Account.CASH, amount_minor)]
        end_leaf = log.leaf("table_abort")
        assert void_fields(stake_leaf=stake.leaf, end_leaf=end_leaf, movement=moved) == body(void)


def test_one_changed_value_changes_every_card_of_the_deck() -> None:
    vector = DERIVED[3]
    values = {seat: bytes.fromhex(r) for seat, r in vector["reveals"]}
    seat = max(values)
    changed = {**values, seat: hashlib.sha256(values[seat]).digest()}
    other = EpochCards(
        epoch=epoch_of(vector), seed=bytes.fromhex(vector["seed"]), client=mix(epoch_of(vector), changed)
    )

    assert list(other.deck(1)) != list(cards_of(vector).deck(1))


def test_a_seal_hides_the_hand_and_opens_with_its_key_alone() -> None:
    hand = SealedHand(seat=0, cards=(parse_card("9s"), parse_card("Th")), key=bytes(32))

    assert hand.seal_member() == {"seat": 0, "h": hashlib.sha256(b"RDF1/sealed\0" + bytes(32) + b"9s Th").hexdigest()}
    assert hand.opened_member() == {"seat": 0, "cards": ["9s", "Th"], "key": "00" * 32}
    assert seal_of(bytes(32), ["Th", "9s"]) != hand.seal


def test_bets_are_read_from_seats_with_their_side_bets() -> None:
    log = Log(LOGS[1])
    record = {"seats": [{**log.one("seats")["seats"][0], "bonus": 500}]}

    assert stakes_from_record(log.table, record)[0].bet == Bet(1000, 500)

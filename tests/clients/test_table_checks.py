"""The players' client holds a table's records against what it sent and was shown: honest evenings pass, lies do not."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from reddog_client.chain import Chain
from reddog_client.errors import Reason, TooLateError, VerificationError
from reddog_client.platform_api import PlatformApi
from reddog_client.public_keys import Algorithm, PublicKey
from reddog_client.receipts import ReceiptFile
from reddog_client.statements import Place
from reddog_client.table_chain import TableChain
from reddog_client.table_checks import (
    require_fair_end,
    require_named,
    require_own_turns,
    require_question,
    require_seal,
    secrets_of,
)
from reddog_client.table_stake import Dealing, TableStake
from tests.clients.test_chain import changed, records_of
from tests.verifier.keyed import LAPTOP, PHONE, THIEF, Device
from tests.verifier.producer import ORIGIN, sha256
from tests.verifier.sheets import MONTANA_TABLE, POT, RED_DOG_TABLE
from tests.verifier.table_logs import burnt_epoch, montana_hand, pot_game, shared_hand, withdrawn_stake
from tests.verifier.test_signed_tables import signed_game, signed_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from reddog_client.records import Record
    from tests.verifier.producer import Document, Log

KIDS = {PHONE.kid, LAPTOP.kid, THIEF.kid}


def chain_of(name: str) -> str:
    return sha256(f"gambler {name}".encode())[:16].hex()


def table_records(log: Log) -> list[Record]:
    """Return the records of the log's only table."""
    chains = {json.loads(entry.split(b"\n")[0])["chain"] for entry in log.seal().entries}
    found = [records for chain in chains if (records := records_of(log, chain))[0].kind == "table"]
    (records,) = found
    return records


def followed_to(records: Sequence[Record]) -> Chain:
    chain = Chain(name=str(records[0].fields["chain"]))
    for record in records:
        chain = chain.followed_by(record, known_kids=KIDS, origin=ORIGIN)
    return chain


@dataclass
class Evening:
    """A stake in an honest log, as its player's client has it, and the table's records."""

    stake: TableStake
    chain: TableChain
    own: list[Record]

    @classmethod
    def of(cls, log: Log, name: str, sheet: Document, *, number: int = 0) -> Evening:
        """Take the stake `number` of a player's chain."""
        own = records_of(log, chain_of(name))
        record = [each for each in own if "table" in each.fields][number]
        fields = record.fields
        records = table_records(log)
        chain = table_chain(records)
        announced = chain.announced(fields["epoch"])
        assert announced is not None
        stake = TableStake(
            table=records[0].fields["chain"], epoch=fields["epoch"], seat=fields["seat"], value="",
            amount=fields.get("ante", fields.get("buy_in")), side_bet=fields.get("bonus", 0),
            contribution=fields["contrib"], announced_seq=announced[0], announced=announced[1],
            dealing=Dealing.parse(sheet), leaf=record.leaf, signed="psig" in fields, revealed=True,
        )  # fmt: skip
        return cls(
            stake, chain, [each for each in own if record.leaf in (each.fields.get("deal"), each.fields.get("sit"))]
        )

    @property
    def ended(self) -> Record:
        return self.own[-1]

    def record(self, kind: str) -> Record:
        found = self.chain.one(self.stake.epoch, kind)
        assert found is not None
        return found

    def check(self) -> None:
        act = next((each for each in self.own if each.kind == "act"), None)
        keys = [device_key(name) for name in (PHONE, LAPTOP)]
        require_own_turns(self.stake, self.chain, keys, place_of(self))
        require_fair_end(self.stake, self.chain, self.ended, table=self.chain.records[0], act=act)

    def spoil(self, kind: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Have the table tell another thing in its last record of a type, and keep the leaf by which others name it."""
        number = [record.kind for record in self.chain.records].index(kind)
        record = self.chain.records[number]
        fields = copy.deepcopy(dict(record.fields))
        change(fields)
        assert fields != record.fields
        self.chain.records[number] = replace(record, fields=fields)


def place_of(evening: Evening) -> Place:
    name = next(name for name in ("ada", "ben", "cem") if chain_of(name) == evening.ended.fields["chain"])
    return Place(origin=ORIGIN, chain=chain_of(name), prev="", until=0)


def device_key(device: Device) -> PublicKey:
    return PublicKey(algorithm=Algorithm(device.alg), pub=device.pub)


def table_chain(records: Sequence[Record]) -> TableChain:
    chain = TableChain(PlatformApi("http://nobody"), str(records[0].fields["chain"]), first=0, kept=None)  # type: ignore[arg-type]
    chain.records = list(records)
    return chain


EVENINGS = [
    pytest.param(shared_hand, "ada", RED_DOG_TABLE, id="red dog, raised"),
    pytest.param(shared_hand, "ben", RED_DOG_TABLE, id="red dog, silent"),
    pytest.param(montana_hand, "ada", MONTANA_TABLE, id="montana, surrendered, with a side bet"),
    pytest.param(montana_hand, "ben", MONTANA_TABLE, id="montana, raised"),
    pytest.param(pot_game, "ada", POT, id="a pot"),
    pytest.param(pot_game, "cem", POT, id="a pot, away"),
    pytest.param(signed_hand, "ada", RED_DOG_TABLE, id="signed against the house"),
    pytest.param(signed_game, "ada", POT, id="signed around a pot"),
    pytest.param(signed_game, "ben", POT, id="signed around a pot, by the other algorithm"),
    pytest.param(burnt_epoch, "ada", RED_DOG_TABLE, id="burnt"),
    pytest.param(withdrawn_stake, "ben", RED_DOG_TABLE, id="withdrawn"),
]


@pytest.mark.parametrize(("log", "name", "sheet"), EVENINGS)
def test_an_honest_evening_is_what_was_sent_and_dealt(log: Callable[[], Log], name: str, sheet: Document) -> None:
    Evening.of(log(), name, sheet).check()


@pytest.mark.parametrize("name", ["ada", "ben", "cem"])
@pytest.mark.parametrize("log", [signed_hand, signed_game, shared_hand, montana_hand, pot_game, burnt_epoch])
def test_a_chain_with_stakes_is_followed_to_its_head(log: Callable[[], Log], name: str) -> None:
    records = records_of(log(), chain_of(name))

    chain = followed_to(records)

    assert (chain.seq, chain.leaf) == (records[-1].seq, records[-1].leaf)
    stakes = [record for record in records if "table" in record.fields]
    ends = [record for record in records if record.kind in {"settle", "void", "leave"}]
    assert (chain.stake is not None) is (len(stakes) > len(ends))
    assert Chain.parse(json.loads(json.dumps(chain.document()))) == chain
    without = {name: value for name, value in chain.document().items() if name != "stake"}
    assert Chain.parse(without).leaf == chain.leaf, "a file of the version before"


@pytest.mark.parametrize("kind", ["deal", "sit", "act"])
def test_in_a_chain_with_keys_nothing_at_tables_goes_unsigned(kind: str) -> None:
    records = records_of(signed_game() if kind == "sit" else signed_hand(), chain_of("ada"))
    number = [record.kind for record in records].index(kind)
    chain, record = followed_to(records[:number]), records[number]
    spoiled = dict(record.fields)
    del spoiled["psig"]
    bare = replace(record, fields=spoiled)
    amount = "buy_in" if kind == "sit" else "amt" if kind == "act" else "ante"

    for lie in (bare, changed(record, **{amount: record.fields[amount] + 100})):
        with pytest.raises(VerificationError) as refused:
            chain.followed_by(lie, known_kids=KIDS, origin=ORIGIN)
        assert refused.value.reason is Reason.UNSIGNED_RECORD


def test_a_second_stake_and_an_act_about_another_are_no_chain() -> None:
    records = records_of(shared_hand(), chain_of("ada"))
    at = {kind: [record.kind for record in records].index(kind) for kind in ("deal", "act")}
    staked, acted = followed_to(records[: at["deal"] + 1]), followed_to(records[: at["act"] + 1])
    again = {"seq": staked.seq + 1, "prev": staked.leaf}

    for chain, lie in (
        (staked, changed(records[at["deal"]], **again)),
        (staked, changed(records[at["act"]], deal="00" * 32)),
        (acted, changed(records[at["act"]], seq=acted.seq + 1, prev=acted.leaf)),
    ):
        with pytest.raises(VerificationError) as refused:
            chain.followed_by(lie, known_kids=KIDS, origin=ORIGIN)
        assert refused.value.reason is Reason.BROKEN_CHAIN


# --- Lies about the stakes, before the value is told ---


@pytest.mark.parametrize(
    "change", [{"stake": "00" * 32}, {"contrib": "11" * 32}, {"ante": 601}, {"seat": 2}, {"bonus": 100}], ids=str
)
def test_no_value_is_told_for_another_stake(change: dict[str, Any]) -> None:
    evening = Evening.of(shared_hand(), "ada", RED_DOG_TABLE)
    assert require_named(evening.stake, evening.chain).kind == "seats"
    evening.spoil("seats", lambda fields: fields["seats"][0].update(change))

    with pytest.raises(VerificationError) as refused:
        require_named(evening.stake, evening.chain)

    assert refused.value.reason is Reason.OTHER_RECORD


def test_no_value_is_told_for_another_seed_or_before_the_betting_is_over() -> None:
    evening = Evening.of(shared_hand(), "ada", RED_DOG_TABLE)
    records = evening.chain.records
    replaced = replace(records[1], fields={**records[1].fields, "commit": "22" * 32, "reason": "lost"}, leaf="33" * 32)

    for lie in ([records[0], records[1], replaced, *records[2:]], records[:2]):
        evening.chain.records = list(lie)
        with pytest.raises(VerificationError) as refused:
            require_named(evening.stake, evening.chain)
        assert refused.value.reason is Reason.OTHER_RECORD


# --- Lies about cards, decisions and payments ---


def test_a_hidden_hand_that_was_sealed_as_another_is_not_decided() -> None:
    evening = Evening.of(montana_hand(), "ada", MONTANA_TABLE)
    (sealed,) = (each for each in evening.record("hand").fields["sealed"] if each["seat"] == 1)
    end = evening.record("hand_end").fields
    cards, key = end["cards"][:5], secrets_of(evening.stake, evening.chain, end["seed"]).key(1, 0)
    assert require_seal(evening.stake, evening.chain, {"cards": cards, "key": key}) == sealed["h"]

    for lie in ({"cards": cards[::-1], "key": key}, {"cards": cards, "key": "00" * 32}):
        with pytest.raises(VerificationError) as refused:
            require_seal(evening.stake, evening.chain, lie)
        assert refused.value.reason is Reason.OTHER_CARDS


def first(fields: dict[str, Any], name: str, **change: object) -> None:
    fields[name][0].update(change)


LIES: list[Any] = [
    ("seed", "hand_end", lambda fields: fields.update(seed="44" * 32), Reason.WRONG_SEED),
    ("value", "open", lambda fields: first(fields, "reveals", r="55" * 32), Reason.OTHER_CARDS),
    ("mix", "open", lambda fields: fields.update(client="66" * 32), Reason.OTHER_CARDS),
    ("shown card", "hand", lambda fields: fields["cards"].reverse(), Reason.OTHER_CARDS),
    ("third card", "hand_end", lambda fields: fields["cards"].pop(0), Reason.OTHER_CARDS),
    ("no card", "hand_end", lambda fields: fields.update(cards=[]), Reason.OTHER_CARDS),
    ("other act", "hand_end", lambda fields: first(fields, "acts", a="stand", amt=0), Reason.OTHER_RECORD),
    ("act left out", "hand_end", lambda fields: first(fields, "acts", by="timeout"), Reason.OTHER_RECORD),
    ("other hand", "hand_end", lambda fields: fields.update(hand="77" * 32), Reason.OTHER_RECORD),
    ("payment", "hand_end", lambda fields: first(fields, "results", returned=1), Reason.OTHER_RECORD),
]


@pytest.mark.parametrize(("kind", "change", "reason"), [pytest.param(*lie[1:], id=lie[0]) for lie in LIES])
def test_an_end_that_is_not_what_was_dealt_decided_and_paid_is_refused(
    kind: str, change: Callable[[dict[str, Any]], object], reason: Reason
) -> None:
    evening = Evening.of(shared_hand(), "ada", RED_DOG_TABLE)
    evening.spoil(kind, change)

    with pytest.raises(VerificationError) as refused:
        evening.check()

    assert refused.value.reason is reason
    assert refused.value.evidence


def test_a_decision_that_the_player_never_made_is_refused() -> None:
    evening = Evening.of(shared_hand(), "ben", RED_DOG_TABLE)
    evening.spoil("hand_end", lambda fields: fields["acts"][1].update(by="player", act="88" * 32))

    with pytest.raises(VerificationError) as refused:
        evening.check()

    assert refused.value.reason is Reason.OTHER_RECORD


@pytest.mark.parametrize("kind", ["decision", "mark"])
def test_a_turn_in_the_players_name_needs_the_players_signature(kind: str) -> None:
    evening = Evening.of(signed_game(), "ada", POT)
    mine = [
        number
        for number, record in enumerate(evening.chain.records)
        if (record.kind, record.fields.get("seat"), record.fields.get("by")) == ("turn", evening.stake.seat, "player")
        and ("amt" in record.fields) is (kind == "decision")
    ]
    record = evening.chain.records[mine[0]]

    changes: list[dict[str, object]] = [{"a": "call"}, {"psig": {**record.fields["psig"], "until": 0}}, {"psig": {}}]
    for change in changes:
        evening.chain.records[mine[0]] = replace(record, fields={**record.fields, **change})
        with pytest.raises(VerificationError) as refused:
            evening.check()
        assert refused.value.reason in {Reason.UNSIGNED_RECORD, Reason.MALFORMED_TEXT}


def test_a_stake_comes_back_whole_or_by_the_end_of_its_own_hand() -> None:
    burnt, withdrawn = (
        Evening.of(burnt_epoch(), "ada", RED_DOG_TABLE),
        Evening.of(withdrawn_stake(), "ben", RED_DOG_TABLE),
    )
    settled = Evening.of(shared_hand(), "ada", RED_DOG_TABLE)
    lies: list[tuple[Evening, dict[str, Any]]] = [
        (burnt, {"moves": [["cash", 599], ["in_play", -599]]}),
        (burnt, {"end": "99" * 32}),
        (withdrawn, {"moves": []}),
        (settled, {"end": "99" * 32}),
    ]
    for evening, change in lies:
        lie = changed(evening.ended, **change)
        with pytest.raises(VerificationError) as refused:
            require_fair_end(
                evening.stake, evening.chain, lie, table=evening.chain.records[0],
                act=evening.own[0] if evening is settled else None,
            )  # fmt: skip
        assert refused.value.reason is Reason.OTHER_RECORD


def test_a_value_that_the_platform_has_is_not_said_to_be_missing() -> None:
    evening = Evening.of(burnt_epoch(), "ben", RED_DOG_TABLE)

    with pytest.raises(VerificationError) as refused:
        evening.check()

    assert refused.value.reason is Reason.OTHER_RECORD
    evening.stake = replace(evening.stake, revealed=False)
    evening.check()


def test_a_question_that_was_answered_meanwhile_is_no_lie() -> None:
    evening = Evening.of(pot_game(), "ada", POT)
    asking = [record for record in evening.chain.records if "now" in record.fields]
    other = next(record for record in asking if record.fields["now"]["seat"] != evening.stake.seat)
    evening.chain.records = evening.chain.records[: evening.chain.records.index(other) + 1]

    with pytest.raises(TooLateError):
        require_question(evening.stake, evening.chain, {})

    mine = next(record for record in asking if record.fields["now"]["seat"] == evening.stake.seat)
    evening.chain = table_chain(table_records(pot_game())[: mine.seq + 1])
    shown = {"pot_game": {"turn": {"cards": mine.fields["now"]["cards"]}}}
    question, seal = require_question(evening.stake, evening.chain, shown)
    assert question.leaf == mine.leaf
    assert seal in {each["h"] for record in asking for each in record.fields["sealed"]}


# --- The table's chain ---


def serving(records: Sequence[Record], *, page: int = 3) -> PlatformApi:
    """Return the interface of a platform that has these records of a table."""

    def answer(request: httpx.Request) -> httpx.Response:
        after = int(request.url.params["after"])
        items = [record.receipt for record in records if record.seq > after]
        return httpx.Response(200, json={"items": items[:page], "next": after + page if len(items) > page else None})

    return PlatformApi("http://nobody", transport=httpx.MockTransport(answer))


def test_a_tables_records_are_followed_page_by_page_and_on(tmp_path: Path) -> None:
    records = table_records(shared_hand())
    kept = ReceiptFile(tmp_path / "table.jsonl")
    chain = TableChain(serving(records[:4]), str(records[0].fields["chain"]), first=1, kept=kept)

    chain.follow()
    first = [record.seq for record in chain.records]
    chain._api = serving(records)
    chain.follow()

    assert first == [1, 2, 3]
    assert [record.seq for record in chain.records] == list(range(1, len(records)))
    assert len(kept) == len(records) - 1


def test_a_record_that_is_left_out_or_was_another_one_is_refused(tmp_path: Path) -> None:
    records = table_records(shared_hand())
    name = str(records[0].fields["chain"])
    kept = ReceiptFile(tmp_path / "table.jsonl")
    TableChain(serving(records), name, first=1, kept=kept).follow()
    forked = [records[0], changed(records[1], commit="00" * 32)]

    for shown, first in ((records[:2] + records[3:], 1), (forked, 1), (records[2:], 1)):
        # After the program was started anew too: what was shown is on the disk.
        chain = TableChain(serving(shown), name, first=first, kept=ReceiptFile(tmp_path / "table.jsonl"))
        with pytest.raises(VerificationError) as refused:
            chain.follow()
        assert refused.value.reason is Reason.BROKEN_CHAIN
    stranger = TableChain(serving(records), "ab" * 16, first=1, kept=ReceiptFile(tmp_path / "other.jsonl"))
    with pytest.raises(VerificationError, match="broken-chain"):
        stranger.follow()

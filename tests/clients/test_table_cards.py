"""The players' client deals again what a table dealt: the published answers come out, and no card can be another."""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from reddog_client import seeds, table_values
from reddog_client.decks import RoundSecrets, card_texts
from reddog_client.errors import Reason, VerificationError
from reddog_client.records import Record
from reddog_client.table_cards import require_house_cards
from reddog_client.table_game_cards import require_game_cards
from reddog_client.table_stake import Dealing

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = Path(__file__).parents[1] / "vectors"
VECTORS: Final = [json.loads(line) for line in (FOLDER / "tables.jsonl").read_text().splitlines()]
_PLACES_MAX: Final = 12
ALONE: Final = json.loads((FOLDER / "shuffle.json").read_text())


def vectors(member: str) -> list[Any]:
    return [pytest.param(vector, id=vector["vector"]) for vector in VECTORS if member in vector]


def secrets_of(vector: dict[str, Any], **others: str) -> RoundSecrets:
    said = {name: vector.get(name, "") for name in ("chain", "epoch", "seed", "client")}
    return RoundSecrets(nonce=1, **{**said, **others})


@pytest.mark.parametrize("deck", ALONE["decks"], ids=lambda deck: f"{deck['decks']} packs, round {deck['nonce']}")
def test_a_round_alone_has_the_deck_of_the_vector(deck: dict[str, Any]) -> None:
    secrets = RoundSecrets(
        chain=ALONE["chain"], epoch=ALONE["epoch"], nonce=deck["nonce"], client=ALONE["client"],
        seed=ALONE["seeds"][deck["nonce"] - 1],
    )  # fmt: skip

    dealt = secrets.deck(deck["decks"])

    first = deck["first"] if "first" in deck else deck["cards"]
    assert dealt[: len(first)] == first


@pytest.mark.parametrize("vector", vectors("contribs"))
def test_a_deck_follows_from_the_seed_and_the_values_of_all_seats(vector: dict[str, Any]) -> None:
    place = {"table": vector["chain"], "epoch": vector["epoch"]}
    values = [{"seat": seat, "r": value} for seat, value in vector["reveals"]]

    opened = [[each["seat"], table_values.contribution(**place, seat=each["seat"], value=each["r"])] for each in values]
    client = table_values.mixed({"chain": vector["chain"], "epoch": vector["epoch"], "reveals": values})
    deck = secrets_of(vector).deck(vector["decks"])

    assert opened == vector["contribs"]
    assert client == vector["client"]
    assert deck[: len(vector["deck"])] == vector["deck"]
    assert " ".join(card_texts(vector["deck"])) == vector["cards"]
    committed = seeds.hashed_down(vector["seed"], chain=vector["chain"], epoch=vector["epoch"], number=1, to=0)
    assert committed == vector["commit"]


def test_a_beacon_is_mixed_in() -> None:
    opened = {"chain": "00" * 16, "epoch": 3, "reveals": [{"seat": 0, "r": "11" * 32}]}
    alone = table_values.mixed(opened)

    beaconed = {**opened, "beacon": {"src": "drand", "round": 7, "value": "ab" * 32}}
    mixed = table_values.mixed(beaconed)

    assert mixed == hashlib.sha256(b"RDF1/beacon\0" + bytes.fromhex(alone) + b"\xab" * 32).hexdigest()


@pytest.mark.parametrize("vector", vectors("discards_in_any_order"))
def test_used_cards_make_the_pack_of_the_vector(vector: dict[str, Any]) -> None:
    used = vector["discards_in_any_order"]

    assert secrets_of(vector).reshuffled(used, number=vector["k"]) == vector["pack"]


@pytest.mark.parametrize("vector", vectors("keys"))
def test_hidden_hands_are_sealed_as_in_the_vector(vector: dict[str, Any]) -> None:
    secrets = secrets_of(vector)

    assert [secrets.key(vector["seat"], number) for number in range(2)] == vector["keys"]
    sealed = [secrets.sealed(vector["seat"], number, cards) for number, cards in enumerate(vector["cards"])]
    assert sealed == vector["sealed"]


def check(vector: dict[str, Any]) -> None:
    """Deal the hand or game of a vector again."""
    told = [{**fields, "chain": vector["chain"], "seq": seq} for seq, fields in enumerate(vector["records"])]
    records = [Record(note=json.dumps(fields), leaf=f"{fields['seq']:064x}", fields=fields) for fields in told]
    seats = next(record for record in records if record.kind == "seats").fields
    client = next(record for record in records if record.kind == "open").fields["client"]
    end = records[-1]
    secrets = RoundSecrets(
        chain=vector["chain"], epoch=seats["epoch"], nonce=1, seed=end.fields["seed"], client=client
    )  # fmt: skip
    dealing, (hand, *rest) = Dealing.parse(vector["rules"]), records[2:]
    sitting = {each["seat"]: each.get("buy_in", 0) for each in seats["seats"]}
    if dealing.around_pot:
        turns = [record for record in rest if "turns" in record.fields]
        require_game_cards(dealing, secrets, [hand, *turns, end], buy_ins=sitting)
    else:
        require_house_cards(dealing, secrets, hand, end, seats=list(sitting))


@pytest.mark.parametrize("vector", vectors("records"))
def test_a_hand_or_game_of_the_vectors_is_dealt_again(vector: dict[str, Any]) -> None:
    check(vector)


def places(value: Any, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """Yield where a record shows cards, keys, seals, and places in the pack."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name in {"cards", "key", "h", "at"} and member:
                yield (*path, name)
            elif name not in {"acts", "results"}:
                yield from places(member, *path, name)
    elif isinstance(value, list):
        for number, member in enumerate(value):
            yield from places(member, *path, number)


def other(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, str):
        return ("1" if value[0] == "0" else "0") + value[1:]
    first, *rest = value
    if isinstance(first, int):
        return [first, rest[0] + 1]
    return ["2c" if first != "2c" else "2d", *rest]


@pytest.mark.parametrize("vector", vectors("records"))
def test_no_card_key_or_seal_can_be_another(vector: dict[str, Any]) -> None:
    changed = [
        (number, path) for number, fields in enumerate(vector["records"]) if number >= 2 for path in places(fields)
    ]
    assert len(changed) >= 2
    # A game has some hundred such places: its first, its last, and as many between as take a second.
    for number, path in {*changed[:: 1 + len(changed) // _PLACES_MAX], changed[-1]}:
        spoiled = copy.deepcopy(vector)
        *way, last = path
        member: Any = spoiled["records"][number]
        for step in way:
            member = member[step]
        member[last] = other(member[last])

        with pytest.raises(VerificationError) as refused:
            check(spoiled)

        assert refused.value.reason is Reason.OTHER_CARDS, path
        assert refused.value.evidence


@pytest.mark.parametrize(
    "sheet", [{}, {"family": "red-dog"}, {"family": "montana", "decks": 1}, {"family": "whist", "decks": 1}]
)
def test_what_is_no_sheet_of_a_table_deals_nothing(sheet: dict[str, Any]) -> None:
    with pytest.raises(VerificationError) as refused:
        Dealing.parse(sheet)

    assert refused.value.reason is Reason.MALFORMED_TEXT

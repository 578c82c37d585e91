"""What a table's records are held against: the stake as it was sent, the value, and what the player was shown.

Source: docs/formats/tables.md, "Revealing" and "Records of the table's chain".
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from . import base64_text, seeds
from .decks import RoundSecrets, seal_of
from .errors import Reason, TooLateError, VerificationError
from .public_keys import HALF_BYTES, PublicKey
from .records import Record
from .statements import Act, Place, message
from .table_beacons import require_beacon
from .table_cards import require_house_cards
from .table_chain import TableChain
from .table_game_cards import require_game_cards
from .table_stake import TableStake
from .table_values import contribution, mixed

Document = Mapping[str, Any]


def require_named(stake: TableStake, chain: TableChain) -> Record:
    """Return `seats` of the stake's epoch, which names the stake as it was sent and was announced as it was seen.

    Raises:
        VerificationError: `OTHER_RECORD`.
    """
    seats = chain.one(stake.epoch, "seats")
    if seats is None:
        raise VerificationError(Reason.OTHER_RECORD, "the betting is said to be over, and no `seats` ends it")
    if chain.announced(stake.epoch) != (stake.announced_seq, stake.announced):
        raise _other(seats, "another seed was announced than the one that was proved before the stake")
    named = _of_seat(seats.fields["seats"], stake.seat) or {}
    sent = {"stake": stake.leaf, "contrib": stake.contribution, **stake.amounts()}
    if any(named.get(name) != value for name, value in sent.items()):
        raise _other(seats, "`seats` does not have the stake as it was sent")
    return seats


def require_seal(stake: TableStake, chain: TableChain, hand: Document) -> str:
    """Return the seal of the own hidden hand, which the newest seal of the seat in the table's records must be.

    Raises:
        VerificationError: `OTHER_CARDS`.
    """
    sealed = [
        (record, each["h"])
        for record in chain.of(stake.epoch, "hand", "turn")
        for each in record.fields.get("sealed", ())
        if each["seat"] == stake.seat
    ]
    seal = seal_of(str(hand["key"]), hand["cards"])
    if not sealed or sealed[-1][1] != seal:
        raise VerificationError(
            Reason.OTHER_CARDS,
            f"the hand {' '.join(hand['cards'])} was not sealed",
            *(record.note for record, _ in sealed),
        )
    return seal


def require_question(stake: TableStake, chain: TableChain, shown: Document) -> tuple[Record, str]:
    """Return the record that asks for a decision, and the own seal; its cards must be those that are shown.

    Raises:
        TooLateError: it is another seat's turn by now.
        VerificationError: `OTHER_CARDS`, `OTHER_RECORD`.
    """
    asking = [each for each in chain.of(stake.epoch, "hand", "turn") if each.kind == "hand" or "turns" in each.fields]
    if not asking:
        raise VerificationError(Reason.OTHER_RECORD, "a decision is asked for, and no cards were dealt")
    question, seal = asking[-1], ""
    if stake.dealing.around_pot:
        now = question.fields.get("now", {})
        if now.get("seat") != stake.seat:
            raise TooLateError("it is another seat's turn by now")
        seal = require_seal(stake, chain, now)
        cards, said = now["cards"], shown["pot_game"]["turn"]["cards"]
    else:
        cards, said = question.fields["cards"], shown["hand"]["cards"]
        if stake.dealing.hand:
            seal = require_seal(stake, chain, shown["own"]["hand"])
    if cards != said:
        raise VerificationError(Reason.OTHER_CARDS, f"the table shows {' '.join(said)}", question.note)
    return question, seal


def require_fair_end(stake: TableStake, chain: TableChain, ended: Record, *, table: Record, act: Record | None) -> None:
    """Require that the epoch's end is what the seed, the values of all seats and the player's own records give.

    `ended` is the player's `settle`, `void` or `leave`, `table` the table's first record, `act` the own decision against
    the house.

    Raises:
        VerificationError: `WRONG_SEED`, `OTHER_CARDS`, `OTHER_RECORD`, `MALFORMED_TEXT`.
    """
    end = ended.fields.get("end")
    if ended.kind == "void" or end is None:
        _require_refund(stake, ended, act)
    if end is None:
        if any(
            each["stake"] == stake.leaf for record in chain.of(stake.epoch, "seats") for each in record.fields["seats"]
        ):
            raise _other(ended, "the stake was named, and is said to have been withdrawn")
        return
    record = next((each for each in chain.of(stake.epoch, "hand_end", "table_abort") if each.leaf == end), None)
    if record is None:
        raise _other(ended, "the stake was ended by no end of its epoch")
    if record.kind == "table_abort":
        _require_abort(stake, record)
    else:
        _require_beacon(stake, chain, table)
        _require_hand(stake, chain, record, ended)
        if not stake.dealing.around_pot:
            _require_act(stake, record, act)


def require_own_turns(stake: TableStake, chain: TableChain, keys: Collection[PublicKey], place: Place) -> None:
    """Refuse a decision or mark in the player's name, in a game whose stake is signed, that no key of the player's signed.

    `place` has the log's origin and the player's chain.

    Raises:
        VerificationError: `UNSIGNED_RECORD`.
    """
    question = ""
    for record in chain.of(stake.epoch, "hand", "turn"):
        fields = record.fields
        if stake.signed and (fields.get("seat"), fields.get("by")) == (stake.seat, "player"):
            psig = fields.get("psig", {})
            answered = replace(place, until=int(psig.get("until", 0)))
            if "amt" in fields:
                act = Act(action=fields["a"], amount=fields["amt"])
                statement = answered.turn(sit=stake.leaf, question=question, act=act)
            else:
                statement = answered.mark(sit=stake.leaf, prev=fields["prev"], mark=fields["a"])
            signature = base64_text.decode(str(psig.get("sig", "")), size=2 * HALF_BYTES)
            if not any(key.verifies(signature, message(statement)) for key in keys):
                raise VerificationError(Reason.UNSIGNED_RECORD, f"no key signed turn {fields['n']}", record.note)
        if "stacks" in fields:
            question = record.leaf


def secrets_of(stake: TableStake, chain: TableChain, seed: str) -> RoundSecrets:
    """Return what the cards of an epoch follow from, once its seed and the values of all seats were looked at.

    Raises:
        VerificationError: `WRONG_SEED`, `OTHER_CARDS`.
    """
    opened, seats = chain.one(stake.epoch, "open"), require_named(stake, chain)
    _require_seed(stake, seed, opened or seats)
    if opened is None:
        raise _other(seats, "cards were dealt, and no `open` has the values")
    contributed = {each["seat"]: each["contrib"] for each in seats.fields["seats"]}
    opens = {
        each["seat"]: contribution(table=stake.table, epoch=stake.epoch, seat=each["seat"], value=each["r"])
        for each in opened.fields["reveals"]
    }
    if opens != contributed or mixed(opened.fields) != opened.fields["client"]:
        raise VerificationError(
            Reason.OTHER_CARDS, "the deck does not follow from the values of all seats", seats.note, opened.note
        )
    return RoundSecrets(chain=stake.table, epoch=stake.epoch, nonce=1, seed=seed, client=opened.fields["client"])


def _require_beacon(stake: TableStake, chain: TableChain, table: Record) -> None:
    opened, seats = chain.one(stake.epoch, "open"), require_named(stake, chain)
    if opened is None:
        raise _other(seats, "cards were dealt, and no `open` has the values")
    require_beacon(table, seats=seats, opened=opened)


def _require_hand(stake: TableStake, chain: TableChain, end: Record, ended: Record) -> None:
    hand = chain.one(stake.epoch, "hand")
    if hand is None or hand.leaf != end.fields["hand"]:
        raise _other(end, "it ends another hand than was dealt")
    secrets, seats = secrets_of(stake, chain, end.fields["seed"]), require_named(stake, chain)
    sitting = [(int(each["seat"]), int(each.get("buy_in", 0))) for each in seats.fields["seats"]]
    if stake.dealing.around_pot:
        turns = [record for record in chain.of(stake.epoch, "turn") if "turns" in record.fields]
        require_game_cards(stake.dealing, secrets, [hand, *turns, end], buy_ins=dict(sitting))
    else:
        require_house_cards(stake.dealing, secrets, hand, end, seats=[seat for seat, _ in sitting])
        if stake.seal and {"seat": stake.seat, "h": stake.seal} not in hand.fields["sealed"]:
            raise VerificationError(Reason.OTHER_CARDS, "the player was shown another hand", hand.note)
    _require_payment(stake, end, ended)


def _require_payment(stake: TableStake, end: Record, ended: Record) -> None:
    result = _of_seat(end.fields["results"], stake.seat) or {}
    paid = ended.fields.get("pay", {})
    if any(paid.get(name) != result.get(name) for name in ("staked", "returned")):
        raise _other(ended, "the hand came to another payment")


def _require_act(stake: TableStake, end: Record, act: Record | None) -> None:
    """Refuse a hand that leaves out the player's decision, or has another."""
    counted = _of_seat(end.fields["acts"], stake.seat) or {}
    mine = {} if act is None else {"a": act.fields["a"], "amt": act.fields["amt"], "act": act.leaf}
    if (counted.get("by") == "player") is not (act is not None) or not mine.items() <= counted.items():
        raise _other(end, "the hand has another decision than the player's")


def _require_refund(stake: TableStake, ended: Record, act: Record | None) -> None:
    raised = 0 if act is None else act.fields["amt"]
    if dict(ended.fields["moves"]).get("cash") != stake.amount + stake.side_bet + raised:
        raise _other(ended, "the stake was not given back as it was")


def _require_abort(stake: TableStake, abort: Record) -> None:
    if stake.revealed and stake.seat in abort.fields["missing"]:
        raise _other(abort, "a value that the platform has is said to be missing")
    if "seed" in abort.fields:
        _require_seed(stake, abort.fields["seed"], abort)


def _require_seed(stake: TableStake, seed: str, record: Record) -> None:
    committed = seeds.hashed_down(seed, chain=stake.table, epoch=stake.epoch, number=1, to=0)
    if committed != stake.announced.commitment:
        raise VerificationError(
            Reason.WRONG_SEED, f"the seed of epoch {stake.epoch} does not lead to its commitment", record.note
        )


def _of_seat(entries: Iterable[Document], seat: int) -> Document | None:
    return next((each for each in entries if each["seat"] == seat), None)


def _other(record: Record, detail: str) -> VerificationError:
    return VerificationError(Reason.OTHER_RECORD, detail, record.note)

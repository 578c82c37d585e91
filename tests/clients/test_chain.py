"""The players' client follows its chain record by record, and stops before what does not continue it."""

import json
from typing import Any

import pytest

from reddog_client.chain import Chain
from reddog_client.errors import Reason, VerificationError
from reddog_client.public_keys import Use
from reddog_client.records import Record
from tests.verifier.keyed import LAPTOP, PAPER, PHONE, THIEF, KeyedPlayer, keyed_day, keyed_log
from tests.verifier.play import full_day
from tests.verifier.producer import ORIGIN, ROUNDS, Document, Log, canonical, leaf


def records_of(log: Log, chain: str | None = None) -> list[Record]:
    """Return a player's records, with receipts as the platform gives them."""
    sealed = log.seal()
    records = []
    for entry in sealed.entries:
        fields = json.loads(entry.split(b"\n")[0])
        if fields["chain"] == (chain or _first_player(sealed.entries)):
            records.append(received(entry, fields))
    return records


def received(entry: bytes, fields: Document) -> Record:
    return Record.parse({"seq": fields["seq"], "leaf": leaf(entry).hex(), "note": entry.decode()})


def changed(record: Record, **fields: Any) -> Record:
    """Return the record as an operator would sign it who writes something else."""
    told = {**record.fields, **fields}
    return received(ROUNDS.note(canonical(told) + "\n"), told)


def followed(records: list[Record], *, known_kids: set[str] | None = None) -> Chain:
    chain = Chain(name=str(records[0].fields["chain"]))
    for record in records:
        chain = chain.followed_by(record, known_kids=known_kids, origin=ORIGIN)
    return chain


def _first_player(entries: list[bytes]) -> str:
    chains = [json.loads(entry.split(b"\n")[0])["chain"] for entry in entries]
    return next(str(chain) for chain in chains if set(chain) != {"0"})


EVERY_KID = {device.kid for device in (PHONE, LAPTOP, PAPER, THIEF)}


def test_a_day_with_every_record_of_keys_is_followed_to_its_head() -> None:
    records = records_of(keyed_day())

    chain = followed(records, known_kids=EVERY_KID)

    assert (chain.seq, chain.leaf) == (len(records) - 1, records[-1].leaf)
    assert chain.signed
    # The phone was rotated away, the laptop lost; what the paper let in plays on.
    assert chain.live_kids(Use.PLAY) == [THIEF.kid]
    assert chain.live_kids(Use.RECOVER) == [PAPER.kid]
    assert {key.kid: key.public.kid for key in chain.keys} == {kid: kid for kid in EVERY_KID}
    assert (chain.round, chain.epoch is not None and chain.epoch.dealt) == (None, 1)
    assert Chain.parse(json.loads(json.dumps(chain.document()))) == chain


def test_a_day_of_every_kind_of_round_is_followed_without_keys() -> None:
    log = full_day()
    for name in {json.loads(entry.split(b"\n")[0])["chain"] for entry in log.seal().entries} - {"0" * 32}:
        records = records_of(log, name)

        chain = followed(records, known_kids=set())

        assert chain.seq == len(records) - 1
        assert not chain.signed


def test_a_key_that_the_player_does_not_know_stops_the_client_before_it() -> None:
    log, ada, _rules = keyed_log()
    ada.let_in(THIEF, by=PHONE)
    records = records_of(log)

    with pytest.raises(VerificationError) as refused:
        followed(records, known_kids={PHONE.kid})

    assert refused.value.reason is Reason.UNKNOWN_PLAYER_KEY
    assert THIEF.kid in refused.value.detail
    assert refused.value.evidence == (records[-1].note,)


def test_a_record_that_does_not_continue_the_chain_is_refused() -> None:
    log, _ada, _rules = keyed_log()
    records = records_of(log)
    chain = followed(records[:-1])

    left_out = followed(records[:-2])
    for start, record in (
        (left_out, records[-1]),
        (chain, changed(records[-1], prev="00" * 32)),
        (chain, changed(records[-1], chain="ab" * 16)),
        (chain, records[-2]),
    ):
        with pytest.raises(VerificationError) as refused:
            start.followed_by(record, known_kids=set(), origin=ORIGIN)
        assert refused.value.reason is Reason.BROKEN_CHAIN


def a_settled_round() -> tuple[Chain, Record, KeyedPlayer]:
    log, ada, rules = keyed_log()
    ada.deal(500, rules=rules).settle()
    records = records_of(log)
    return followed(records[:-1]), records[-1], ada


def test_a_seed_that_does_not_lead_to_the_commitment_is_refused() -> None:
    chain, settled, _ada = a_settled_round()

    assert chain.followed_by(settled, known_kids=set(), origin=ORIGIN).round is None
    with pytest.raises(VerificationError) as refused:
        chain.followed_by(changed(settled, seed="5e" * 32), known_kids=set(), origin=ORIGIN)
    assert refused.value.reason is Reason.WRONG_SEED


def test_an_epoch_that_was_not_announced_and_a_round_out_of_turn_are_refused() -> None:
    log, ada, rules = keyed_log()
    ada.deal(500, rules=rules)
    *before, opened, dealt = records_of(log)
    chain = followed(before)

    assert chain.announced is not None
    for start, spoilt in (
        (chain, changed(opened, epoch=opened.fields["epoch"] + 1)),
        (chain.followed_by(opened, known_kids=set(), origin=ORIGIN), changed(dealt, nonce=2)),
        (chain.followed_by(opened, known_kids=set(), origin=ORIGIN), changed(dealt, epoch=7)),
    ):
        with pytest.raises(VerificationError) as refused:
            start.followed_by(spoilt, known_kids=set(), origin=ORIGIN)
        assert refused.value.reason is Reason.BROKEN_CHAIN


def test_a_record_without_what_its_type_has_is_refused_as_malformed() -> None:
    chain, settled, _ada = a_settled_round()

    for spoilt in (changed(settled, type="deal"), changed(settled, seed=5), changed(settled, seed="xyz")):
        with pytest.raises(VerificationError):
            chain.followed_by(spoilt, known_kids=set(), origin=ORIGIN)


def test_what_the_player_must_have_signed_and_has_not_is_refused_before_anything_is_signed_over_it() -> None:
    log, ada, rules = keyed_log()
    ada.deal(500, rules=rules).settle()
    ada.device = None
    invented = records_of(log)
    ada.record("wallet", {"kind": "adjustment", "moves": [["cash", 500], ["adjustment", -500]], "bal": ada.moved(500)})
    ada.deal(500, rules=rules)
    unsigned = records_of(log)
    *before, dealt, settled = invented
    acts = [{**act, "a": "raise", "amt": 500} for act in settled.fields["acts"]]
    other_acts = [[{**act, "a": "stand", "amt": 0} for act in acts], acts]
    (other,) = [told for told in other_acts if told != settled.fields["acts"]]

    assert followed(invented).signed
    for earlier, spoilt in (
        (unsigned[:-1], unsigned[-1]),
        (before, changed(dealt, ante=501)),
        (before, changed(dealt, rules="ab" * 32)),
        (before, changed(dealt, bonus=100)),
        ([*before, dealt], changed(settled, acts=other)),
        ([*before, dealt], changed(settled, psig={**settled.fields["psig"], "kid": PAPER.kid})),
    ):
        with pytest.raises(VerificationError) as refused:
            followed(earlier).followed_by(spoilt, known_kids=set(), origin=ORIGIN)
        assert refused.value.reason is Reason.UNSIGNED_RECORD
        assert refused.value.evidence == (spoilt.note,)

"""Keys announced and revoked by notes of a root that is elsewhere: what the root did not say, nobody says for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.producer import LOG, LOG_NEXT, ORIGIN, ROOT, ROUNDS, ROUNDS_NEXT, STRANGER, SYSTEM, Log, canonical
from tests.verifier.test_log_keys import key, parse
from verifier.judge import Depth
from verifier.witness.known_keys import KnownKeys, WitnessedLog

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tests.verifier.producer import Draft, Signer

CHAIN = "c0" * 16
MONTH_MS = 31 * 24 * 3_600_000


def word(about: Signer, use: str, changed: Mapping[str, object], *, by: Signer = ROOT) -> str:
    """Return a note of the root's: a warrant where it has times, else a revocation."""
    kind = "warrant" if "from" in changed else "revocation"
    said = {"name": about.name, "origin": ORIGIN, "type": kind, "use": use, "v": "rdf/2", "vkey": about.vkey, **changed}
    return by.note(canonical(said) + "\n").decode()


def warranted(log: Log, kind: str, about: Signer, use: str, *, by: Signer) -> None:
    times = {"from": log.now - 1000, "until": log.now + MONTH_MS} if kind == "key" else {}
    fields = {"name": about.name, "vkey": about.vkey, "use": use, "warrant": word(about, use, times)}
    log.add(SYSTEM, kind, fields, signer=by)


def without_root() -> Log:
    """Return a log whose root signed no record: only its first keys' warrants, their successors', and two revocations."""
    log = Log()
    log.version = "rdf/2"
    warranted(log, "key", ROUNDS, "records", by=ROUNDS)
    warranted(log, "key", LOG, "checkpoints", by=ROUNDS)
    log.add(CHAIN, "init", {"player": "11" * 32, "cur": "USD", "exp": 2, "bal": [0, 0], "test": False})
    book(log)
    warranted(log, "key", ROUNDS_NEXT, "records", by=ROUNDS_NEXT)
    log.record_signer = ROUNDS_NEXT
    warranted(log, "key", LOG_NEXT, "checkpoints", by=ROUNDS_NEXT)
    book(log)
    log.log_signer = LOG_NEXT
    warranted(log, "revoke", LOG, "checkpoints", by=ROUNDS_NEXT)
    warranted(log, "revoke", ROUNDS, "records", by=ROUNDS_NEXT)
    book(log)
    return log


def book(log: Log) -> None:
    before = sum(draft.fields["type"] == "wallet" for draft in log.drafts)
    log.add(CHAIN, "wallet", {"kind": "deposit", "moves": [["cash", 1], ["deposit", -1]], "bal": [before, before + 1]})
    log.checkpoint()


def of(log: Log, kind: str, about: Signer) -> Draft:
    return next(draft for draft in log.drafts if (draft.fields["type"], draft.fields.get("vkey")) == (kind, about.vkey))


def note(kind: str, about: Signer, use: str, *, by: Signer = ROOT, **changed: object) -> Callable[[Log], None]:
    """Put another note in the place of the one that a record has."""

    def spoil(log: Log) -> None:
        draft = of(log, kind, about)
        times = {"from": draft.fields["time"] - 1000, "until": draft.fields["time"] + MONTH_MS} if kind == "key" else {}
        draft.fields["warrant"] = word(about, use, {**times, **changed}, by=by)

    return spoil


def signer(kind: str, about: Signer, by: Signer) -> Callable[[Log], None]:
    def spoil(log: Log) -> None:
        of(log, kind, about).signer = by

    return spoil


def past_its_end(log: Log) -> None:
    log.now += MONTH_MS
    log.list_events([])
    book(log)


def before_its_begin(log: Log) -> None:
    draft = of(log, "key", ROUNDS_NEXT)
    times = {"from": draft.fields["time"] + 1, "until": draft.fields["time"] + MONTH_MS}
    draft.fields["warrant"] = word(ROUNDS_NEXT, "records", times)


def warrant_as_revocation(log: Log) -> None:
    of(log, "revoke", LOG).fields["warrant"] = of(log, "key", LOG).fields["warrant"]


def another_note(log: Log) -> None:
    of(log, "key", LOG_NEXT).fields["warrant"] = of(log, "key", LOG).fields["warrant"]


def no_note(log: Log) -> None:
    del of(log, "key", LOG_NEXT).fields["warrant"]


SPOILT: list[tuple[str, Callable[[Log], None], str]] = [
    ("nothing changed", lambda _: None, "OK"),
    ("a warrant by another key", note("key", LOG_NEXT, "checkpoints", by=STRANGER), "E_KEY"),
    ("a warrant by a key of records", note("key", LOG_NEXT, "checkpoints", by=ROUNDS), "E_KEY"),
    ("a warrant for another use", note("key", LOG_NEXT, "records"), "E_KEY"),
    ("a warrant of another log", note("key", LOG_NEXT, "checkpoints", origin="elsewhere.example/log"), "E_KEY"),
    ("a warrant of another key", another_note, "E_KEY"),
    ("a warrant with more in it", note("key", LOG_NEXT, "checkpoints", also=1), "E_KEY"),
    ("a warrant without an end", note("key", LOG_NEXT, "checkpoints", until=None), "E_KEY"),
    ("a revocation as a warrant", note("key", LOG_NEXT, "checkpoints", type="revocation"), "E_KEY"),
    ("a warrant as a revocation", warrant_as_revocation, "E_KEY"),
    ("a revocation by another key", note("revoke", LOG, "checkpoints", by=ROUNDS_NEXT), "E_KEY"),
    ("no warrant", no_note, "E_KEY"),
    ("a log key that announces itself", signer("key", LOG_NEXT, LOG_NEXT), "E_KEY"),
    ("a record key that another announces", signer("key", ROUNDS_NEXT, ROUNDS), "E_KEY"),
    ("a revocation by the key that it revokes", signer("revoke", ROUNDS, ROUNDS), "E_KEY"),
    ("a revocation by the log key", signer("revoke", ROUNDS, LOG_NEXT), "E_KEY"),
    ("a record past the warrant's end", past_its_end, "E_KEY"),
    ("a key before its warrant begins", before_its_begin, "E_KEY"),
]


@pytest.mark.parametrize(("spoil", "expected"), [case[1:] for case in SPOILT], ids=[case[0] for case in SPOILT])
def test_a_key_is_what_its_warrant_says(spoil: Callable[[Log], None], expected: str) -> None:
    assert verdict(spoil) == expected


def verdict(spoil: Callable[[Log], None]) -> str:
    log = without_root().copied()
    spoil(log)
    return code(audited(log.seal()))


def test_the_root_may_still_sign_the_records_themselves_beside_warrants() -> None:
    log = without_root()
    key(log, "key", STRANGER, "records")
    assert code(audited(log.seal())) == "OK"


def test_in_tree_mode_too_the_successor_of_the_log_key_needs_the_roots_word() -> None:
    log = without_root().copied()
    assert code(audited(log.seal(), depth=Depth.TREE)) == "OK"
    note("key", LOG_NEXT, "checkpoints", by=STRANGER)(log)
    assert code(audited(log.seal(), depth=Depth.TREE)) == "E_KEY"


def test_a_witness_takes_the_roots_note_in_a_record_that_another_key_signed(tmp_path: Path) -> None:
    known = KnownKeys.open(tmp_path / "log-keys.json", [WitnessedLog(parse(LOG), parse(ROOT))])
    entries = without_root().seal().entries
    for entry in entries:
        if b'"use":"checkpoints"' in entry:
            known.add(entry)
    assert known.of(LOG.name) == [parse(LOG_NEXT)]

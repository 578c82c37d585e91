"""Events: what the log lists of them, and what is found when somebody who owns everything changes them."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.producer import (
    HOUR_MS,
    LOG,
    ROOT,
    ROUNDS,
    SYSTEM,
    Document,
    Log,
    Sealed,
    canonical,
    event_leaf,
    sha256,
    sign,
)
from verifier import published_commands
from verifier.__main__ import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CHAIN = sha256(b"a player")[:16].hex()
OTHER = sha256(b"another")[:16].hex()


def honest(events: int = 3) -> Log:
    """Return a log of the second version with a player whose balance was adjusted, and some events besides."""
    log = Log()
    log.version = "rdf/2"
    log.add(SYSTEM, "key", {"name": ROUNDS.name, "vkey": ROUNDS.vkey, "use": "records"}, signer=ROOT)
    player = {"player": "11" * 32, "cur": "USD", "exp": 2, "bal": [0, 0], "test": False}
    log.add(CHAIN, "init", player)
    log.add(CHAIN, "wallet", {"kind": "adjustment", "moves": [["cash", 500], ["adjustment", -500]], "bal": [0, 500]})
    log.list_events([log.event("limit-set-by-operator", subject=CHAIN, loss_day=number) for number in range(events)])
    log.add(SYSTEM, "erasure", {"count": 1, "basis": "objection"})
    return log


def spoiled(spoil: Callable[[Log], object]) -> str:
    log = honest()
    spoil(log)
    return code(audited(log.seal()))


def body(log: Log, number: int) -> Document:
    event: Document = log.events[number - 1]["event"]
    return event


def private(log: Log, number: int) -> Document:
    part: Document = log.events[number - 1]["priv"]
    return part


def test_an_honest_log_holds_and_its_events_are_counted() -> None:
    outcome = audited(honest().seal())

    assert code(outcome) == "OK"
    assert (outcome.events.listed, outcome.events.erased) == (6, 0)
    assert outcome.unexpected_files == []


@pytest.mark.parametrize("events", [251, 252, 253, 254, 256])
def test_files_of_256_events_hold(events: int) -> None:
    assert code(audited(honest(events).seal())) == "OK"


def swap(log: Log) -> None:
    log.events[3], log.events[4] = log.events[4], log.events[3]


def backdate(log: Log) -> None:
    """List an event of two days ago."""
    log.now -= 48 * HOUR_MS
    event = log.event("late")
    log.now += 48 * HOUR_MS
    log.list_events([event])


def out_of_order(log: Log) -> None:
    """List two events of one record, the later first."""
    earlier = log.event("earlier")
    log.now += 2000
    log.list_events([log.event("later"), earlier])


def skip_a_number(log: Log) -> None:
    listing = log.drafts[log.index("events", last=True)]
    listing.fields["first"] += 1


def repeat_a_number(log: Log) -> None:
    log.drafts[log.index("events", last=True)].fields["first"] -= 1


def drop(kind: str, **wanted: object) -> Callable[[Log], object]:
    return lambda log: log.drafts[log.index(kind, **wanted)].fields.pop("ev")


def not_listed(log: Log) -> None:
    """Cite an event that is never listed, a minute and more before the end."""
    log.drafts[log.index("wallet")].fields["ev"] = "ab" * 32
    log.now += 61_000
    log.list_events([])


def about_another(log: Log) -> None:
    log.drafts[log.index("wallet")].fields["ev"] = event_leaf(log.events[0]).hex()


def listed_late(log: Log) -> None:
    """List the event of a record eleven seconds after it."""
    log.now += 1000
    event = log.event("balance-adjusted", subject=CHAIN, amount_minor=1)
    moved: Document = {"moves": [["cash", 1], ["adjustment", -1]], "bal": [500, 501]}
    named = {"kind": "adjustment", "cause": "play_money", **moved}
    log.add(CHAIN, "wallet", {**named, "ev": event_leaf(event).hex()})
    log.now += 11_000
    event["event"]["at"] = log.now
    log.drafts[-1].fields["ev"] = event_leaf(event).hex()
    log.add(CHAIN, "wallet", {"kind": "deposit", "moves": [["cash", 1], ["deposit", -1]], "bal": [501, 502]})
    log.list_events([event])


def silent_hour(log: Log) -> None:
    """Write on without listing anything for more than an hour."""
    log._listed_at = None
    log.now += HOUR_MS + 11_000
    log.add(CHAIN, "wallet", {"kind": "deposit", "moves": [["cash", 1], ["deposit", -1]], "bal": [500, 501]})


ATTACKS: list[tuple[str, Callable[[Log], object], str]] = [
    ("another actor", lambda log: body(log, 3).update(actor="operator:ffffffffffffffff"), "E_EVENT"),
    ("another instant", lambda log: body(log, 3).update(at=1), "E_EVENT"),
    ("another value", lambda log: body(log, 3)["told"].update(loss_day=1), "E_EVENT"),
    ("another name in private", lambda log: private(log, 3).update(actor="operator:eve"), "E_EVENT"),
    ("another reason in private", lambda log: private(log, 3).update(reason="for another reason"), "E_EVENT"),
    ("two events swapped", swap, "E_EVENT"),
    ("an event deleted", lambda log: log.events.pop(2), "E_WITHHELD_EVENT"),
    ("an event that is gone", lambda log: log.events[2].clear(), "E_WITHHELD_EVENT"),
    ("the last event withheld", lambda log: log.events.pop(), "E_WITHHELD_EVENT"),
    ("an event dated back", backdate, "E_EVENT_LATE"),
    ("events out of order", out_of_order, "E_EVENT"),
    ("a number left out", skip_a_number, "E_EVENT"),
    ("a number twice", repeat_a_number, "E_EVENT"),
    ("a listing signed by the record key", lambda log: sign_listing(log, ROUNDS), "E_KEY"),
    ("a listing in the first version", lambda log: log.drafts[log.index("events")].fields.update(v="rdf/1"), "E_TYPE"),
    ("a listing in a player's chain", lambda log: log.drafts[log.index("events")].pinned.update(chain=CHAIN), "E_SYS"),
    ("a key without its event", drop("key"), "E_EVENT_MISSING"),
    ("an adjustment without its event", drop("wallet"), "E_EVENT_MISSING"),
    ("an erasure without its event", drop("erasure"), "E_EVENT_MISSING"),
    ("an event that is never listed", not_listed, "E_EVENT_MISSING"),
    ("an event about another", about_another, "E_EVENT"),
    ("an event listed late", listed_late, "E_EVENT_LATE"),
    ("an hour without a listing", silent_hour, "E_EVENT_LATE"),
    ("no private part of an event about nobody", lambda log: log.events[0].pop("priv"), "E_WITHHELD_EVENT"),
]


def sign_listing(log: Log, signer: Any) -> None:
    log.drafts[log.index("events")].signer = signer


@pytest.mark.parametrize(("spoil", "expected"), [attack[1:] for attack in ATTACKS], ids=[name for name, *_ in ATTACKS])
def test_a_change_by_who_owns_everything_is_found(spoil: Callable[[Log], object], expected: str) -> None:
    assert spoiled(spoil) == expected


def test_an_erased_private_part_is_no_fault_and_is_counted() -> None:
    log = honest()
    for event in log.events:
        if event["event"].get("subject") == CHAIN:
            del event["priv"]

    outcome = audited(log.seal())

    assert code(outcome) == "OK"
    assert (outcome.events.listed, outcome.events.erased) == (6, 4)


def test_more_players_private_parts_are_missing_than_were_erased() -> None:
    log = honest()
    log.list_events([log.event("one", subject=CHAIN), log.event("two", subject=OTHER)])
    del log.events[-1]["priv"]
    del log.events[-2]["priv"]

    assert code(audited(log.seal())) == "E_WITHHELD_EVENT"


def test_what_waited_while_the_sequencer_was_down_is_not_late() -> None:
    log = honest()
    event = log.event("waiting", subject=CHAIN)
    log.now += 48 * HOUR_MS
    log.list_events([event])
    log.add(CHAIN, "wallet", {"kind": "deposit", "moves": [["cash", 1], ["deposit", -1]], "bal": [500, 501]})

    assert code(audited(log.seal())) == "OK"


def test_an_event_may_wait_a_minute_at_the_end_of_the_log() -> None:
    log = honest()
    log.drafts[log.index("wallet")].fields["ev"] = "ab" * 32

    assert code(audited(log.seal())) == "OK"


@pytest.mark.parametrize("kind", ["deposit", "withdrawal"])
def test_what_a_player_causes_names_no_event(kind: str) -> None:
    log = honest()
    sign_of = 1 if kind == "deposit" else -1
    moves = [["cash", 100 * sign_of], [kind, -100 * sign_of]]
    log.add(CHAIN, "wallet", {"kind": kind, "moves": moves, "bal": [500, 500 + 100 * sign_of]})

    assert code(audited(log.seal())) == "OK"


def test_the_first_version_names_no_events() -> None:
    log = Log()
    log.add(SYSTEM, "key", {"name": ROUNDS.name, "vkey": ROUNDS.vkey, "use": "records"}, signer=ROOT)
    assert code(audited(log.seal())) == "OK"

    log.drafts[0].fields["ev"] = "ab" * 32
    assert code(audited(log.seal())) == "E_FORM"


def test_every_number_of_processes_says_the_same(tmp_path: Path) -> None:
    log = honest()
    log.list_events([log.event("many", subject=CHAIN) for _ in range(200)])
    for _ in range(2100):
        log.list_events([])
    log.events[2].clear()
    log.seal().write(tmp_path)

    verdicts = [audited_folder(tmp_path, jobs=jobs) for jobs in (1, 3)]

    assert [code(outcome) for outcome in verdicts] == ["E_WITHHELD_EVENT"] * 2
    assert verdicts[0].tally.failures == verdicts[1].tally.failures
    assert verdicts[0].events == verdicts[1].events


# --- The command ------------------------------------------------------------------------------------------------


def test_one_command_shows_an_event_with_its_record_and_a_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = honest()
    sealed = log.seal()
    folder = sealed.write(tmp_path / "export")

    assert main(["event", "3", str(folder), "--proof", str(tmp_path / "proof")]) == 0

    shown = capsys.readouterr().out
    assert shown.isascii()
    assert '"actor": "operator:1234567890abcdef"' in shown
    assert '"reason": "a test"' in shown
    assert event_leaf(log.events[2]).hex() in shown
    leaf = next(line.partition("leaf ")[2] for line in shown.splitlines() if line.startswith("record"))
    asked = [str(tmp_path / "proof"), "--leaf", leaf, "--trust", str(folder / "trust.json")]
    assert published_commands.judge_proof(asked) == 0


@pytest.mark.parametrize("number", range(1, 7))
def test_the_proof_of_every_event_holds(number: int, tmp_path: Path) -> None:
    assert main(["event", str(number), str(honest().seal().write(tmp_path))]) == 0


def test_the_command_reads_an_export_behind_an_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = honest().seal().write(tmp_path)
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert main(["event", "3", address]) == 0
        assert main(["event", "99", address]) == 64
        server.shutdown()

    assert "limit-set-by-operator" in capsys.readouterr().out


def test_the_command_refuses_what_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = honest()
    private(log, 3).update(reason="for another reason")
    log.events[3].clear()
    sealed: Sealed = log.seal()
    folder = sealed.write(tmp_path / "spoiled")

    assert main(["event", "3", str(folder)]) == 1
    assert main(["event", "4", str(folder)]) == 1
    assert main(["event", "7", str(folder)]) == 64
    told = capsys.readouterr().out
    assert "E_EVENT" in told
    assert "E_WITHHELD_EVENT" in told

    sealed.checkpoints = sign(sealed.entries[1:], [len(sealed.entries) - 1], signer=LOG)
    (tmp_path / "other").mkdir()
    assert main(["event", "1", str(sealed.write(tmp_path / "other"))]) == 1
    assert canonical(body(log, 1)) not in capsys.readouterr().out

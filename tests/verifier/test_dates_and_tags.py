"""Records dated back, and chains that share the tag of a person: what only a look over the whole log finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.play import Player, full_day, seated
from tests.verifier.producer import ROOT, ROUNDS, SYSTEM, Log, Signer
from tests.verifier.table_logs import shared_hand
from verifier import verdict_output
from verifier.entry_bytes import time_of

if TYPE_CHECKING:
    from pathlib import Path

PROMISE_MS = 12_000


def begun(version: str = "rdf/2") -> tuple[Log, Player, Player]:
    """Begin a log in which two players have put money in, with the second's record last."""
    log = Log()
    log.add(SYSTEM, "key", {"name": ROUNDS.name, "vkey": ROUNDS.vkey, "use": "records"}, signer=ROOT)
    log.version = version
    ada, ben = seated(log, "ada"), seated(log, "ben")
    log.now += 60_000
    ada.move("deposit", 500)
    return log, ada, ben


def deposit_late(log: Log, player: Player, late_ms: int) -> None:
    """Write a deposit that is dated so long before the record that stands before it."""
    player.move("deposit", 700)
    log.drafts[-1].fields["time"] = log.drafts[-2].fields["time"] - late_ms


# --- Dates ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("late_ms", "expected"), [(0, "OK"), (PROMISE_MS, "OK"), (PROMISE_MS + 1, "E_CLOCK")])
def test_a_record_is_dated_twelve_seconds_before_another_chains_at_most(late_ms: int, expected: str) -> None:
    log, _, ben = begun()
    deposit_late(log, ben, late_ms)

    outcome = audited(log.seal())

    assert code(outcome) == expected
    if expected == "E_CLOCK":
        failure = verdict_output.deciding(outcome)
        assert failure is not None
        assert failure.place.index == len(log.drafts) - 1
        assert failure.place.chain == ben.chain
        assert failure.sentence == (
            f"dated {late_ms} ms before the record at log index {len(log.drafts) - 2}, which stands before it"
        )


def test_of_the_records_that_one_dated_ahead_contradicts_the_first_is_told() -> None:
    log, ada, ben = begun()
    ahead = log.now + 1_000_000
    log.drafts[-1].fields["time"] = ahead
    for player in (ben, ben, ada):
        player.move("deposit", 100)
    # The chain's own times do not fall.
    log.drafts[-1].fields["time"] = ahead
    log.now = ahead + 60_000
    ada.move("deposit", 100)
    deposit_late(log, ben, 60_000)

    assert audited(log.seal()).tally.failures == {"E_CLOCK": 2}


def test_the_system_chain_and_the_first_version_are_not_compared() -> None:
    log, _, ben = begun(version="rdf/1")
    deposit_late(log, ben, 30_000)
    assert code(audited(log.seal())) == "OK"

    # Records of the system chain come before the others of their batch, and a filing may take its time.
    log, _, ben = begun()
    log.list_events([])
    log.drafts[-1].fields["time"] += 3_000_000
    ben.move("deposit", 700)
    assert code(audited(log.seal())) == "OK"


def test_tables_date_their_records_as_players_do() -> None:
    log = shared_hand().copied()
    late = log.drafts[log.index("seats")]
    assert code(audited(log.seal())) == "OK"

    for each in log.drafts[: log.drafts.index(late)]:
        if each.fields["chain"] not in (SYSTEM, late.fields["chain"]) and each.fields["type"] != "init":
            each.fields["time"] += 3_000_000

    assert audited(log.seal()).tally.failures["E_CLOCK"]  # type: ignore[index]  # by its word


def test_a_date_is_the_records_own() -> None:
    # Whoever holds the root key may name a key so.
    named = Signer('"time":9999999999999,"v":"rdf/2",', 3)
    entry = named.note('{"rg":{"now":{"time":5}},"time":77,"type":"limits","v":"rdf/2"}\n')

    assert time_of(entry, version=b"rdf/2") == 77
    assert time_of(entry, version=b"rdf/1") is None
    for other in (
        b"",
        b'{"v":"rdf/2"}\n',
        b'{"time":"soon","v":"rdf/2"}\n',
        b'{"time":' + b"9" * 40 + b',"v":"rdf/2"}\n',
    ):
        assert time_of(other, version=b"rdf/2") is None


def listed_ahead(ahead_ms: int, *, checkpoint: bool = True, kind: str = "events") -> Log:
    """List with a date so far ahead of the first record that comes after the next checkpoint."""
    log, ada, ben = begun()
    log.list_checkpoints() if kind == "checkpoints" else log.list_events([])
    listed = log.drafts[-1].fields
    ada.move("deposit", 100)
    if checkpoint:
        log.checkpoint()
    ben.move("deposit", 100)
    listed["time"] = log.drafts[-1].fields["time"] + ahead_ms
    ada.move("deposit", 100)
    return log


@pytest.mark.parametrize("kind", ["events", "checkpoints"])
def test_a_list_that_is_dated_ahead_to_silence_the_next_ones_is_told_once(kind: str) -> None:
    log = listed_ahead(365 * 24 * 3_600_000, kind=kind)

    outcome = audited(log.seal())

    assert outcome.tally.failures == {"E_CLOCK": 1}
    failure = verdict_output.deciding(outcome)
    assert failure is not None
    assert (failure.place.index, failure.place.chain, failure.place.kind) == (log.index(kind, last=True), SYSTEM, kind)


@pytest.mark.parametrize(("ahead_ms", "expected"), [(PROMISE_MS, "OK"), (PROMISE_MS + 1, "E_CLOCK")])
def test_a_clock_that_is_set_right_within_the_promise_is_no_fault_of_a_list(ahead_ms: int, expected: str) -> None:
    assert code(audited(listed_ahead(ahead_ms).seal())) == expected


def test_what_waited_through_an_outage_stands_behind_the_list_that_ends_it() -> None:
    assert code(audited(listed_ahead(3_600_000, checkpoint=False).seal())) == "OK"


def test_every_number_of_processes_finds_the_list_that_is_dated_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed_ahead(3_600_000).seal().write(tmp_path)
    monkeypatch.setattr("verifier.audit.ENTRIES_WORTH_A_PROCESS", 1)

    verdicts = [audited_folder(tmp_path, jobs=jobs) for jobs in (1, 3)]

    assert [outcome.tally.failures for outcome in verdicts] == [{"E_CLOCK": 1}] * 2
    assert verdict_output.deciding(verdicts[0]) == verdict_output.deciding(verdicts[1])


# --- Tags -------------------------------------------------------------------------------------------------------


def test_a_persons_second_chain_with_the_same_tag_is_refused() -> None:
    log, ada, ben = begun()
    tag = log.drafts[log.index("init", chain=ada.chain)].fields["player"]
    second = log.index("init", chain=ben.chain)
    log.drafts[second].fields["player"] = tag

    outcome = audited(log.seal())

    assert code(outcome) == "E_TAG"
    assert outcome.tally.failures == {"E_TAG": 1}
    failure = verdict_output.deciding(outcome)
    assert failure is not None
    assert (failure.place.index, failure.place.chain) == (second, ben.chain)


def test_a_chain_of_the_second_version_may_not_have_the_tag_of_one_of_the_first() -> None:
    log = Log()
    log.add(SYSTEM, "key", {"name": ROUNDS.name, "vkey": ROUNDS.vkey, "use": "records"}, signer=ROOT)
    seated(log, "ada")
    seated(log, "ben")
    tag = log.drafts[log.index("init")].fields["player"]
    log.drafts[log.index("init", last=True)].fields["player"] = tag
    # The first version is judged as it was.
    assert code(audited(log.seal())) == "OK"

    log.version = "rdf/2"
    seated(log, "cem")
    log.drafts[log.index("init", last=True)].fields["player"] = tag
    outcome = audited(log.seal())
    assert (code(outcome), outcome.tally.failures) == ("E_TAG", {"E_TAG": 1})


# --- Whatever the number of processes ---------------------------------------------------------------------------


def test_every_number_of_processes_finds_the_same(tmp_path: Path) -> None:
    log, ada, ben = begun()
    for _ in range(2100):
        ada.move("deposit", 1)
    deposit_late(log, ben, 20_000)
    log.now += 1_000_000
    cem = seated(log, "cem")
    tag = log.drafts[log.index("init")].fields["player"]
    log.drafts[log.index("init", chain=cem.chain)].fields["player"] = tag
    log.seal().write(tmp_path)

    verdicts = [audited_folder(tmp_path, jobs=jobs) for jobs in (1, 3)]

    assert [outcome.tally.failures for outcome in verdicts] == [{"E_CLOCK": 1, "E_TAG": 1}] * 2
    assert verdict_output.deciding(verdicts[0]) == verdict_output.deciding(verdicts[1])


def test_a_day_of_the_first_version_is_judged_as_before() -> None:
    assert code(audited(full_day().seal())) == "OK"

"""An audit that keeps a state says what the whole audit says, wherever the log was cut and whatever became of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.auditor import code
from tests.verifier.cosigned import cosigned, witnessed_log
from tests.verifier.nights import LOGS, Nights, from_of, judged, rewritten, sealed, told, up_to, why_whole
from tests.verifier.play import founded, seated
from tests.verifier.spoiling import fields
from tests.verifier.table_logs import beacon_hand
from tests.verifier.tables import SOURCE, beacon_value
from tests.verifier.test_dates_and_tags import begun
from tests.verifier.test_witnesses import at
from verifier import verdict_output
from verifier.beacons import NO_COPY, BeaconCopy, Schedule
from verifier.going_on import Going

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.verifier.play import Player
    from tests.verifier.producer import Log, Sealed


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(tmp_path)


@pytest.mark.parametrize("name", LOGS)
def test_the_verdict_is_that_of_the_whole_audit_from_every_size_that_was_signed(name: str, tmp_path: Path) -> None:
    log, gone_on = sealed(name), set()
    expected = told(Nights(tmp_path / "whole").whole(log))
    first: Any = expected["first"]
    assert (first["code"] if first else "") == LOGS[name][1]
    for size in sorted(log.checkpoints):
        each = Nights(tmp_path / str(size))
        before = each.audit(up_to(log, size))
        after = each.audit(log)

        assert told(before) == told(each.whole(up_to(log, size)))
        assert told(after) == expected
        assert from_of(after) == (size if before.accepted and size else 0)
        gone_on.add(from_of(after))
    assert len(gone_on - {0, len(log.entries)}) >= min(1, len(log.checkpoints) - 1)


@pytest.mark.parametrize("name", [name for name in LOGS if name != "winning rounds voided"])
def test_the_verdict_is_that_of_the_whole_audit_from_every_entry(name: str, tmp_path: Path) -> None:
    log, cuts = sealed(name), 0
    # After each entry of a small log, and after each seventh of a longer one.
    for size in range(1, len(log.entries), 1 if len(log.entries) < 24 else 7):
        each, before = Nights(tmp_path / str(size)), up_to(log, size)
        accepted = each.audit(before).accepted
        after = each.audit(log)

        assert told(after) == told(each.whole(log, checkpoints=[before.checkpoints[size]] if accepted else []))
        assert from_of(after) == (size if accepted else 0)
        cuts += accepted
    assert cuts >= 3


def test_night_after_night_the_state_goes_on(nights: Nights) -> None:
    log = sealed("winning rounds voided")
    sizes = sorted(log.checkpoints)
    found = [nights.audit(up_to(log, size)) for size in sizes]

    assert [from_of(each) for each in found] == [0, *sizes[:-1]]
    assert told(found[-1]) == told(nights.whole(log))


def test_a_log_that_did_not_grow_is_accepted_again(nights: Nights) -> None:
    log = sealed("a day of rounds")
    again = [nights.audit(log) for _ in range(3)]

    assert [from_of(each) for each in again] == [0, len(log.entries), len(log.entries)]
    assert told(again[0]) == told(again[2])


def test_an_open_epoch_at_a_table_is_gone_on_with(nights: Nights) -> None:
    log = sealed("a hand at a table")
    cut = next(at for at, entry in enumerate(log.entries) if b'"type":"seats"' in entry) + 1
    before = up_to(log, cut)
    assert nights.audit(before).accepted

    after = nights.audit(log)

    assert from_of(after) == cut
    assert told(after) == told(nights.whole(log, checkpoints=[before.checkpoints[cut]]))


@pytest.mark.parametrize(("second", "expected"), [(17, "OK"), (18, "E_BACKDATED")])
def test_witnessed_time_binds_the_records_of_the_old_part(nights: Nights, second: int, expected: str) -> None:
    """Witnesses are seen to have signed below the old part's end, of which the state knew nothing."""
    log, sizes = witnessed_log()
    assert sizes == [5, 6, 7], "the record between the first two is of second 5"
    before = up_to(cosigned(log.seal(), {6: at(6, 6)}), 6)
    assert nights.audit(before).accepted
    later = cosigned(log.seal(), {5: at(second, second), 6: at(17, 17), 7: at(18, 18)})

    result = nights.audit(later)

    assert from_of(result) == 6
    assert told(result) == told(nights.whole(later, checkpoints=[before.checkpoints[6]]))
    assert code(result) == expected


# --- A log that was not gone on with ----------------------------------------------------------------------------------


def test_a_log_written_anew_is_a_fork_though_it_was_signed_anew(nights: Nights) -> None:
    log, cut = sealed("a day of rounds"), 30
    before = up_to(log, cut)
    assert nights.audit(before).accepted
    other = rewritten(log)

    result = nights.audit(other)

    assert told(result) == told(nights.whole(other, checkpoints=[before.checkpoints[cut]]))
    assert {"E_FORK", "E_ROOT"} & {str(code) for code in result.tally.failures}
    assert why_whole(result) == "the entries that it had judged are not those of this log"
    assert from_of(nights.audit(log)) == cut, "the state of what was accepted is still there"


def test_of_two_honest_forks_the_second_one_seen_is_named(nights: Nights) -> None:
    def forked(stake: int) -> Sealed:
        log, rules = founded()
        seated(log, "ada").open().deal(stake, rules=rules).settle()
        log.checkpoint()
        return log.seal()

    assert nights.audit(forked(500)).accepted
    result = nights.audit(forked(700))

    assert {str(code) for code in result.tally.failures} == {"E_FORK"}


def test_old_entries_that_are_delivered_otherwise_are_seen(nights: Nights) -> None:
    """The checkpoints are those of the log: only who reads the old part sees that another one was handed over."""
    log, cut = sealed("winning rounds voided"), sorted(sealed("winning rounds voided").checkpoints)[-2]
    assert nights.audit(up_to(log, cut)).accepted
    other = replace(log, entries=[log.entries[0].replace(b"casino", b"kasino", 1), *log.entries[1:]])

    result = nights.audit(other)

    assert "E_ROOT" in {str(code) for code in result.tally.failures}
    assert told(result) == told(nights.whole(other))


def test_a_log_that_was_rolled_back_misses_what_the_state_saw(nights: Nights) -> None:
    log = sealed("a day of rounds")
    earlier = up_to(log, sorted(log.checkpoints)[-2])
    assert nights.audit(log).accepted

    result = nights.audit(earlier)

    assert verdict_output.exit_status(result) == 1
    assert told(result) == told(nights.whole(earlier, checkpoints=[log.checkpoints[max(log.checkpoints)]]))
    assert "E_WITHHELD_ENTRY" in result.tally.failures


def test_a_run_that_goes_on_judges_by_the_checkpoints_that_there_are_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list is judged by the first checkpoint behind it, which the run that was broken off may not have had."""
    nights = Nights(tmp_path, every_s=0)
    log, ada, _ = begun()
    pad(log, ada, to=249)
    log.list_events([])
    listed = log.drafts[-1].fields
    pad(log, ada, to=270)
    log.checkpoint()
    pad(log, ada, to=280)
    listed["time"] = log.drafts[-1].fields["time"] + 3_600_000
    pad(log, ada, to=290)
    log.checkpoint()
    whole = log.seal()
    fewer = replace(whole, checkpoints={size: note for size, note in whole.checkpoints.items() if size != 270})
    with monkeypatch.context() as patch:
        patch.setattr(Going, "reached", killed_after(Going.reached))
        with pytest.raises(Killed):
            nights.audit(fewer)

    found = nights.audit(whole)

    assert from_of(found) == 256
    assert told(found) == told(nights.whole(whole))
    assert code(found) == "E_CLOCK"


class Killed(BaseException):
    """The program is gone."""


def killed_after(reached: Callable[..., None]) -> Callable[..., None]:
    """Kill the program as soon as it has written a state."""

    def once(going: Going, *place: Any, ends: bool = False) -> None:
        reached(going, *place, ends=ends)
        raise Killed

    return once


def pad(log: Log, player: Player, *, to: int) -> None:
    """Write deposits until the log has so many records."""
    while len(log.drafts) < to:
        player.move("deposit", 100)


def test_values_of_a_beacon_are_compared_again_once_the_copy_is_another(nights: Nights) -> None:
    hand = beacon_hand().seal()
    number = fields(beacon_hand(), "open")["beacon"]["round"]
    times = {"": Schedule(SOURCE["genesis"], SOURCE["period"])}
    true, false = (
        BeaconCopy(values={("", number): value}, schedules=times) for value in (beacon_value(number), "5e" * 32)
    )

    assert code(nights.audit(hand)) == "W_BEACON"
    for copy, expected in ((true, "OK"), (NO_COPY, "W_BEACON"), (false, "E_BEACON")):
        found = nights.audit(hand, beacons=copy)
        assert (code(found), from_of(found)) == (expected, len(hand.entries)), "all of it was judged before"


def test_a_refused_audit_leaves_the_state_of_the_accepted_one(nights: Nights) -> None:
    log = sealed("a result changed")
    cut = next(at for at, entry in enumerate(log.entries) if b'"type":"settle"' in entry)
    assert nights.audit(up_to(log, cut)).accepted
    kept = nights.state.path.read_bytes()

    for _ in range(2):
        assert nights.audit(log).tally.failures["E_PAYOUT"] == 1  # type: ignore[index]  # codes are texts

    assert nights.state.path.read_bytes() == kept
    assert not nights.state.running.exists()


def test_a_withheld_end_of_the_old_part_is_told(nights: Nights) -> None:
    log = sealed("winning rounds voided")
    assert nights.audit(log).accepted
    folder = log.write(nights.folder / "short")
    (folder / "tile/entries/000").write_bytes((folder / "tile/entries/000").read_bytes()[:-3])

    result = judged(folder, nights.state)

    assert told(result) == told(judged(folder))
    assert verdict_output.exit_status(result) == 1

"""An audit in shares says what an audit alone says, and no share reads what others judge."""

from __future__ import annotations

import io
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import pytest

from tests.verifier.keyed import keyed_day
from tests.verifier.play import founded, full_day, seated
from tests.verifier.producer import sign
from tests.verifier.table_logs import pot_game, shared_hand, voided_hand
from verifier import audit as auditing, progress, trust, verdict_output
from verifier.audit import AuditRequest, audit
from verifier.dask_scheduler import DaskMissing, DaskScheduler
from verifier.entry_bytes import chain_of
from verifier.export import Export
from verifier.hash_bundles import SYSTEM, TABLES, RunTask, hash_run, share_of
from verifier.judge import Depth
from verifier.schema import SYSTEM_CHAIN
from verifier.share_files import ShareWriter, read_entries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.verifier.play import Player
    from tests.verifier.producer import Log, Sealed
    from verifier.scheduler import Scheduler

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Here:
    """A scheduler that runs tasks one after the other, the last one first."""

    jobs: int

    def run(
        self, work: Callable[[Task], Result], tasks: Sequence[Task], *, ended: Callable[[Task], None]
    ) -> list[Result]:
        results = []
        for task in reversed(tasks):
            results.append(work(task))
            ended(task)
        return results[::-1]


def verdict(folder: Path, scheduler: Scheduler | None = None, **other: object) -> str:
    """Return the verdict as the program prints it."""
    request = AuditRequest(export=Export(folder=folder), depth=Depth.FULL, jobs=1, scheduler=scheduler, **other)  # type: ignore[arg-type]
    return json.dumps(verdict_output.as_document(audit(request)), indent=2)


def long_day() -> Log:
    """A log of four bundles, with many players."""
    log, rules = founded()
    for number in range(12):
        player = seated(log, f"player {number}", rounds=64).open()
        for _ in range(40):
            player.deal(500, rules=rules).settle()
        log.checkpoint()
    return log


def without_a_bundle(sealed: Sealed, folder: Path) -> None:
    sealed.write(folder)
    (folder / "tile/entries/001").unlink()


def with_a_short_bundle(sealed: Sealed, folder: Path) -> None:
    sealed.write(folder)
    bundle = folder / "tile/entries/002"
    bundle.write_bytes(bundle.read_bytes()[:-7])


def with_entries_that_are_none(sealed: Sealed, folder: Path) -> None:
    for index, spoiled in ((3, b"x"), (300, b'{"chain":"zz'), (301, b'{"chain":"' + b"f" * 32 + b'","type":"act"}')):
        sealed.entries[index] = spoiled
    sealed.checkpoints = sign(sealed.entries, sealed.checkpoints)
    sealed.write(folder)


def with_entries_in_another_order(sealed: Sealed, folder: Path) -> None:
    sealed.entries[40], sealed.entries[700] = sealed.entries[700], sealed.entries[40]
    sealed.checkpoints = sign(sealed.entries, sealed.checkpoints)
    sealed.write(folder)


@pytest.mark.parametrize("log", [full_day, keyed_day, shared_hand, voided_hand, pot_game, long_day])
@pytest.mark.parametrize("jobs", [2, 7])
def test_shares_say_what_one_reader_says(tmp_path: Path, log: Callable[[], Log], jobs: int) -> None:
    log().seal().write(tmp_path)

    assert verdict(tmp_path, Here(jobs)) == verdict(tmp_path)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (without_a_bundle, "E_WITHHELD_ENTRY"),
        (with_a_short_bundle, "E_FORM"),
        (with_entries_that_are_none, "E_FORM"),
        (with_entries_in_another_order, "E_CHAIN"),
    ],
)
def test_shares_say_what_one_reader_says_of_a_spoiled_log(
    tmp_path: Path, spoil: Callable[[Sealed, Path], None], code: str
) -> None:
    spoil(long_day().seal(), tmp_path)

    alone = verdict(tmp_path)
    assert json.loads(alone)["first"]["code"] == code
    assert verdict(tmp_path, Here(3)) == alone


def test_a_record_dated_long_before_another_is_told_in_shares_too(tmp_path: Path) -> None:
    log, ada, rules = keyed_log_of_two_bundles()
    ada.deal(500, rules=rules).settle()
    log.drafts[-2].fields["time"] -= 60_000
    log.seal().write(tmp_path)

    alone = verdict(tmp_path)
    assert "E_CLOCK" in alone
    assert verdict(tmp_path, Here(2)) == alone


def keyed_log_of_two_bundles() -> tuple[Log, Player, str]:
    log, rules = founded()
    log.version = "rdf/2"
    ben = seated(log, "ben", rounds=200).open()
    ada = seated(log, "ada").open()
    for _ in range(150):
        ben.deal(500, rules=rules).settle()
    return log, ada, rules


def test_an_entry_is_passed_on_to_the_share_of_its_chain_alone(tmp_path: Path) -> None:
    log = shared_hand()
    sealed = log.seal()
    export = Export(folder=sealed.write(tmp_path / "log"))
    task = RunTask(
        export=export,
        trust=trust.parse((tmp_path / "log/trust.json").read_bytes(), exact=True),
        size=len(sealed.entries),
        sizes=(),
        numbers=range(1),
        receipt_leaves=frozenset(),
        folder=tmp_path / "run",
        shares=16,
    )

    digests = hash_run(task).digests

    found = {name: [entry.index for entry in read_entries(task.folder, name, digests)] for name in digests}
    chains = [chain_of(entry) for entry in sealed.entries]
    expected: dict[str, list[int]] = {}
    for index, chain in enumerate(chains):
        name = SYSTEM if chain == SYSTEM_CHAIN else str(share_of(chain, 16))
        expected.setdefault(name, []).append(index)
    at_tables = found.pop(TABLES)
    assert found == expected
    assert 0 < len(at_tables) < len(chains)
    assert not {index for index, chain in enumerate(chains) if chain == SYSTEM_CHAIN} & set(at_tables)


def test_a_file_that_changed_meanwhile_is_an_error(tmp_path: Path) -> None:
    with ShareWriter(tmp_path / "run") as writer:
        writer.put("0", 5, bytes(32), b"an entry")
        writer.flush()
        digests = writer.digests()
    assert [entry.content for entry in read_entries(tmp_path / "run", "0", digests)] == [b"an entry"]

    (tmp_path / "run/0").write_bytes((tmp_path / "run/0").read_bytes().replace(b"an", b"no"))

    with pytest.raises(OSError, match="changed while it was in use"):
        list(read_entries(tmp_path / "run", "0", digests))


def test_progress_only_grows_and_nothing_is_left_in_the_scratch_folder(tmp_path: Path) -> None:
    long_day().seal().write(tmp_path / "log")
    (tmp_path / "scratch").mkdir()
    for scheduler in (None, Here(2)):
        told: list[float] = []

        verdict(tmp_path / "log", scheduler, scratch=tmp_path / "scratch", progress=told.append)

        assert told == sorted(told)
        assert len(told) > 2
        assert told[-1] >= 1
    assert list((tmp_path / "scratch").iterdir()) == []


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_on_a_terminal_and_erased_at_the_end() -> None:
    screen = Terminal()
    draw = progress.bar(screen)
    assert draw is not None
    for part in (0.0, 0.25, 0.251, 1.0):
        draw(part)

    shown = screen.getvalue().split("\r")
    assert shown[1:3] == ["[" + "." * 40 + "]   0 %", "[" + "#" * 10 + "." * 30 + "]  25 %"]
    assert (shown[3].strip(), shown[4]) == ("", ""), "all that was drawn is overwritten"
    assert progress.bar(io.StringIO()) is None


def test_processes_say_what_one_reader_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing, "ENTRIES_WORTH_A_PROCESS", 1)
    long_day().seal().write(tmp_path)

    shared = audit(AuditRequest(export=Export(folder=tmp_path), depth=Depth.FULL, jobs=2))

    assert json.dumps(verdict_output.as_document(shared), indent=2) == verdict(tmp_path)


def test_two_auditors_on_a_dask_cluster_say_what_one_reader_says(tmp_path: Path) -> None:
    distributed = pytest.importorskip(
        "distributed",
        reason="Dask is an extra: pip install distributed, and this test runs on a cluster of this machine",
    )
    long_day().seal().write(tmp_path)

    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:

        def audited(_: int) -> str:
            return verdict(tmp_path, DaskScheduler.at(cluster.scheduler_address))

        # At the same time: each is a client of its own, and the workers have tasks of both.
        with ThreadPoolExecutor(2) as auditors:
            verdicts = list(auditors.map(audited, range(2)))

    assert verdicts == [verdict(tmp_path)] * 2


def test_without_dask_the_option_says_what_is_missing() -> None:
    try:
        import distributed  # noqa: F401  whether it is there is the question
    except ImportError:
        with pytest.raises(DaskMissing, match="pip install"):
            DaskScheduler.at("tcp://127.0.0.1:1")
    else:
        with pytest.raises(OSError, match=r"127\.0\.0\.1"):
            DaskScheduler.at("tcp://127.0.0.1:1")

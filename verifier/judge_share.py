"""The second part of an audit: judge the chains of one share, or of the whole log, in log order.

Shares are independent of each other, so that each can run in a process of its own. A share judges its own chains, and
the system chain, against which all others are judged. Of the rest it follows what tables write, because a chain at a
table is judged by what the others say. No share reads what others judge. Its result is small.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from heapq import merge
from pathlib import Path
from typing import NamedTuple

from verifier.announced_policies import AnnouncedPolicies
from verifier.checkpoint_list import CheckpointList
from verifier.claims import Claims
from verifier.dates import Dates
from verifier.entry_bytes import chain_of
from verifier.event_list import Citation, EventList
from verifier.hash_bundles import SYSTEM, TABLES, share_of
from verifier.judge import Depth, Judge
from verifier.link import Position
from verifier.log_keys import LogKeys
from verifier.note import VerifierKey
from verifier.player import AuditContext
from verifier.published_sheets import PublishedSheet
from verifier.receipts import ReceiptPlace
from verifier.schema import SYSTEM_CHAIN
from verifier.share_files import Entry, read_entries
from verifier.statistics import Statistics
from verifier.stolen_keys import StolenKey
from verifier.system import System
from verifier.table_money import Held, owed
from verifier.tables import Tables
from verifier.tally import MoneyKey, Tally
from verifier.trust import Trust
from verifier.verdict import Failure
from verifier.versions import Versions


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeTerms:
    """By what chains are judged, whichever share they are in."""

    trust: Trust
    depth: Depth
    sizes: tuple[int, ...]
    """The sizes for which there is a checkpoint, ascending."""
    receipt_places: frozenset[ReceiptPlace]
    """The places in chains to look for: those of the receipts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareTask:
    """One share of the chains, in the files that the runs wrote."""

    terms: JudgeTerms
    runs: tuple[tuple[Path, Mapping[str, bytes]], ...]
    """The folder of each run in log order, and the SHA-256 of its files."""
    number: int
    """The number of this share, from 0. The first one counts the system chain."""
    shares: int


@dataclass(slots=True, kw_only=True)
class Judged:
    """What was found in the chains of a share."""

    tally: Tally
    log_keys: LogKeys
    """The keys that sign checkpoints, as the system chain announces them."""
    unsettled: list[tuple[int, Failure]] = field(default_factory=list)
    """Rounds still open at the log's end: the instant (ms) after which each is late, and the failure it is then."""
    places_found: set[ReceiptPlace] = field(default_factory=set)
    """The places of receipts that records of its chains have."""
    versions: Versions = field(default_factory=Versions)
    """Where each version of the log begins or ends among its records."""
    owed: dict[MoneyKey, Held] = field(default_factory=dict)
    """What all tables hold for open stakes."""
    events: EventList = field(default_factory=EventList)
    """The events that the system chain lists."""
    events_seen: list[int] = field(default_factory=list)
    """For each record that lists events, the greatest time of its chains' records before that."""
    checkpoint_list: CheckpointList = field(default_factory=CheckpointList)
    """The log's own list of its checkpoints, in the system chain."""
    citations: list[Citation] = field(default_factory=list)
    """The records of its chains that name events."""
    policies: AnnouncedPolicies = field(default_factory=AnnouncedPolicies)
    """The policies that the system chain announces."""
    stolen: list[StolenKey] = field(default_factory=list)
    """The keys of records that the system chain revokes as stolen."""
    record_keys: frozenset[VerifierKey] = frozenset()
    """The keys that may sign records, as the system chain announces them."""
    sheets: list[PublishedSheet] = field(default_factory=list)
    """The rule sheets that the system chain publishes."""
    statistics: Statistics | None = None
    """What its chains add to the tests; None in tree mode."""
    claims: Claims = field(default_factory=Claims)
    """What its chains say about the whole log."""


class Bench:
    """Judges entries one after the other, and says at the end what was found."""

    def __init__(self, terms: JudgeTerms) -> None:
        # In tree mode an auditor looks a second time, and fast.
        statistics = Statistics() if terms.depth is Depth.FULL else None
        self._system = System(root=terms.trust.root, log=terms.trust.log)
        self._judged = Judged(tally=Tally(), statistics=statistics, log_keys=self._system.log_keys)
        self._tables = Tables(system=self._system)
        context = AuditContext(
            system=self._system,
            checkpoint_sizes=terms.sizes,
            tables=self._tables,
            tally=self._judged.tally,
            statistics=statistics,
            origin=terms.trust.origin,
            claims=self._judged.claims,
        )
        self.judge = Judge(context, depth=terms.depth, receipt_places=terms.receipt_places)

    def go_on(self, terms: JudgeTerms, *, places_found: set[ReceiptPlace]) -> None:
        """Judge what follows by the terms of another audit, in which these places were found among what was judged."""
        judge = self.judge
        judge.context = replace(judge.context, checkpoint_sizes=terms.sizes)
        judge.receipt_places, judge.places_found = terms.receipt_places, places_found

    def close(self) -> Judged:
        """End the log, and return what was found."""
        judged, judge = self._judged, self.judge
        judged.unsettled = judge.close()
        judged.stolen = self._system.stolen
        judged.record_keys, judged.sheets = self._system.record_keys(), self._system.sheets
        judged.citations = judge.citations
        judged.events, judged.events_seen = self._system.events, self._system.events.seen
        judged.checkpoint_list, judged.policies = self._system.checkpoints, self._system.policies
        judged.versions, judged.places_found = judge.versions, judge.places_found
        judged.owed = owed(self._tables.open_stakes())
        return judged


@dataclass(slots=True, kw_only=True)
class Judging:
    """All that is known at some place of the log to judge what follows: what a state holds."""

    bench: Bench
    dates: Dates = field(default_factory=Dates)


def judge_share(task: ShareTask) -> Judged:
    """Judge the chains of one share.

    Raises:
        OSError: a file of the share cannot be read, or was changed.
    """
    bench = Bench(task.terms)
    judge, first = bench.judge, task.number == 0
    for entry, of_tables in _in_order(task):
        chain = chain_of(entry.content)
        own = chain != SYSTEM_CHAIN and share_of(chain, task.shares) == task.number
        if own and of_tables:
            # It came with the share's own entries.
            continue
        leaf = entry.leaf.hex()
        if own or chain == SYSTEM_CHAIN:
            judge.judge(entry.content, index=entry.index, leaf=leaf, chain=chain, counted=own or first)
        elif judge.concerns(entry.content, chain):
            judge.follow(entry.content, position=Position(index=entry.index, leaf=leaf), chain=chain)
    judged = bench.close()
    if not first:
        # The same in all shares: told once.
        judged.events, judged.sheets, judged.owed = EventList(), [], {}
        judged.checkpoint_list, judged.policies = CheckpointList(), AnnouncedPolicies()
    return judged


class _Read(NamedTuple):
    entry: Entry
    of_tables: bool


def _in_order(task: ShareTask) -> Iterator[_Read]:
    """Yield the share's own entries, those of the system chain, and those of tables, in log order."""
    for folder, digests in task.runs:
        own, system = read_entries(folder, str(task.number), digests), read_entries(folder, SYSTEM, digests)
        tables = read_entries(folder, TABLES, digests)
        yield from merge(
            (_Read(entry, of_tables=False) for entry in own),
            (_Read(entry, of_tables=False) for entry in system),
            (_Read(entry, of_tables=True) for entry in tables),
        )

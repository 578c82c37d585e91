"""Judge the witnesses of a log: whether the newest checkpoint has its quorum, and what witnessed time says of records.

Source: docs/formats/witnesses.md, rules 4 to 7.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from verifier.announced_policies import AnnouncedPolicies
from verifier.checkpoint import Checkpoint, signed_text
from verifier.note import SignatureLine
from verifier.read_log import Reading
from verifier.record_times import Dated, RecordTimes
from verifier.verdict import Code, Failure, Place
from verifier.witness_policy import Policy

_EARLY_MS: Final = 12_000
"""The ten seconds within which a record is in the log, and two by which clocks may differ."""
_LATE_MS: Final = 3_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """Which policy holds for which size."""

    given: Policy | None
    """The auditor's own, which holds for every size."""
    first: Policy | None
    """That of the trusted keys, before the log announces one."""
    announced: AnnouncedPolicies

    def at(self, size: int) -> Policy | None:
        """Return the policy that asks for witnesses of a checkpoint of this size; None if none does."""
        holding = self.first
        for index, policy in self.announced.policies:
            if index < size:
                holding = policy
        holding = self.given or holding
        return holding if holding is not None and holding.asks else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Quorum:
    """A checkpoint that has its quorum, with the seconds between which that signed it."""

    size: int
    names: tuple[str, ...]
    """All witnesses of the policy that signed it, by the names that the policy gives them."""
    least: int
    greatest: int


@dataclass(slots=True, kw_only=True)
class Witnessed:
    """What was found of a log's witnesses."""

    asked: bool
    """Whether a policy asks for witnesses of the newest checkpoint."""
    quorums: list[Quorum] = field(default_factory=list)
    """The checkpoints that have their quorum, by size."""
    size: int
    """That of the newest checkpoint."""

    @property
    def newest(self) -> Quorum | None:
        """Return the quorum of the newest checkpoint; None if it has none."""
        return self.quorums[-1] if self.quorums and self.quorums[-1].size == self.size else None

    def failures(self, times: RecordTimes) -> Iterator[Failure]:
        """Yield what witnesses contradict."""
        before: Quorum | None = None
        for quorum in self.quorums:
            yield from _backdated(before, quorum, times)
            before = quorum
        if self.asked and self.newest is None:
            sentence = f"the checkpoint of size {self.size} lacks the cosignatures that the policy asks for"
            yield Failure(code=Code.E_QUORUM, sentence=sentence, place=Place())


def judge(
    log: Reading, roots: Mapping[int, bytes], *, policy: Policy | None, others: Iterable[Checkpoint]
) -> Witnessed:
    """Verify the cosignatures of a log that was read, and of other checkpoints of it; `policy` is the auditor's own.

    `roots` are those of the entries, by size: what was signed with another root is another check's.
    """
    policies = Policies(given=policy, first=log.trust.policy, announced=log.first.policies)
    lines = _collected(log.hashed.cosigned, others)
    found = Witnessed(asked=policies.at(log.size) is not None, size=log.size)
    for size in sorted(lines.keys() & roots.keys()):
        asked = policies.at(size)
        if asked is not None and size <= log.size:
            times = cosigned_at(asked, lines[size], signed_text(log.trust.origin, size, roots[size]))
            if asked.holds(times):
                found.quorums.append(_quorum(asked, times, size=size))
    return found


def lacks_quorum(log: Reading, checkpoint: Checkpoint, *, policy: Policy | None) -> bool:
    """Tell whether a policy asks for witnesses of a checkpoint, and too few of them signed it."""
    asked = Policies(given=policy, first=log.trust.policy, announced=log.first.policies).at(checkpoint.size)
    return asked is not None and quorum_of(asked, checkpoint) is None


def quorum_of(policy: Policy, checkpoint: Checkpoint) -> Quorum | None:
    """Return the quorum that the lines of a checkpoint make; None if they make none."""
    times = cosigned_at(policy, checkpoint.lines, checkpoint.text)
    return _quorum(policy, times, size=checkpoint.size) if policy.holds(times) else None


def cosigned_at(policy: Policy, lines: Iterable[SignatureLine], text: bytes) -> dict[str, int]:
    """Return the second at which each witness of a policy signed a checkpoint's text, by the policy's names."""
    times: dict[str, int] = {}
    for line in lines:
        for name, key in policy.witnesses.items():
            if name not in times and (time := key.time_of(line, text)) is not None:
                times[name] = time
    return times


def _collected(
    cosigned: Mapping[int, Sequence[SignatureLine]], others: Iterable[Checkpoint]
) -> dict[int, tuple[SignatureLine, ...]]:
    """Return the lines of all checkpoints by size: those of the folder, then those of the others."""
    lines = {size: tuple(known) for size, known in cosigned.items()}
    for other in others:
        if other.cosignatures:
            lines[other.size] = (*lines.get(other.size, ()), *other.cosignatures)
    return lines


def _quorum(policy: Policy, times: Mapping[str, int], *, size: int) -> Quorum:
    ascending = sorted(set(times.values()))
    least = max(each for each in ascending if policy.holds([name for name, at in times.items() if at >= each]))
    greatest = min(each for each in ascending if policy.holds([name for name, at in times.items() if at <= each]))
    return Quorum(size=size, names=tuple(sorted(times)), least=least, greatest=greatest)


def _backdated(before: Quorum | None, quorum: Quorum, times: RecordTimes) -> Iterator[Failure]:
    extent = times.between(0 if before is None else before.size, quorum.size)
    if extent is None:
        return
    if before is not None and extent.earliest.time < before.least * 1000 - _EARLY_MS:
        early = before.least * 1000 - extent.earliest.time
        sentence = f"dated {early} ms before witnesses signed the {before.size} entries that came before it"
        yield _failure(extent.earliest, sentence)
    if extent.latest.time > quorum.greatest * 1000 + _LATE_MS:
        late = extent.latest.time - quorum.greatest * 1000
        yield _failure(extent.latest, f"dated {late} ms after witnesses signed the {quorum.size} entries that it is in")


def _failure(dated: Dated, sentence: str) -> Failure:
    return Failure(code=Code.E_BACKDATED, sentence=sentence, place=Place(index=dated.place))

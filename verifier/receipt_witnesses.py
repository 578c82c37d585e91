"""Whether the checkpoints on which receipts rest have been seen by the witnesses that a policy asks for.

A log that shows one player another tree than everybody else can prove every receipt of that player in it. A quorum signs one tree.

Source: docs/formats/witnesses.md, rules 4 and 5.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier import canonical, note, schema
from verifier.announced_policies import AnnouncedPolicies
from verifier.checkpoint import Checkpoint
from verifier.receipt_search import Found, Search
from verifier.verdict import Code, Failure, Place
from verifier.witness_output import instant
from verifier.witness_policy import Policy
from verifier.witnesses import Policies, Quorum, quorum_of


@dataclass(slots=True, kw_only=True)
class Rested:
    """What the checkpoints on which receipts rest have of witnesses."""

    asked: bool = False
    """Whether a policy asks for witnesses of any of them."""
    quorums: list[Quorum] = field(default_factory=list)
    lacking: list[int] = field(default_factory=list)
    """The sizes of those that lack theirs."""

    @property
    def failures(self) -> list[Failure]:
        """Return a failure for each checkpoint that lacks its quorum."""
        return [
            Failure(
                code=Code.E_QUORUM,
                sentence=f"the checkpoint of size {size} lacks the cosignatures that the policy asks for",
                place=Place(),
            )
            for size in self.lacking
        ]

    def sentence(self) -> str:
        """Return the same in words."""
        if not self.asked:
            return "no policy asks for any: that others see this log is not shown (--policy)"
        told = [
            f"{each.size} entries were signed by {_names(each)}, at {instant(each.greatest)}" for each in self.quorums
        ]
        return "; ".join([*told, *(f"too few signed {size} entries" for size in self.lacking)])

    def document(self) -> dict[str, object] | None:
        """Return the same for the verdict as JSON, times in seconds; None where no policy asks for any."""
        if not self.asked:
            return None
        quorums = [
            {"size": each.size, "names": list(each.names), "least": each.least, "greatest": each.greatest}
            for each in self.quorums
        ]
        return {"quorums": quorums, "lacking": self.lacking}


def judge(search: Search, found: Iterable[Found], *, policy: Policy | None) -> Rested:
    """Judge the newest checkpoint, and such later ones as a receipt is proved by; `policy` is the auditor's own.

    Raises:
        Fault: the log announces a policy that is not the root's, or is none.
    """
    policies = Policies(given=policy, first=search.trust.policy, announced=_announced(search))
    rested = Rested()
    for checkpoint in _relied_on(search, found):
        asked = policies.at(checkpoint.size)
        if asked is None:
            continue
        rested.asked = True
        quorum = quorum_of(asked, checkpoint)
        if quorum is None:
            rested.lacking.append(checkpoint.size)
        else:
            rested.quorums.append(quorum)
    return rested


def _announced(search: Search) -> AnnouncedPolicies:
    announced = AnnouncedPolicies()
    for index, entry in search.policy_entries():
        record = schema.check(canonical.parse(note.line_of(note.split(entry))))
        # The words of another record may say the same.
        if record["type"] == "policy":
            announced.accept(record, index=index, root=search.trust.root, origin=search.trust.origin)
    return announced


def _relied_on(search: Search, found: Iterable[Found]) -> list[Checkpoint]:
    """Return the newest checkpoint, with which all others agree, and those by which alone a record is known that it lacks."""
    later = {each.under.size: each.under for each in found if each.log_index >= search.size}
    return [search.newest, *(later[size] for size in sorted(later))]


def _names(quorum: Quorum) -> str:
    return ", ".join(ascii(name) for name in quorum.names)

"""Find witnesses for a checkpoint of the parent log, and publish it.

The protocol and its client are those of every other log (witness_client.py). While too few sign, the parent log stands still, and cells go on.

Source: docs/formats/witnesses.md, rules 8 and 9; docs/formats/parent.md, rule 6.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime

import structlog

from audit.core.checkpoint import size_of
from audit.core.cosignature import QuorumPolicy, parse_policy
from audit.core.note import text_of
from audit.parent_folder import ParentFolder
from audit.witness_client import Contradiction, SignedLines, SizeElsewhere, WitnessAnswer, WitnessRequest, ask
from audit.witnessing import ASKED_AGAIN, ROUND_SECONDS, line_in_time

_log = structlog.get_logger("audit.parent_log")


class ParentForked(Exception):  # noqa: N818  named as the sequencer's is
    """A witness signed another parent log than the one in the folder: it was restored, or a second one is written."""


@dataclass(slots=True)
class ParentWitnessing:
    """What is known of the witnesses of a parent log."""

    parent: ParentFolder
    _sizes: dict[str, int] = field(default_factory=dict)
    _compared: set[str] = field(default_factory=set)

    def publish(self) -> bool:
        """Publish the newest signed checkpoint if it is not, with its quorum, and return whether it is published now.

        Raises:
            ParentForked: a witness contradicts, which has not yet agreed in this run.
            TileMissing: the folder is not whole.
            ReplacedMeanwhile, FolderHeld: another process writes the folder.
        """
        parent, published = self.parent, self.parent.place.checkpoint()
        if parent.is_published or parent.signed is None:
            return True
        lines, policy = "", self._policy(parent.signed)
        if policy is not None:
            signed = self._asked(policy, parent.signed)
            if not policy.is_met_by(signed):
                return False
            lines = "".join(f"{signed[name]}\n" for name in policy.witnesses if name in signed)
        parent.place.replace(parent.signed + lines, keys=None, in_place_of=published)
        parent.drop_partials()
        return True

    def compare(self) -> None:
        """Hold the witnesses' memory against the folder, as far as they answer, before anything is signed.

        Raises:
            ParentForked: one signed another log than the folder has.
        """
        note = self.parent.signed
        policy = None if note is None else self._policy(note)
        if note is not None and policy is not None:
            self._asked(policy, note)

    def _policy(self, note: str) -> QuorumPolicy | None:
        """Return the policy that holds for a checkpoint; None if it needs no witness."""
        text = self.parent.state.policy_below(size_of(note))
        policy = None if text is None else parse_policy(text, origin=self.parent.origin)
        return None if policy is None or policy.is_none else policy

    def _asked(self, policy: QuorumPolicy, note: str) -> dict[str, str]:
        """Return the verified line of each witness that signed in time."""
        lines: dict[str, str] = {}
        begun_at = datetime.now(UTC)  # noqa: TID251  a witness dates by the clock, and so is it judged

        def enough(name: str, answer: WitnessAnswer) -> bool:
            line = (
                line_in_time(policy, name, answer, text_of(note), begun_at=begun_at)
                if isinstance(answer, SignedLines)
                else None
            )
            if line is not None:
                lines[name] = line
            return policy.is_met_by(lines)

        names = set(policy.witnesses)
        for _ in range(1 + ASKED_AGAIN):
            questions = {name: self._question(policy, name, note) for name in names}
            answers = ask(questions, seconds=ROUND_SECONDS, enough=enough)
            names = {name for name, answer in answers.items() if self._learn(policy, name, answer, size_of(note))}
            if not names or policy.is_met_by(lines):
                break
        return lines

    def _question(self, policy: QuorumPolicy, name: str, note: str) -> WitnessRequest:
        witness = policy.witnesses[name]
        old = self._sizes.get(witness.vkey, 0)
        size = size_of(note)
        proof = self.parent.place.consistency(old, size) if 0 < old < size else []
        return WitnessRequest(url=witness.url or "", old_size=old, proof=proof, note=note)

    def _learn(self, policy: QuorumPolicy, name: str, answer: WitnessAnswer, size: int) -> bool:
        """Note what a witness said, and return whether it is to be asked again from where it is."""
        vkey = policy.witnesses[name].vkey
        match answer:
            case SignedLines():
                self._sizes[vkey] = size
                self._compared.add(vkey)
            case SizeElsewhere(theirs) if theirs <= size and theirs != self._sizes.get(vkey, 0):
                self._sizes[vkey] = theirs
                return True
            case SizeElsewhere() | Contradiction():
                self._sizes.pop(vkey, None)
                if vkey not in self._compared:
                    raise ParentForked(
                        f"The witness {name} signed another parent log than this folder has at {size} entries:"
                        " the folder was restored, or the witness lies."
                    )
                _log.error("witness-contradicts", witness=name)
            case _:
                _log.warning("witness-silent", witness=name, why=str(answer))
        return False

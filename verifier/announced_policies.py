"""The policies that the log announces in its system chain, each signed by the root key.

Source: docs/formats/witnesses.md, rules 3 and 4.
"""

from dataclasses import dataclass, field

from verifier import note, witness_policy
from verifier.note import VerifierKey
from verifier.predicates import text
from verifier.records import PolicyAnnounced
from verifier.shape import shape
from verifier.verdict import Code, Fault
from verifier.witness_policy import Policy

SHAPE = shape({"note": text})


@dataclass(slots=True, kw_only=True)
class AnnouncedPolicies:
    """The policies up to some log index, each behind that of its record."""

    policies: list[tuple[int, Policy]] = field(default_factory=list)

    def accept(self, record: PolicyAnnounced, *, index: int, root: VerifierKey, origin: str) -> None:
        """Take the next record, of the log with this root key and this origin.

        Raises:
            Fault: `E_KEY` if the root did not sign the policy, or stood in the log before; `E_FORM` if it is none.
        """
        signed, lines = note.split_lines(record["note"].encode())
        try:
            note.signed_by(root, signed, lines)
        except Fault as fault:
            raise Fault(Code.E_KEY, f"the policy is not the root's: {fault.sentence}") from None
        policy = witness_policy.parse_for(signed.decode(), origin)
        if any(policy.text == earlier.text for _, earlier in self.policies):
            raise Fault(Code.E_KEY, "the policy was announced before, and the root key did not sign it anew")
        self.policies.append((index, policy))

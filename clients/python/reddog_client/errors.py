"""What ends a call: the platform's no, and the client's own."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any


class Reason(StrEnum):
    """Why the client does not go on. The words are stable."""

    BROKEN_CHAIN = "broken-chain"
    """A record does not continue the player's chain from the leaf that this client kept."""
    FORKED_LOG = "forked-log"
    """The log does not begin with what it showed earlier."""
    MALFORMED_TEXT = "malformed-text"
    """A document is not what docs/formats says."""
    OTHER_BEACON = "other-beacon"
    """A deck took another public value, or the table tells other times of its rounds, than the player's own copy has."""
    OTHER_CARDS = "other-cards"
    """Cards, a seal or the deck's seed are not what the revealed seed and the values of all seats give."""
    OTHER_RECORD = "other-record"
    """A record says something else than what was asked for."""
    UNKNOWN_PLAYER_KEY = "unknown-player-key"
    """A key stands in the player's chain that this player does not know."""
    UNPROVED_RECORD = "unproved-record"
    """A proof does not lead from the record to a checkpoint."""
    UNSIGNED_CHECKPOINT = "unsigned-checkpoint"
    """A checkpoint has no signature of the log's key."""
    UNSIGNED_RECORD = "unsigned-record"
    """A record of what the player must sign lacks the player's signature."""
    WRONG_SEED = "wrong-seed"
    """A revealed seed does not lead to the commitment."""


class ClientError(Exception):
    """The call did not do what it was made for."""


class VerificationError(ClientError):
    """What the platform shows does not hold. Nothing was signed after it was seen.

    `evidence` has the documents that contradict one another, to be kept and shown to an auditor.
    """

    def __init__(self, reason: Reason, detail: str, *evidence: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
        self.evidence = evidence


class RefusedError(ClientError):
    """The platform refused a request, with a problem document (RFC 9457)."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(" ".join(str(problem.get(member, "")) for member in ("code", "title", "detail")).strip())
        self.problem = problem
        self.code = str(problem.get("code", ""))


class KeyMissingError(ClientError):
    """The chain asks for a signature, and no key of this account may give it."""


class DoubtError(ClientError):
    """Something did not hold earlier, and nobody has said that this account goes on all the same."""


class ChainMovedError(ClientError):
    """Somebody played on this account meanwhile, so that what was asked for may no longer be wanted. Nothing was signed."""


class TooLateError(ClientError):
    """The clock was faster, or somebody else: what was asked for is no question any more. Nothing was signed."""

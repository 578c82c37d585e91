"""The parts of a verdict: codes, their severity, and the place of a failure.

Source: docs/formats/verdicts.md.
"""

import enum
from dataclasses import dataclass


class Severity(enum.Enum):
    """How a failure reflects on the operator, the gravest first.

    A warning is no proof: what the log shows may have an innocent reason, and somebody must ask for it.
    """

    TAMPERED = "tampered"
    INCOMPLETE = "incomplete"
    WARNING = "warning"
    LATE = "late"

    @property
    def rank(self) -> int:
        """Return its place in the order of gravity, 0 for the gravest."""
        return list(Severity).index(self)


class Code(enum.StrEnum):
    """Every code that a verdict may carry; a code is never reused for another meaning."""

    E_FORM = "E_FORM"
    E_TYPE = "E_TYPE"
    E_SYS = "E_SYS"
    E_CANON = "E_CANON"
    E_KEY = "E_KEY"
    E_SIG = "E_SIG"
    E_CHAIN = "E_CHAIN"
    E_TAG = "E_TAG"
    E_PKEY = "E_PKEY"
    E_PSIG_MISSING = "E_PSIG_MISSING"
    E_PSIG = "E_PSIG"
    E_TIME_ORDER = "E_TIME_ORDER"
    E_TWO_OPEN = "E_TWO_OPEN"
    E_NONCE = "E_NONCE"
    E_COMMIT_LATE = "E_COMMIT_LATE"
    E_CLIENT_REUSE = "E_CLIENT_REUSE"
    E_SESSION = "E_SESSION"
    E_RULES = "E_RULES"
    E_RTP = "E_RTP"
    E_TABLE = "E_TABLE"
    E_SEATS = "E_SEATS"
    E_CONTRIB = "E_CONTRIB"
    E_BEACON = "E_BEACON"
    E_ABORT = "E_ABORT"
    E_ACCOUNT = "E_ACCOUNT"
    E_CAUSE = "E_CAUSE"
    E_RG = "E_RG"
    E_LIMITS = "E_LIMITS"
    E_PROFILE = "E_PROFILE"
    E_FILING = "E_FILING"
    E_EVENT = "E_EVENT"
    E_EVENT_MISSING = "E_EVENT_MISSING"
    E_EVENT_LATE = "E_EVENT_LATE"
    E_WITHHELD_EVENT = "E_WITHHELD_EVENT"
    E_SEED = "E_SEED"
    E_SEED_LOST = "E_SEED_LOST"
    E_SEED_HELD = "E_SEED_HELD"
    E_CARDS = "E_CARDS"
    E_SEALED = "E_SEALED"
    E_ACTION = "E_ACTION"
    E_CLOCK = "E_CLOCK"
    E_CHIPS = "E_CHIPS"
    E_END = "E_END"
    E_PAYOUT = "E_PAYOUT"
    E_UNBALANCED = "E_UNBALANCED"
    E_MOVES = "E_MOVES"
    E_BALANCE = "E_BALANCE"
    E_LATE = "E_LATE"
    E_UNSETTLED = "E_UNSETTLED"
    E_TRUST = "E_TRUST"
    E_CHECKPOINT = "E_CHECKPOINT"
    E_CHECKPOINT_OMITTED = "E_CHECKPOINT_OMITTED"
    E_LIST_LATE = "E_LIST_LATE"
    E_QUORUM = "E_QUORUM"
    E_BACKDATED = "E_BACKDATED"
    E_FORK = "E_FORK"
    E_ROOT = "E_ROOT"
    E_PROOF = "E_PROOF"
    E_TILE = "E_TILE"
    E_WITHHELD_ENTRY = "E_WITHHELD_ENTRY"
    E_WITHHELD_TILE = "E_WITHHELD_TILE"
    E_CELL_LEAF = "E_CELL_LEAF"
    E_CELL_BACK = "E_CELL_BACK"
    E_CELL_UNKNOWN = "E_CELL_UNKNOWN"
    E_CELL_MISSING = "E_CELL_MISSING"
    E_RECEIPT_MISSING = "E_RECEIPT_MISSING"
    E_SPLIT = "E_SPLIT"
    E_RECEIPT_SIG = "E_RECEIPT_SIG"
    E_REPORT_UNKNOWN = "E_REPORT_UNKNOWN"
    E_REPORT_FORM = "E_REPORT_FORM"
    E_REPORT_ENVELOPE = "E_REPORT_ENVELOPE"
    E_REPORT_FIGURE = "E_REPORT_FIGURE"
    W_SUSPECT = "W_SUSPECT"
    W_FORK_STOLEN = "W_FORK_STOLEN"
    W_UNAPPROVED = "W_UNAPPROVED"
    W_SELECTED = "W_SELECTED"
    W_ACTS = "W_ACTS"
    W_DEALT = "W_DEALT"
    W_CHAIN = "W_CHAIN"
    W_KEY_FORCED = "W_KEY_FORCED"
    W_BEACON = "W_BEACON"

    @property
    def severity(self) -> Severity:
        """Return whether this code means tampering, lateness, a warning or something that was not handed over."""
        return Severity.WARNING if self.startswith(_WARNING) else _MILDER.get(self, Severity.TAMPERED)


_WARNING = "W_"
_MILDER = {
    Code.E_SEED_LOST: Severity.LATE,
    Code.E_LATE: Severity.LATE,
    Code.E_UNSETTLED: Severity.LATE,
    Code.E_EVENT_LATE: Severity.LATE,
    Code.E_LIST_LATE: Severity.LATE,
    Code.E_WITHHELD_EVENT: Severity.INCOMPLETE,
    Code.E_WITHHELD_ENTRY: Severity.INCOMPLETE,
    Code.E_WITHHELD_TILE: Severity.INCOMPLETE,
    Code.E_CELL_UNKNOWN: Severity.INCOMPLETE,
    Code.E_CELL_MISSING: Severity.INCOMPLETE,
    Code.E_RECEIPT_SIG: Severity.INCOMPLETE,
    Code.E_REPORT_UNKNOWN: Severity.INCOMPLETE,
}


class Fault(Exception):  # noqa: N818 - what fails is the export, not the program
    """The export breaks one rule of the formats. The code that reads the entry adds the place.

    `sentence` is plain English in ASCII: text taken from the export is quoted with `ascii`, so that an export
    cannot send control characters to the auditor's terminal.
    """

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The place of a failure, as far as the entry could be read.

    `index` is the log index; None if the failure is not in a record (a checkpoint, a receipt).
    """

    index: int | None = None
    chain: str | None = None
    seq: int | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A fault with its place."""

    code: Code
    sentence: str
    place: Place

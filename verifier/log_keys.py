"""The keys that sign a log's checkpoints, one after the other, by the root's word.

Source: docs/formats/signing-keys.md.
"""

from dataclasses import dataclass
from typing import Final

from verifier import canonical, note, schema
from verifier.checkpoint import Checkpoint
from verifier.note import Note, VerifierKey, parse_vkey
from verifier.records import Key
from verifier.trust import Trust
from verifier.verdict import Code, Fault
from verifier.warrants import require_word

USE: Final = "checkpoints"
_KEY_RECORDS: Final = (b'"type":"key"', b'"type":"revoke"')


@dataclass(slots=True)
class _Span:
    key: VerifierKey
    announced: int
    """The log index of its `key` record; -1 for the key that was there from the start."""
    revoked: int | None = None
    """That of its `revoke` record."""
    stolen: bool = False

    def holds(self, at: int) -> bool:
        return self.announced < at and (self.revoked is None or at <= self.revoked)


class LogKeys:
    """The log keys up to some log index, each with where it holds; it changes as the log is read."""

    def __init__(self, first: VerifierKey) -> None:
        self._spans = [_Span(first, -1)]

    @property
    def first(self) -> VerifierKey:
        """Return the key that was there from the start, that of the trusted keys."""
        return self._spans[0].key

    def concerns(self, record: Key) -> bool:
        """Tell whether a record of a key is about one of this log's checkpoints: such a key has the log's name."""
        return record["use"] == USE and record["name"] == self.first.name

    def accept(self, record: Key, *, index: int) -> None:
        """Apply the next record that concerns a log key, which the root signed.

        Raises:
            Fault: `E_FORM`, `E_KEY`. It is then not applied.
        """
        key = parse_vkey(record["vkey"])
        span = next((each for each in self._spans if each.key == key), None)
        if record["type"] == "revoke":
            if span is None or span.revoked is not None:
                raise Fault(Code.E_KEY, f"the key {key.name!a} is revoked without being in use")
            if all(each is span or each.revoked is not None for each in self._spans):
                raise Fault(Code.E_KEY, "the last key of the log is revoked, and none signs checkpoints any more")
            span.revoked, span.stolen = index, "since" in record
        elif span is None:
            self._spans.append(_Span(key, index))
        elif span.revoked is not None:
            raise Fault(Code.E_KEY, f"the key {key.name!a} is announced again after it was revoked")

    def at(self, size: int) -> tuple[VerifierKey, ...]:
        """Return the keys of which a checkpoint of this size has a line each; one of them signs a record at this index."""
        return tuple(span.key for span in self._spans if span.holds(size))

    def signer(self, parsed: Note, *, index: int) -> VerifierKey | None:
        """Return the key that a record at a log index names, if it may sign there."""
        return next((key for key in self.at(index) if key.signed(parsed)), None)

    def require(self, checkpoint: Checkpoint) -> None:
        """Refuse a checkpoint that lacks the line of a key which holds at its size.

        Raises:
            Fault: `E_CHECKPOINT`.
        """
        for key in self.at(checkpoint.size):
            try:
                note.signed_by(key, checkpoint.text, checkpoint.lines)
            except Fault as fault:
                sentence = f"the checkpoint of size {checkpoint.size} does not hold: {fault.sentence}"
                if len(self._spans) == 1 and not checkpoint.by_first_key:
                    sentence += "; if the log key was replaced, the log's records of keys say so"
                raise Fault(Code.E_CHECKPOINT, sentence) from None

    def signed(self, checkpoint: Checkpoint) -> bool:
        """Tell whether any key that ever was this log's signed a checkpoint, whether it held at its size or not."""
        return any(_verifies(span.key, checkpoint) for span in self._spans)

    def only_stolen(self, checkpoint: Checkpoint) -> bool:
        """Tell whether of all keys that ever were this log's only such signed a checkpoint as were revoked as stolen."""
        signed = [span for span in self._spans if _verifies(span.key, checkpoint)]
        return bool(signed) and all(span.stolen for span in signed)

    def see(self, entry: bytes, *, index: int, root: VerifierKey) -> None:
        """Apply the next entry of the log, if it is a record that concerns a log key. Others are passed over unread.

        Raises:
            Fault: `E_KEY`, `E_SIG`: it is one, and the root did not sign it; or what `accept` raises.
        """
        if not any(kind in entry for kind in _KEY_RECORDS):
            return
        parsed = note.split(entry)
        record = schema.check(canonical.parse(note.line_of(parsed)))
        # The words of another record may say the same.
        if record["type"] in ("key", "revoke") and self.concerns(record):
            require_word(record, parsed, root=root, origin=self.first.name)
            self.accept(record, index=index)


def of(trust: Trust) -> LogKeys:
    """Return the log keys as the trusted keys alone have them."""
    return LogKeys(trust.log)


def _verifies(key: VerifierKey, checkpoint: Checkpoint) -> bool:
    try:
        note.signed_by(key, checkpoint.text, checkpoint.lines)
    except Fault:
        return False
    return True

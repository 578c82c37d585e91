"""The published log, held against everything that it showed before.

Source: docs/formats/log.md, "The published log".
"""

from .account import Account
from .checkpoints import Checkpoint
from .errors import Reason, VerificationError
from .log_proofs import ProvedEntry, require_grown, require_included
from .platform_api import PlatformApi


class PublishedLog:
    """The log that an account trusts. It may grow, and nothing else."""

    def __init__(self, api: PlatformApi, account: Account) -> None:
        self._api = api
        self._account = account

    def prove(self, leaf: str) -> ProvedEntry:
        """Return the place of a record in the log, by a checkpoint that continues the newest one seen.

        A record is covered about a second after it was made: the platform says when to ask again.

        Raises:
            VerificationError: `UNPROVED_RECORD`, `FORKED_LOG`, `UNSIGNED_CHECKPOINT`, `MALFORMED_TEXT`.
            RefusedError: the log does not have the record.
        """
        with self._account.evidence_kept():
            text = self._api.text(f"/log/proof/{leaf}.tlog-proof")
            entry = require_included(text, leaf=bytes.fromhex(leaf), trust=self._account.state.trust)
            self._require_continues(entry.checkpoint)
            return entry

    def _require_continues(self, seen: Checkpoint) -> None:
        """Compare a checkpoint with the newest one seen before. A cache may show an older one again."""
        newest = self._account.state.checkpoint
        if newest is not None and newest.size != seen.size:
            older, newer = sorted((newest, seen), key=lambda checkpoint: checkpoint.size)
            if older.size:
                text = self._api.text(f"/log/consistency/{older.size}/{newer.size}")
                _require_one_root(newer, require_grown(text, older=older, trust=self._account.state.trust))
        elif newest is not None:
            _require_one_root(newest, seen)
        if newest is None or seen.size > newest.size:
            self._account.see(seen)


def _require_one_root(first: Checkpoint, second: Checkpoint) -> None:
    if (first.size, first.root) != (second.size, second.root):
        raise VerificationError(
            Reason.FORKED_LOG, f"two roots were signed for the log of {first.size} entries", first.note, second.note
        )

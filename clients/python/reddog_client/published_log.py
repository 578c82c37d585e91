"""The published log, held against everything that it showed before.

Source: docs/formats/log.md, "The published log".
"""

from .account import Account
from .checkpoints import Checkpoint, Trust
from .errors import Reason, VerificationError
from .log_proofs import ProvedEntry, require_grown, require_included
from .platform_api import PlatformApi
from .successors import Successor, successor


class PublishedLog:
    """The log that an account trusts. It may grow, and nothing else."""

    def __init__(self, api: PlatformApi, account: Account) -> None:
        self._api = api
        self._account = account

    def prove(self, leaf: str) -> ProvedEntry:
        """Return the place of a record in the log, by a checkpoint that continues the newest one seen.

        A record is covered about a second after it was made: the platform says when to ask again. Where the log's key was
        replaced by the root's word, the successor is trusted from then on.

        Raises:
            VerificationError: `UNPROVED_RECORD`, `FORKED_LOG`, `UNSIGNED_CHECKPOINT`, `MALFORMED_TEXT`.
            RefusedError: the log does not have the record.
        """
        with self._account.evidence_kept():
            try:
                return self._proved(leaf, self._account.state.trust)
            except VerificationError as error:
                followed = self._successor() if error.reason is Reason.UNSIGNED_CHECKPOINT else None
                if followed is None:
                    raise
            # Its announcement stands in the log that goes on from what was seen.
            self._proved(followed.leaf, followed.trust)
            self._account.trust_successor(followed.trust)
            return self._proved(leaf, followed.trust)

    def _proved(self, leaf: str, trust: Trust) -> ProvedEntry:
        text = self._api.text(f"/log/proof/{leaf}.tlog-proof")
        entry = require_included(text, leaf=bytes.fromhex(leaf), trust=trust)
        self._require_continues(entry.checkpoint, trust)
        return entry

    def _successor(self) -> Successor | None:
        announced, revoked = (
            [item["note"] for item in self._api.get(f"/log/announcements/{kind}")["items"]]
            for kind in ("key", "revoke")
        )
        return successor(self._account.state.trust, announced=announced, revoked=revoked)

    def _require_continues(self, seen: Checkpoint, trust: Trust) -> None:
        """Compare a checkpoint with the newest one seen before. A cache may show an older one again."""
        newest = self._account.state.checkpoint
        if newest is not None and newest.size != seen.size:
            older, newer = sorted((newest, seen), key=lambda checkpoint: checkpoint.size)
            if older.size:
                text = self._api.text(f"/log/consistency/{older.size}/{newer.size}")
                _require_one_root(newer, require_grown(text, older=older, trust=trust))
        elif newest is not None:
            _require_one_root(newest, seen)
        if newest is None or seen.size > newest.size:
            self._account.see(seen)


def _require_one_root(first: Checkpoint, second: Checkpoint) -> None:
    if (first.size, first.root) != (second.size, second.root):
        raise VerificationError(
            Reason.FORKED_LOG, f"two roots were signed for the log of {first.size} entries", first.note, second.note
        )

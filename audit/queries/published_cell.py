"""What a cell publishes, as the parent log reads it: the checkpoint, the log keys that hold, and the proof that the log only grew.

Source: docs/formats/parent.md; signing-keys.md, rules 1 to 4.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from audit.core.key_notes import KeyNoteRefused, KeyTerms, open_warrant, require_revocation, require_signed
from audit.core.parent_log import CellLog, CheckpointRefused, Taken
from audit.core.proofs import is_consistent
from audit.core.records import parse_entry
from audit.published_folder import PublishedFolder, TileMissing

_CHECKPOINTS = "checkpoints"


@dataclass(frozen=True, slots=True)
class PublishedCell:
    """A cell's published log, and the keys that it begins with."""

    log: CellLog
    place: PublishedFolder

    def live_keys(self, size: int) -> list[str]:
        """Return the vkeys of the log keys of which a checkpoint of this size has a line each.

        Raises:
            CheckpointRefused: a record of a key is not the root's.
        """
        live = [self.log.log]
        for line in (self.place.note_in("keys") or "").splitlines():
            try:
                document = json.loads(line)
                entry, index = document["note"], int(document["proof"].split("\n", 2)[1].removeprefix("index "))
                record = parse_entry(entry)
                vkey, use, name = str(record["vkey"]), record["use"], record["name"]
            except (ValueError, KeyError, IndexError, TypeError, AttributeError):
                raise CheckpointRefused("keys", f"{self.log.origin} publishes a line of keys that is none.") from None
            if use != _CHECKPOINTS or name != self.log.origin or index >= size:
                continue
            self._require_word(entry, record, vkey)
            if record["type"] == "revoke":
                live = [key for key in live if key != vkey]
            elif vkey not in live:
                live.append(vkey)
        return live

    def require_growth(self, before: Taken, now: Taken) -> None:
        """Refuse a larger tree that does not begin with the smaller one, by the tiles that the cell publishes.

        Raises:
            CheckpointRefused: it does not, or a tile is missing.
        """
        try:
            hashes = self.place.consistency(before.size, now.size)
        except TileMissing as missing:
            raise CheckpointRefused("tiles-missing", f"Of {self.log.origin}: {missing}") from None
        if not is_consistent(hashes, from_size=before.size, from_root=before.root, to_size=now.size, to_root=now.root):
            raise CheckpointRefused(
                "forked",
                f"The {now.size} entries of {self.log.origin} do not begin with the {before.size} taken before.",
            )

    def _require_word(self, entry: str, record: Mapping[str, object], vkey: str) -> None:
        terms, warrant = KeyTerms(vkey=vkey, use=_CHECKPOINTS, origin=self.log.origin), record.get("warrant")
        try:
            if not isinstance(warrant, str):
                require_signed(entry, self.log.root)
            elif record["type"] == "revoke":
                require_revocation(warrant, terms, root=self.log.root)
            else:
                open_warrant(warrant, terms, root=self.log.root)
        except KeyNoteRefused as refused:
            raise CheckpointRefused(
                "keys", f"{self.log.origin} publishes a key without the root's word: {refused}"
            ) from None

"""What an account keeps between two runs, in one file that only its owner reads and that is never half written."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from .chain import Chain
from .checkpoints import Checkpoint, Trust
from .errors import ClientError
from .keys import DeviceKey
from .public_keys import Algorithm
from .table_stake import TableStake

_VERSION: Final = "reddog-client/1"
_MODE: Final = 0o600


@dataclass(slots=True, kw_only=True)
class AccountState:
    """Everything that the client must not forget. Losing it loses the keys, and what a lie could be held against."""

    url: str
    username: str
    trust: Trust
    chain: Chain
    met: bool = False
    """Whether the chain was followed to its head once. From then on each new key in it must be known."""
    checkpoint: Checkpoint | None = None
    """The newest that was seen."""
    keys: list[DeviceKey] = field(default_factory=list)
    """The private keys, which the chain need not have yet."""
    known_kids: list[str] = field(default_factory=list)
    """Keys of other devices and on paper, which this client has let in, or has read of and ends."""
    stakes: list[TableStake] = field(default_factory=list)
    """Stakes at tables whose values somebody may still ask for."""
    doubt: str = ""
    """What did not hold. A signature confirms the whole chain before it, so nothing is signed until this is empty."""

    @classmethod
    def parse(cls, document: Mapping[str, Any]) -> Self:
        """Read what `document` returned."""
        if document.get("v") != _VERSION:
            raise ClientError(f"this is no account of {_VERSION}")
        trust = Trust.parse(document)
        note = document["checkpoint"]
        return cls(
            url=document["url"],
            username=document["username"],
            trust=trust,
            chain=Chain.parse(document["chain"]),
            met=document["met"],
            checkpoint=None if note is None else Checkpoint.kept(note, trust=trust),
            keys=[
                DeviceKey(algorithm=Algorithm(key["alg"]), secret=bytes.fromhex(key["secret"]))
                for key in document["keys"]
            ],
            known_kids=document["known_kids"],
            # A file of the version before knows of none.
            stakes=[TableStake.parse(stake) for stake in document.get("stakes", ())],
            doubt=document["doubt"],
        )

    def document(self) -> dict[str, Any]:
        """Return the state as JSON has it."""
        return {
            "v": _VERSION,
            "url": self.url,
            "username": self.username,
            "origin": self.trust.origin,
            "log": self.trust.log.vkey,
            "root": None if self.trust.root is None else self.trust.root.vkey,
            "chain": self.chain.document(),
            "met": self.met,
            "checkpoint": None if self.checkpoint is None else self.checkpoint.note,
            "keys": [{"alg": key.algorithm.value, "secret": key.secret.hex()} for key in self.keys],
            "known_kids": self.known_kids,
            "stakes": [stake.document() for stake in self.stakes],
            "doubt": self.doubt,
        }


class AccountFile:
    """The file of an account's state."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> AccountState | None:
        """Return the state; None if there is none yet."""
        if not self._path.exists():
            return None
        return AccountState.parse(json.loads(self._path.read_text()))

    def save(self, state: AccountState) -> None:
        """Replace the file: after a crash it holds the whole old state or the whole new one."""
        beside = self._path.with_suffix(".new")
        # A file that a crash left here may have other rights.
        beside.unlink(missing_ok=True)
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE)
        with os.fdopen(file, "w") as text:
            json.dump(state.document(), text, indent=1)
            text.flush()
            os.fsync(text.fileno())
        beside.replace(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

"""Checkpoints: the log's size and root, signed.

Source: docs/formats/log.md; C2SP tlog-checkpoint.
"""

import base64

from audit.core.note import Signer, sign_note
from audit.core.tree import Frontier


def sign_checkpoint(origin: str, frontier: Frontier, *signers: Signer) -> str:
    """Return the signed note that fixes all entries of `frontier`, with a line of each key of the log."""
    return sign_note(checkpoint_text(origin, frontier), *signers)


def checkpoint_text(origin: str, frontier: Frontier) -> str:
    """Return the three lines that a checkpoint signs."""
    return f"{origin}\n{frontier.size}\n{base64.b64encode(frontier.root()).decode()}\n"


def root_of(note: str) -> bytes:
    """Return the root that a checkpoint of ours states."""
    return base64.b64decode(note.split("\n", 3)[2])


def size_of(note: str) -> int:
    """Return the size that a checkpoint of ours states."""
    return int(note.split("\n", 2)[1])

"""The signatures of the honest log, which an auditor in a campaign need not compute a hundred thousand times."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from verifier.note import Note, VerifierKey, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@contextlib.contextmanager
def known(keys: Iterable[VerifierKey], notes: Iterable[bytes]) -> Iterator[None]:
    """Within the block, take a signature for granted that was verified before it: the same key, text and bytes.

    Whatever else an export says of itself, changed or signed anew, is verified as ever: nothing is added meanwhile.
    """
    verify, held = VerifierKey.verify, list(keys)
    verified = {
        _what(key, note) for note in map(split, notes) for key in held if key.signed(note) and _holds(key, note)
    }

    def verify_unknown(self: VerifierKey, note: Note) -> None:
        if _what(self, note) not in verified:
            verify(self, note)

    VerifierKey.verify = verify_unknown  # type: ignore[method-assign]  # the program itself has no use for a memory
    try:
        yield
    finally:
        VerifierKey.verify = verify  # type: ignore[method-assign]  # as it was


def _holds(key: VerifierKey, note: Note) -> bool:
    key.verify(note)
    return True


def _what(key: VerifierKey, note: Note) -> tuple[bytes, bytes, bytes]:
    return key.public, note.text, note.signature

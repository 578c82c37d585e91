"""Decide on a checkpoint that a log asks a witness to sign.

Source: docs/formats/witnesses.md, rule 8 (C2SP tlog-witness, "add-checkpoint"); signing-keys.md, rule 8.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from verifier import checkpoint, proofs
from verifier.note import VerifierKey
from verifier.tree import EMPTY_ROOT
from verifier.trust import Trust
from verifier.verdict import Code, Fault
from verifier.witness.key_file import WitnessSigner
from verifier.witness.known_keys import KnownKeys, UnknownLog
from verifier.witness.state import Signed, State

BODY_BYTES_MAX: Final = 65_536
_HASHES_MAX: Final = 63
_OLD: Final = re.compile(rb"old (0|[1-9][0-9]{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)")


class Answer(NamedTuple):
    """An HTTP answer."""

    status: int
    body: str
    content_type: str = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """A witness of the logs whose keys it knows. `now` returns the second of its clock."""

    signer: WitnessSigner
    state: State
    keys: KnownKeys
    now: Callable[[], int]

    def add_checkpoint(self, body: bytes) -> Answer:
        """Sign a checkpoint, or say why not.

        Raises:
            OSError: what would be signed could not be kept, and was not signed.
        """
        head, blank, raw = body.partition(b"\n\n")
        asked = _OLD.fullmatch(head + b"\n")
        if not blank or asked is None:
            return Answer(400, "This is no old size, proof, empty line and checkpoint.\n")
        path = _path(asked[2])
        if path is None or len(path) > _HASHES_MAX:
            return Answer(400, "The proof is not up to 63 hashes.\n")
        origin = raw.partition(b"\n")[0].decode("utf-8", "replace")
        keys = self.keys.of(origin)
        if not keys:
            return Answer(404, "This witness does not know the origin.\n")
        signed = _signed_by_any(raw, keys)
        if signed is None:
            return Answer(403, "No key that this witness knows signed the checkpoint.\n")
        return self._decide(origin, signed, old=int(asked[1]), path=path)

    def add_key(self, body: bytes) -> Answer:
        """Go by a successor of a log's key, or without a key that was revoked, if the log's root says so.

        Raises:
            OSError: what it says could not be kept, and is not gone by.
        """
        try:
            with self.state.lock:
                self.keys.add(body)
        except UnknownLog:
            return Answer(404, "This witness does not know the log.\n")
        except Fault as fault:
            return Answer(403 if fault.code in (Code.E_KEY, Code.E_SIG) else 400, f"{fault.sentence}.\n")
        return Answer(200, "\n")

    def _decide(self, origin: str, wanted: Signed, *, old: int, path: Sequence[bytes]) -> Answer:
        if old > wanted.size:
            return Answer(400, "The old size is above the checkpoint's.\n")
        with self.state.lock:
            known = self.state.signed(origin)
            if old != known.size:
                return Answer(409, f"{known.size}\n", "text/x.tlog.size")
            if known.size == wanted.size and known.root != wanted.root:
                return Answer(409, f"{known.size}\n", "text/x.tlog.size")
            if not _goes_on(known, wanted, path):
                return Answer(422, "The proof does not lead from what this witness signed to the checkpoint.\n")
            # Kept first: a crash between the two leaves a tree that was kept and not signed, which the log asks for again.
            if known != wanted:
                self.state.keep(origin, wanted)
            text = checkpoint.signed_text(origin, wanted.size, wanted.root)
            return Answer(200, self.signer.cosign(text, time=self.now()))


def _signed_by_any(raw: bytes, keys: Sequence[VerifierKey]) -> Signed | None:
    for key in keys:
        try:
            # The root has no part in it: which keys there are is known already.
            parsed = checkpoint.parse(raw, trust=Trust(origin=key.name, root=key, log=key))
        except Fault:
            continue
        return Signed(parsed.size, parsed.root)
    return None


def _goes_on(known: Signed, wanted: Signed, path: Sequence[bytes]) -> bool:
    if known.size in (0, wanted.size):
        return not path and (wanted.size > 0 or wanted.root == EMPTY_ROOT)
    try:
        proofs.require_consistent(
            path, from_size=known.size, from_root=known.root, to_size=wanted.size, to_root=wanted.root
        )
    except Fault:
        return False
    return True


def _path(lines: bytes) -> list[bytes] | None:
    path = [b64decode(line) for line in lines.split(b"\n")[:-1]]
    return path if b"".join(b64encode(node) + b"\n" for node in path) == lines else None

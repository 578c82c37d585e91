"""The signature under the opening of an epoch, and the checkpoint that its player has seen.

Source: docs/formats/player-keys.md, "Statements" and rule 9.
"""

from dataclasses import dataclass
from functools import partial

from audit.chain_head import Head
from audit.core.checkpoint import root_of
from audit.core.player_signatures import PlayerKey, PlayerSignature
from audit.core.player_statements import Announced, Covered, opening
from audit.operations.accept_signature import accept_signature
from audit.queries.epochs import NextEpochRow
from audit.queries.log import CheckpointRow, checkpoint_source
from audit.queries.player_keys import player_key_source
from kernel.cte import GatheredRow, TypedCte
from kernel.refusals import Refusal, RefusalKind


class WrongCheckpoint(Refusal):
    """The log signed no checkpoint of this size and root."""

    code, kind = "wrong-checkpoint", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedOpening:
    """What a player with keys sends to open an epoch."""

    signature: PlayerSignature
    covered: Covered
    """The checkpoint by which the player knows that the commitment is in the log."""


@dataclass(frozen=True, slots=True)
class OpeningSigner:
    """What the signature of an opening is judged by, as one statement reads it; nothing where none was sent."""

    key: PlayerKey | None = None
    seen: CheckpointRow | None = None
    """The signed checkpoint of the size that the player names."""


class SignerSources:
    """The sources of an `OpeningSigner`: none for an opening without a signature."""

    def __init__(self, signed: SignedOpening | None) -> None:
        """Make them for a request."""
        self._key = None if signed is None else player_key_source(signed.signature.kid)
        self._seen = None if signed is None else checkpoint_source(signed.covered.size)

    def sources(self) -> tuple[TypedCte[tuple[object, ...]], ...]:
        """Return what is to be read with the chain's head."""
        return () if self._key is None or self._seen is None else (self._key, self._seen)

    def read(self, gathered: GatheredRow) -> OpeningSigner:
        """Return what was gathered from them."""
        if self._key is None or self._seen is None:
            return OpeningSigner()
        return OpeningSigner(gathered[self._key], gathered[self._seen])


def covered_size(signed: SignedOpening | None, announced: NextEpochRow) -> int:
    """Return the size of the checkpoint that an opening names: the player's, or else the newest one."""
    return announced.checkpoint_size if signed is None else signed.covered.size


def signed_fields(
    signed: SignedOpening | None,
    signer: OpeningSigner,
    *,
    head: Head,
    announced: NextEpochRow,
    client_seed: bytes,
    at_ms: int,
) -> dict[str, object]:
    """Return the fields of the record for signature and root; none in a chain without keys.

    Raises:
        WrongCheckpoint: nothing like it was signed.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: as
            `accept_signature`.
    """
    if signed is None:
        # There is nothing to judge: it is refused where the chain has keys.
        return accept_signature(None, head=head, key=None, at_ms=at_ms, statement=lambda _: b"")
    if signer.seen is None or root_of(signer.seen.note) != signed.covered.root:
        raise WrongCheckpoint(
            "No epoch was opened. The log signed another checkpoint of this size, or none. Keep the one that you saw:"
            " if it is signed, it is proof."
        )
    statement = partial(
        opening,
        prev=head.tip.leaf,
        epoch=announced.epoch,
        client=client_seed,
        announced=Announced(commit=announced.commitment, rounds=announced.rounds),
        covered=signed.covered,
    )
    psig = accept_signature(signed.signature, head=head, key=signer.key, at_ms=at_ms, statement=statement)
    return {"root": signed.covered.root.hex(), **psig}

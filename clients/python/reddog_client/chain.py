"""The player's chain as this client has followed it, from the records alone.

Source: docs/formats/record.md, "Rules"; docs/formats/player-keys.md; docs/formats/shuffle.md.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self

from .errors import Reason, VerificationError
from .public_keys import Algorithm, PublicKey, Use
from .record_signatures import must_be_signed, require_signed
from .records import FIRST_PREV, Record
from .seeds import hashed_down
from .statements import Announcement


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEpoch:
    """An epoch that is played: its seeds hang on seed 0, the commitment, and are known up to `known_number`."""

    number: int
    rounds: int
    dealt: int
    known_number: int
    known_seed: str
    client: str = ""
    """The player's own seed, in hex; empty in a file of the version before."""

    @property
    def rounds_left(self) -> int:
        """Return how many rounds it can still deal."""
        return self.rounds - self.dealt


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRound:
    """A round that was dealt and has not ended: the leaf of its deal, and its number in the epoch."""

    deal: str
    nonce: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenStake:
    """A stake at a table that has not ended: the leaf of its record, and of the decision against the house, if any."""

    leaf: str
    act: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainKey:
    """A key of the chain. `forced`: operators let it in, without a signature of the player's."""

    kid: str
    algorithm: str
    pub: str
    use: str
    forced: bool
    ended: bool = False

    @property
    def public(self) -> PublicKey:
        """Return the key."""
        return PublicKey(algorithm=Algorithm(self.algorithm), pub=bytes.fromhex(self.pub))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """What stands in the chain up to `leaf`, the record number `seq`; -1 before the first."""

    name: str
    seq: int = -1
    leaf: str = FIRST_PREV
    announced: Announcement | None = None
    epoch: OpenEpoch | None = None
    round: OpenRound | None = None
    stake: OpenStake | None = None
    keys: tuple[ChainKey, ...] = ()

    @classmethod
    def parse(cls, document: Mapping[str, Any]) -> Self:
        """Read what `document` returned."""
        # A file of the version before knows of no stakes.
        parts: dict[str, Any] = {"stake": None, **document}
        kinds = {"announced": Announcement, "epoch": OpenEpoch, "round": OpenRound, "stake": OpenStake}
        for name, kind in kinds.items():
            parts[name] = None if parts[name] is None else kind(**parts[name])
        return cls(**{**parts, "keys": tuple(ChainKey(**key) for key in parts["keys"])})

    def document(self) -> dict[str, Any]:
        """Return the chain for the account's file."""
        return asdict(self)

    @property
    def signed(self) -> bool:
        """Tell whether what the player asks for must be signed: from the first key on, for good."""
        return bool(self.keys)

    def live_kids(self, *uses: Use) -> list[str]:
        """Return the ids of the keys with one of these uses that have not ended, oldest first."""
        return [key.kid for key in self.keys if not key.ended and key.use in uses]

    def followed_by(self, record: Record, *, known_kids: Collection[str] | None, origin: str) -> "Chain":
        """Return the chain with one record more.

        `known_kids` are the keys that the player knows of. None lets in whatever is found: at the first meeting there is
        nothing to compare with.

        Raises:
            VerificationError: `BROKEN_CHAIN` if the record does not continue this chain, `UNKNOWN_PLAYER_KEY` if it lets
                in a key that the player does not know, `UNSIGNED_RECORD` if it lacks a signature of the player's over what
                it says, `WRONG_SEED` if it reveals a seed that is not the committed one.
        """
        expected = (self.name, self.seq + 1, self.leaf)
        if tuple(record.fields[name] for name in ("chain", "seq", "prev")) != expected:
            raise VerificationError(
                Reason.BROKEN_CHAIN, f"record {record.seq} does not follow {self.leaf}, number {self.seq}", record.note
            )
        if record.kind == "player_key" and known_kids is not None and _kid(record) not in known_kids:
            raise VerificationError(
                Reason.UNKNOWN_PLAYER_KEY, f"key {_kid(record)} was let into the chain by somebody else", record.note
            )
        try:
            fold = _FOLDS.get(record.kind)
            folded = self if fold is None else fold(self, record)
            self._require_signature(record, origin)
        except (KeyError, TypeError, ValueError):
            raise VerificationError(
                Reason.MALFORMED_TEXT, f"the {record.kind} lacks a field, or has one of another form", record.note
            ) from None
        return replace(folded, seq=record.seq, leaf=record.leaf)

    def _require_signature(self, record: Record, origin: str) -> None:
        """Refuse what the player must have signed and has not: whatever is signed next would confirm it."""
        if not self.signed or not ("psig" in record.fields or must_be_signed(record)):
            return
        uses = (Use.PLAY,) if must_be_signed(record) else (Use.PLAY, Use.RECOVER)
        live = self.live_kids(*uses)
        keys = {key.kid: key.public for key in self.keys if key.kid in live}
        require_signed(record, keys, origin=origin, announced=self.announced)


def _committed(chain: Chain, record: Record) -> Chain:
    fields = record.fields
    return replace(chain, announced=_announcement(fields["epoch"], fields, leaf=record.leaf))


def _opened(chain: Chain, record: Record) -> Chain:
    fields, announced = record.fields, chain.announced
    if announced is None or fields["epoch"] != announced.epoch or chain.round is not None:
        raise VerificationError(Reason.BROKEN_CHAIN, f"epoch {fields['epoch']} was not announced", record.note)
    if "left" in fields and chain.epoch is not None:
        _require_seed(chain, chain.epoch, record, seed=fields["left"], number=chain.epoch.rounds)
    epoch = OpenEpoch(
        number=announced.epoch,
        rounds=announced.rounds,
        dealt=0,
        known_number=0,
        known_seed=announced.commitment,
        client=fields["client"],
    )
    upcoming = _announcement(fields["epoch"] + 1, fields["next"], leaf=record.leaf)
    return replace(chain, epoch=epoch, announced=upcoming)


def _staked(chain: Chain, record: Record) -> Chain:
    if chain.stake is not None or chain.round is not None:
        raise VerificationError(Reason.BROKEN_CHAIN, f"a stake is open, and the {record.kind} is another", record.note)
    return replace(chain, stake=OpenStake(leaf=record.leaf))


def _acted(chain: Chain, record: Record) -> Chain:
    if chain.stake is None:
        # A file of the version before did not keep that a stake is open.
        return chain
    if chain.stake.leaf != record.fields["deal"] or chain.stake.act:
        raise VerificationError(Reason.BROKEN_CHAIN, "the act is about no stake that is open", record.note)
    return replace(chain, stake=replace(chain.stake, act=record.leaf))


def _dealt(chain: Chain, record: Record) -> Chain:
    fields, epoch = record.fields, chain.epoch
    if "table" in fields:
        return _staked(chain, record)
    if (
        epoch is None
        or (fields["epoch"], fields["nonce"]) != (epoch.number, epoch.dealt + 1)
        or chain.round is not None
        or chain.stake is not None
    ):
        raise VerificationError(
            Reason.BROKEN_CHAIN, f"round {fields['nonce']} of epoch {fields['epoch']} is not the next one", record.note
        )
    dealt = OpenRound(deal=record.leaf, nonce=fields["nonce"])
    return replace(chain, round=dealt, epoch=replace(epoch, dealt=fields["nonce"]))


def _ended(chain: Chain, record: Record) -> Chain:
    fields, epoch = record.fields, chain.epoch
    if chain.stake is not None and fields.get("deal", fields.get("sit")) == chain.stake.leaf:
        return replace(chain, stake=None)
    if epoch is None or chain.round is None or fields.get("deal") != chain.round.deal:
        # As in `_acted`.
        return chain
    if "seed" in fields:
        number = chain.round.nonce
        _require_seed(chain, epoch, record, seed=fields["seed"], number=number)
        return replace(chain, round=None, epoch=replace(epoch, known_number=number, known_seed=fields["seed"]))
    # A lost seed ends its epoch, in the log's first version it did not.
    return replace(chain, round=None, epoch=epoch if fields["v"] == "rdf/1" else None)


def _key_let_in(chain: Chain, record: Record) -> Chain:
    fields = record.fields
    key = ChainKey(
        kid=_kid(record),
        algorithm=fields["alg"],
        pub=fields["pub"],
        use=Use(fields["use"]).value,
        forced="by" in fields,
    )
    return replace(chain, keys=(*chain.keys, key))


def _key_ended(chain: Chain, record: Record) -> Chain:
    kid = record.fields["kid"]
    return replace(chain, keys=tuple(replace(key, ended=key.ended or key.kid == kid) for key in chain.keys))


_FOLDS: Final[Mapping[str, Callable[[Chain, Record], Chain]]] = {
    "commit": _committed,
    "open": _opened,
    "deal": _dealt,
    "settle": _ended,
    "void": _ended,
    "sit": _staked,
    "act": _acted,
    "leave": _ended,
    "player_key": _key_let_in,
    "player_key_end": _key_ended,
}


def _announcement(epoch: int, fields: Mapping[str, Any], *, leaf: str) -> Announcement:
    return Announcement(epoch=epoch, commitment=fields["commit"], rounds=fields["n"], leaf=leaf)


def _require_seed(chain: Chain, epoch: OpenEpoch, record: Record, *, seed: str, number: int) -> None:
    """Refuse a seed that does not lead to the newest known one of its epoch, which is the commitment at first."""
    known = hashed_down(seed, chain=chain.name, epoch=epoch.number, number=number, to=epoch.known_number)
    if number <= epoch.known_number or known != epoch.known_seed:
        raise VerificationError(
            Reason.WRONG_SEED, f"seed {number} of epoch {epoch.number} does not lead to its commitment", record.note
        )


def _kid(record: Record) -> str:
    fields = record.fields
    return PublicKey(algorithm=Algorithm(fields["alg"]), pub=bytes.fromhex(fields["pub"])).kid

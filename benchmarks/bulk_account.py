"""One account of a log made in bulk: its chain, its seeds, its money, and the key of the device in its player's hand.

Records, seeds, cards, results, postings and statements are those of the platform's core. What a live step reads from the
database is kept in the object; nothing is written but the records.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit.core import player_statements
from audit.core.epoch_seeds import ROUNDS_PER_EPOCH, pebbles, seed_at
from audit.core.note import key_id
from audit.core.player_keys import kid_of
from audit.core.player_statements import Announced, Covered, StatementPlace, Wanted
from audit.core.records import ChainTip, Record, build_record, moves_document, new_chain
from audit.core.shuffle import shoe
from games.core.action import Action
from games.core.families import family_of
from games.core.family import Bet, DecisionNeeded, RoundOver
from games.core.play import Act, begin, deal_first_cards, proceed
from games.core.round_postings import result_postings, stake_postings
from games.core.round_records import deal_fields, settle_fields
from kernel.ids import ChainId, RoundId
from players.core.session_reference import session_reference
from wallet.core.ledger import Account, Balance, Posting, apply_postings, net_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.core.cards import Card
    from games.core.sheet import RuleSheet

ORIGIN: Final = "bulk.example/log"
FUNDS_MINOR: Final = 10_000_000_000
_DAY_MS: Final = 86_400_000
_SIGNS_FOR_MS: Final = 30_000
_WIDE_SPREAD: Final = 7
"""From this spread on a careful player raises."""


def drawn(*words: object) -> bytes:
    """Return 32 bytes that only these words decide: every run makes the same log."""
    return hashlib.sha256(" ".join(map(str, words)).encode()).digest()


@dataclass(frozen=True, slots=True)
class BulkSigner:
    """A private key with its name."""

    name: str
    key: Ed25519PrivateKey

    @classmethod
    def of(cls, name: str) -> BulkSigner:
        """Return the key of this name."""
        return cls(name, Ed25519PrivateKey.from_private_bytes(drawn("key", name)))

    @property
    def public_key(self) -> bytes:
        """The 32 bytes of the public key."""
        return self.key.public_key().public_bytes_raw()

    @property
    def key_id(self) -> bytes:
        """The four bytes by which a note names the key."""
        return key_id(self.name, self.public_key)

    def sign(self, message: bytes, /) -> bytes:
        """Return the 64 bytes of a signature."""
        return self.key.sign(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """By what an account plays."""

    sheet: RuleSheet
    rules_leaf: bytes
    signer: BulkSigner
    """The key that signs records."""
    write: Callable[[Record], None]


@dataclass(slots=True, kw_only=True)
class BulkAccount:
    """The state of an account. Every method writes its records in order, at `now_ms`."""

    number: int
    played: Played
    device: Ed25519PrivateKey | None
    tip: ChainTip = field(init=False)
    balance: Balance = field(init=False)
    epoch: int = -1
    nonce: int = 0
    announced_at: int = 0
    """The size of the log when the next epoch was announced: a checkpoint covers it before that is opened."""
    _limits_leaf: bytes = b""
    _client: bytes = b""
    _kept: Sequence[bytes] = ()
    _next: Sequence[bytes] = ()

    def __post_init__(self) -> None:
        """Begin a chain without records."""
        self.tip = new_chain(ChainId(UUID(bytes=drawn("chain", self.number)[:16])))
        self.balance = Balance(currency=self.played.sheet.currency)

    @property
    def used_up(self) -> bool:
        """Say whether a new epoch must be opened before the next round."""
        return self.epoch < 0 or self.nonce == ROUNDS_PER_EPOCH

    def register(self, now_ms: int) -> None:
        """Write a new player's first records, a deposit, and the key if the player has one."""
        player = drawn("player", self.number).hex()
        self._write(
            "init", {"player": player, "cur": self.balance.currency, "exp": 2, "bal": [0, 0], "test": False}, now_ms
        )
        self._limits_leaf = self._write(
            "limits", {"rg": {"now": {}}, "act": {"do": "profile", "who": "platform"}}, now_ms
        )
        self._next = self._draw(0)
        self._write("commit", {"epoch": 0, **self._announced()}, now_ms)
        postings = [Posting(Account.DEPOSIT, Account.CASH, FUNDS_MINOR)]
        before, self.balance = self.balance, apply_postings(self.balance, postings)
        moved = {"moves": moves_document(net_moves(postings)), "bal": [before.cash_minor, self.balance.cash_minor]}
        self._write("wallet", {"kind": "deposit", **moved}, now_ms)
        if self.device is not None:
            self._let_in(self.device, now_ms)

    def open(self, covered: Covered, now_ms: int) -> None:
        """Open the announced epoch, and announce the one after."""
        epoch, client = self.epoch + 1, drawn("client", self.number, self.epoch + 1)
        announced = Announced(commit=self._next[0], rounds=ROUNDS_PER_EPOCH)
        place = self._place(now_ms)
        said = player_statements.opening(
            place, prev=self.tip.leaf, epoch=epoch, client=client, announced=announced, covered=covered
        )
        signed = {"root": covered.root.hex(), **self._signed(place, said)} if self.device is not None else {}
        self._kept, self._next, self._client = self._next, self._draw(epoch + 1), client
        fields = {"epoch": epoch, "client": client.hex(), "next": self._announced(), "size": covered.size, **signed}
        self._write("open", fields, now_ms)
        self.epoch, self.nonce = epoch, 0

    def play(self, now_ms: int) -> None:
        """Play a round: a deal, and a settlement a second later."""
        self.nonce += 1
        sheet, round_id = self.played.sheet, RoundId(self.tip.chain, self.epoch, self.nonce)
        seed = seed_at(self.nonce, self._kept, chain=self.tip.chain, epoch=self.epoch, rounds=ROUNDS_PER_EPOCH)
        deck = shoe(seed, round_id=round_id, client=self._client, decks=sheet.decks)
        bet, family = Bet(sheet.stake_min_minor), family_of(sheet)
        shown = family.visible(deal_first_cards(sheet, [bet], deck), seat=0)
        deal_leaf = self._deal(round_id, bet, shown, now_ms)

        state, acted_ms, raised_minor = begin(sheet, [bet], deck), now_ms + 1000, 0
        acts: list[dict[str, object]] = []
        if isinstance(need := family.need(state), DecisionNeeded):
            action = Action.RAISE if (family.spread(state) or 0) >= _WIDE_SPREAD else Action.STAND
            (legal,) = (each for each in need.legal_actions if each.action is action)
            raised_minor = legal.cost_min_minor
            state = proceed(sheet, state, Act(seat=0, action=action, amount_minor=raised_minor), deck)
            acts = [{"a": action.value, "amt": raised_minor, "by": "player", "t": acted_ms}]
        over = family.need(state)
        assert isinstance(over, RoundOver), "one decision ends a round"

        result = over.results[0]
        postings = [*stake_postings(raised_minor), *result_postings(result)]
        before, self.balance = self.balance, apply_postings(self.balance, postings)
        fields = settle_fields(
            round_id,
            deal_leaf=deal_leaf,
            acts=acts,
            cards=family.dealt(state),
            result=result,
            seed=seed,
            postings=postings,
            before=before,
            after=self.balance,
        )
        place = self._place(acted_ms)
        said = player_statements.decisions(
            place, deal_leaf=deal_leaf, acts=[(str(act["a"]), raised_minor) for act in acts]
        )
        self._write("settle", {**fields, **(self._signed(place, said) if acts else {})}, acted_ms)

    def _deal(self, round_id: RoundId, bet: Bet, shown: Sequence[Card], now_ms: int) -> bytes:
        postings = stake_postings(bet.total_minor)
        before, self.balance = self.balance, apply_postings(self.balance, postings)
        session = UUID(bytes=drawn("session", self.number, now_ms // _DAY_MS)[:16])
        fields = deal_fields(
            round_id,
            rules_leaf=self.played.rules_leaf,
            limits_leaf=self._limits_leaf,
            request_digest=drawn("request", round_id),
            session_reference=session_reference(session, salt=session.bytes),
            bet=bet,
            cards=shown,
            postings=postings,
            before=before,
            after=self.balance,
        )
        wanted = Wanted(
            epoch=round_id.epoch,
            nonce=round_id.nonce,
            rules=self.played.rules_leaf,
            ante_minor=bet.stake_minor,
            bonus_minor=0,
        )
        place = self._place(now_ms)
        said = player_statements.deal(place, prev=self.tip.leaf, wanted=wanted)
        return self._write("deal", {**fields, **self._signed(place, said)}, now_ms)

    def _let_in(self, device: Ed25519PrivateKey, now_ms: int) -> None:
        place, public = self._place(now_ms), device.public_key().public_bytes_raw()
        said = player_statements.new_key(place, prev=self.tip.leaf, algorithm="ed25519", public=public, use="play")
        proof = {"sig": base64.b64encode(device.sign(said)).decode(), "until": place.until}
        self._write("player_key", {"alg": "ed25519", "pub": public.hex(), "use": "play", "pop": proof}, now_ms)

    def _place(self, now_ms: int) -> StatementPlace:
        return StatementPlace(origin=ORIGIN, chain=self.tip.chain, until=now_ms + _SIGNS_FOR_MS)

    def _signed(self, place: StatementPlace, said: bytes) -> dict[str, object]:
        if self.device is None:
            return {}
        kid = kid_of("ed25519", self.device.public_key().public_bytes_raw())
        return {"psig": {"kid": kid, "sig": base64.b64encode(self.device.sign(said)).decode(), "until": place.until}}

    def _draw(self, epoch: int) -> Sequence[bytes]:
        last = drawn("seed", self.number, epoch)
        return pebbles(last, chain=self.tip.chain, epoch=epoch, rounds=ROUNDS_PER_EPOCH)

    def _announced(self) -> dict[str, object]:
        return {"n": ROUNDS_PER_EPOCH, "commit": self._next[0].hex()}

    def _write(self, kind: str, fields: dict[str, object], now_ms: int) -> bytes:
        salt = drawn("salt", self.number, self.tip.seq)[:16]
        record = build_record(self.tip, kind, fields, now_ms=now_ms, salt=salt, signer=self.played.signer)
        self.tip = record.tip
        self.played.write(record)
        return record.tip.leaf

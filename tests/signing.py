"""Players with keys, as their own programs: they build every statement from docs/formats/player-keys.md and the API.

Nothing of what is signed is taken from the platform's code.
"""

from __future__ import annotations

import base64
import json
import secrets
from typing import TYPE_CHECKING, Any

from players.operations.set_pin import set_pin
from tests import world
from tests.api import caller
from tests.verifier.keyed import Device, message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpResponse

    Document = dict[str, Any]

SIGNS_FOR_MS = 30_000


def read(answer: HttpResponse, status: int = 201) -> Document:
    assert answer.status_code == status, answer.content
    document: Document = json.loads(answer.content)
    return document


def signed(device: Device, statement: Document, *, of_chain: bool = True) -> Document:
    """Return the member `psig` of a request."""
    psig = {"kid": device.kid, "sig": device.sign(statement), "until": statement["until"]}
    return psig | ({"prev": statement["prev"]} if of_chain else {})


class SigningPlayer(caller.Player):
    """A player who signs with the device in the hand, once it is let in."""

    def __init__(self, username: str, device: Device, amount_minor: int = 10_000_000) -> None:
        super().__init__(username, amount_minor)
        self.device = device
        set_pin(self.seat.chain, proof=world.proof(), new_pin=world.PIN, now=caller.now())

    # --- What is signed ---------------------------------------------------------------------------------------

    def place(self, kind: str, **members: Any) -> Document:
        """Return a statement of this type over the newest record."""
        chain = read(self.get("/me/chain"), 200)
        until = int(caller.now().timestamp() * 1000) + SIGNS_FOR_MS
        return {
            "type": kind,
            "chain": chain["id"],
            "origin": chain["origin"],
            "prev": chain["leaf"],
            "until": until,
            **members,
        }

    def bet_statement(self, stake: int, side_bet: int = 0, game: str = world.GAME) -> Document:
        following = read(self.get("/me/chain"), 200)["next_round"]
        rules = read(self.get(f"/games/{game}"), 200)["rules"]
        return self.place("deal", ante=stake, bonus=side_bet, rules=rules, **following)

    # --- Keys -------------------------------------------------------------------------------------------------

    def new_key(self, device: Device, *, by: Device | None = None) -> Document:
        """Return the request that lets a key in: without another key's signature, by the PIN."""
        fields = {"alg": device.alg, "pub": device.pub.hex(), "use": device.use}
        statement = self.place("player_key", **fields)
        pop = signed(device, statement)
        del pop["kid"]
        return {**fields, "pop": pop} | ({"pin": world.PIN} if by is None else {"psig": signed(by, statement)})

    def let_in(self, device: Device, *, by: Device | None = None) -> Document:
        return read(self.post("/me/keys", self.new_key(device, by=by), key=None))

    def key_end(self, device: Device, why: str, *, by: Device) -> Document:
        return {"why": why, "psig": signed(by, self.place("player_key_end", kid=device.kid, why=why))}

    def end(self, device: Device, why: str, *, by: Device) -> Document:
        return read(self.post(f"/me/keys/{device.kid}/end", self.key_end(device, why, by=by), key=None))

    def listed_keys(self) -> list[Document]:
        items: list[Document] = read(self.get("/me/keys"), 200)["items"]
        return items

    # --- Play -------------------------------------------------------------------------------------------------

    def opening(self, seed: bytes) -> Document:
        """Return the request that opens the next epoch, by the newest checkpoint that everybody sees."""
        _, size, root, *_ = self.get("/log/checkpoint").content.decode().split("\n")
        seen = {"size": int(size), "root": base64.b64decode(root).hex()}
        announced = read(self.get("/epochs/current"), 200)["next"]
        statement = self.place(
            "open",
            epoch=announced["epoch"],
            client=seed.hex(),
            commit=announced["commitment"],
            n=announced["rounds"],
            **seen,
        )
        return {"client_seed": seed.hex(), "psig": signed(self.device, statement), "checkpoint": seen}

    def open(self) -> Document:
        world.run_sequencer(now=caller.now())
        return read(self.post("/epochs", self.opening(secrets.token_bytes(32))))

    def signed_bet(self, stake: int = 500, side_bet: int = 0, game: str = world.GAME) -> Document:
        bet = {"stake": {"amount": stake, "currency": "USD"}}
        if side_bet:
            bet["side_bet"] = {"amount": side_bet, "currency": "USD"}
        return {**bet, "psig": signed(self.device, self.bet_statement(stake, side_bet, game))}

    def deal(self, stake: int = 500, side_bet: int = 0, game: str = world.GAME) -> Document:
        return read(self.post(f"/games/{game}/rounds", self.signed_bet(stake, side_bet, game)))

    def signed_act(self, dealt: Document, action: str, acts: Sequence[Sequence[Any]]) -> Document:
        statement = self.place("settle", deal=dealt["receipts"][0]["leaf"], acts=acts)
        del statement["prev"]
        return {"action": action, "psig": signed(self.device, statement, of_chain=False)}

    def act(self, dealt: Document, action: str | None = None) -> Document:
        """Decide by the first legal action, or by this one, at what it costs."""
        legal = {option["action"]: option for option in dealt["legal_actions"]}
        chosen = legal[action] if action is not None else dealt["legal_actions"][0]
        cost = chosen["cost_min"]["amount"]
        body = self.signed_act(dealt, chosen["action"], [[chosen["action"], cost]])
        return read(self.post(f"/rounds/{dealt['id']}/actions", body | {"amount": chosen["cost_min"]}))

    def play(self, stake: int = 500, side_bet: int = 0, game: str = world.GAME) -> Document:
        dealt = self.deal(stake, side_bet, game)
        return self.act(dealt) if dealt["status"] == "open" else dealt


__all__ = ["Device", "SigningPlayer", "message", "read", "signed"]

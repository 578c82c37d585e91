"""People of a production installation, over HTTPS through the proxy: its staff and a player."""

from __future__ import annotations

import secrets
import ssl
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import httpx

from tests import totp_program
from tests.approving import with_whole
from tests.journeys.player import done, registration
from tests.journeys.running import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

PASSWORD: Final = "a long enough passphrase 7"
_PLAYERS_PASSWORD: Final = registration("somebody")["password"]
_STEP: Final = timedelta(seconds=30)
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


def client(url: str, certificate: Path) -> httpx.Client:
    """Return a client that trusts this certificate alone."""
    context = ssl.create_default_context(cafile=str(certificate))
    return httpx.Client(base_url=f"{url}/api/v1", verify=context, timeout=PATIENCE_SECONDS)


@dataclass
class Person:
    """Somebody with a client, and what they have to show to be believed."""

    http: httpx.Client
    authorization: str = ""
    receipts: dict[int, dict[str, Any]] = field(default_factory=dict)
    totp_secret: str = ""
    """Of a member of the staff."""
    code_at: datetime = _LONG_AGO
    """The step of the clock whose code was sent last: none up to it is accepted again."""

    def ask(self, method: str, path: str, body: object = None, *, key: bool = False) -> dict[str, Any]:
        """Send a request that must succeed, and keep the receipts of its answer.

        On a busy machine the database may be too slow for a while. Such an answer says that nothing was changed, so the
        request is repeated, as a client would.
        """
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (response := self.send(method, path, body, key=key)).status_code == httpx.codes.SERVICE_UNAVAILABLE:
            if response.json()["code"] != "database-too-slow" or time.monotonic() > deadline:
                break
            time.sleep(response.json()["retry_after"])
        answer = done(response)
        for receipt in answer.get("receipts", [answer["receipt"]] if answer.get("receipt") else []):
            self.receipts[receipt["seq"]] = receipt
        return answer

    def send(self, method: str, path: str, body: object = None, *, key: bool = False) -> httpx.Response:
        headers: Mapping[str, str] = {
            **({"Authorization": self.authorization} if self.authorization else {}),
            **({"Idempotency-Key": secrets.token_hex(8)} if key else {}),
        }
        return self.http.request(method, path, json=body, headers=headers)


def join_staff(http: httpx.Client, username: str, one_time_password: str) -> Person:
    """Enrol with a one-time password as docs/staff.md says, and log in with password and code."""
    enrolling = Person(http)
    credentials = {"username": username, "password": one_time_password}
    enrolling.authorization = f"Enrolment {enrolling.ask('POST', '/ops/enrolments', credentials)['token']}"
    enrolling.ask("PUT", "/ops/password", {"password": PASSWORD})
    secret = enrolling.ask("POST", "/ops/factors/totp")["secret"]
    now = datetime.now(UTC)
    enrolling.ask("PUT", "/ops/factors/totp", {"code": totp_program.code(secret, now)})

    member = Person(http)
    challenged = member.send("POST", "/ops/sessions", {"username": username, "password": PASSWORD}).json()
    # A code is accepted once, and the clock may be one step off: the next one will do.
    proof = {"challenge": challenged["challenge"], "totp": totp_program.code(secret, now + _STEP)}
    member.authorization = f"Token {member.ask('POST', '/ops/sessions/second-factor', proof)['token']}"
    member.totp_secret, member.code_at = secret, now + _STEP
    return member


def proof_of_presence(member: Person) -> dict[str, str]:
    """Answer a challenge with the next code that was not used, one step early at most."""
    member.code_at = max(member.code_at + _STEP, datetime.now(UTC))
    while datetime.now(UTC) + _STEP < member.code_at:
        time.sleep(1)
    code = totp_program.code(member.totp_secret, member.code_at)
    return {"challenge": member.ask("POST", "/ops/factor-challenges")["challenge"], "totp": code}


def apply_together(both: Sequence[Person], act: str, arguments: dict[str, Any], reason: str) -> dict[str, Any]:
    """Let one propose and the other approve, each with a fresh second factor; return the answer to the approval."""
    proposer, approver = both
    made = {"act": act, "arguments": arguments, "reason": reason, "proof": proof_of_presence(proposer)}
    proposal = proposer.ask("POST", "/ops/proposals", made)
    approval = {"digest": proposal["digest"], "proof": proof_of_presence(approver)}
    return with_whole(proposal, approver.ask("POST", f"/ops/proposals/{proposal['id']}/approval", approval))


def join_players(http: httpx.Client) -> tuple[Person, str]:
    """Register and log in; return the player's id too."""
    player, username = Person(http), f"player-{secrets.token_hex(4)}"
    chain = str(player.ask("POST", "/players", registration(username))["id"])
    begun = player.ask("POST", "/sessions", {"username": username, "password": _PLAYERS_PASSWORD})
    player.authorization = f"Bearer {begun['token']}"
    return player, chain


def open_epoch(player: Person) -> None:
    """Open an epoch as soon as the sequencer has covered its commitment."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        answer = player.send("POST", "/epochs", {"client_seed": secrets.token_hex(32)})
        if answer.is_success:
            player.receipts[answer.json()["receipt"]["seq"]] = answer.json()["receipt"]
            return
        assert answer.json()["code"] == "commitment-not-covered", answer.text
        assert time.monotonic() < deadline, "the sequencer covers nothing"
        time.sleep(0.2)


def play_round(player: Person, game: str) -> dict[str, Any]:
    """Deal and finish a round."""
    dealt = player.ask("POST", f"/games/{game}/rounds", {"stake": {"amount": 500, "currency": "EUR"}}, key=True)
    if dealt["status"] == "settled":
        return dealt
    return player.ask("POST", f"/rounds/{dealt['id']}/actions", {"action": "stand"}, key=True)

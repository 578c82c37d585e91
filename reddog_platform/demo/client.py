"""A client of the API, for a player and for an operator. It uses nothing of the platform but HTTP."""

import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

import httpx

from reddog_platform.demo.logins import OPERATOR, LoginRequest
from reddog_platform.demo.persons import identity_of

_RAISE_FROM_SPREAD: Final = 7
_FROM_BEATEN: Final = {5: (24, 12), 3: (25, 13)}
"""How many unseen cards a hand of so many cards must beat to be raised, and to be played (docs/rules/montana-red-dog.md)."""
_RANKS: Final = "23456789TJQKA"
_PATIENCE_SECONDS: Final = 30.0
# Less than what one operator may grant.
_GRANT_MINOR: Final = 1_000_000


class Refused(Exception):  # noqa: N818  the platform declined
    """The platform answered with a problem that this program cannot handle."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        """Make the message of the problem's code, title and detail."""
        super().__init__(f"{problem['code']}: {problem['title']}. {problem['detail']}")
        self.problem = problem


@dataclass
class Client:
    """A connection to the API. A request that moves money has a fresh idempotency key, and repeats have the same."""

    base_url: str
    receipts: list[Mapping[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Open the connection."""
        self._http = httpx.Client(base_url=f"{self.base_url}/api/v1", timeout=30)

    def __enter__(self) -> Self:
        """Return this client."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self._http.close()

    def ask(self, method: str, path: str, body: object = None, *, key: bool = False) -> Any:
        """Send a request and return the answer. Repeat it after each `retry_after`, for 30 seconds.

        Raises:
            Refused: any other problem.
        """
        headers = {"Idempotency-Key": secrets.token_hex(16)} if key else {}
        answer = self._answer(method, path, body, headers)
        return answer.json() if answer.content else None

    def text(self, path: str) -> str:
        """Return a document that is no JSON, as `ask` does."""
        return self._answer("GET", path, None, {}).text

    def _answer(self, method: str, path: str, body: object, headers: Mapping[str, str]) -> httpx.Response:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while True:
            answer = self._http.request(method, path, json=body, headers=headers)
            if answer.is_success:
                return answer
            problem = answer.json()
            if "retry_after" not in problem or time.monotonic() > deadline:
                raise Refused(problem)
            time.sleep(problem["retry_after"])

    def log_in(self, who: LoginRequest) -> str:
        """Begin a player's session and return the player's id."""
        session = self.ask("POST", "/sessions", {"username": who.username, "password": who.password})
        self._http.headers["Authorization"] = f"Bearer {session['token']}"
        return str(session["player_id"])

    def log_in_as_operator(self, who: LoginRequest) -> None:
        """Begin an operator's session."""
        session = self.ask("POST", "/ops/sessions", {"username": who.username, "password": who.password})
        self._http.headers["Authorization"] = f"Token {session['token']}"

    def register(self, who: LoginRequest, *, pin: str, currency: str = "") -> None:
        """Open an account unless it exists, log in, set a PIN, agree to the documents, and ask for verification.

        Without a currency it is in the jurisdiction's usual one.
        """
        consents = self._current_versions()
        person = identity_of(who.username).document()
        person["birth_date"] = person.pop("born")
        registration = {"username": who.username, "password": who.password, **person, "consents": consents}
        if currency:
            registration["currency"] = currency
        try:
            self.ask("POST", "/players", registration)
        except Refused as refused:
            if refused.problem["code"] != "username-taken":
                raise
        self.log_in(who)
        account = self.ask("GET", "/me")
        if not account["has_pin"]:
            self.ask("PUT", "/me/pin", {"new_pin": pin, "password": who.password})
        if not account["consents_current"]:
            self.ask("PUT", "/me/consents", consents)
        if account["verification"]["mandatory"]:
            self.ask("POST", "/me/verification")

    def _current_versions(self) -> dict[str, str]:
        documents = self.ask("GET", "/documents")["items"]
        return {document["kind"]: document["version"] for document in documents if document["mandatory"]}

    def grant(self, player: str, amount: Mapping[str, object], *, reason: str) -> None:
        """Give a player play money, as an operator."""
        self.ask("POST", f"/ops/players/{player}/grants", {"amount": amount, "reason": reason}, key=True)

    def refill(self, *, below_minor: int) -> None:
        """Have an operator give the player play money of the account's currency, if there is less than this."""
        cash = self.ask("GET", "/wallet")["cash"]
        if cash["amount"] >= below_minor:
            return
        with Client(self.base_url) as operator:
            operator.log_in_as_operator(OPERATOR)
            operator.grant(
                self.ask("GET", "/me")["id"],
                {**cash, "amount": _GRANT_MINOR},
                reason="Play money for the demonstration",
            )

    def play(self, game: str, *, rounds: int) -> Iterator[Mapping[str, Any]]:
        """Play rounds with the smallest bets and the best decisions, and yield each after its end.

        Opens an epoch with a fresh client seed whenever one is needed, and keeps every receipt.
        """
        self._finish_open_round()
        public_rules = self.ask("GET", f"/games/{game}")
        currency = self.ask("GET", "/wallet")["cash"]["currency"]
        limits = next(each for each in public_rules["stakes"] if each["stake_min"]["currency"] == currency)
        bet = {"stake": limits["stake_min"]}
        if limits["side_bet_min"]:
            bet["side_bet"] = limits["side_bet_min"]
        for _ in range(rounds):
            yield self._finish(self._deal(game, bet))

    def acknowledge_reality_check(self) -> None:
        """Acknowledge the session's summary, as a program does that plays for longer than people should."""
        self.ask("POST", "/me/session/reality-check")

    def _deal(self, game: str, bet: Mapping[str, object]) -> Mapping[str, Any]:
        while True:
            try:
                dealt: Mapping[str, Any] = self.ask("POST", f"/games/{game}/rounds", bet, key=True)
            except Refused as refused:
                match refused.problem["code"]:
                    case "epoch-not-open" | "epoch-exhausted":
                        opened = self.ask("POST", "/epochs", {"client_seed": secrets.token_hex(32)})
                        self.receipts.append(opened["receipt"])
                    case "reality-check-due":
                        self.acknowledge_reality_check()
                    case _:
                        raise
            else:
                return dealt

    def _finish(self, dealt: Mapping[str, Any]) -> Mapping[str, Any]:
        ended = dealt
        if dealt["status"] == "open":
            ended = self.ask("POST", f"/rounds/{dealt['id']}/actions", {"action": _decision(dealt)}, key=True)
        self.receipts.extend(ended["receipts"])
        return ended

    def _finish_open_round(self) -> None:
        try:
            open_round = self.ask("GET", "/rounds/open")
        except Refused as refused:
            if refused.problem["code"] != "round-not-found":
                raise
        else:
            self._finish(open_round)


def _decision(dealt: Mapping[str, Any]) -> str:
    """Return the action that pays best: by the spread, or by how many unseen cards the hand beats."""
    if dealt["spread"] is not None:
        return decision_by_spread(dealt["spread"])
    return decision_by_hand(dealt["cards"])


def decision_by_spread(spread: int) -> str:
    """Return the action that pays best at Red Dog."""
    return "raise" if spread >= _RAISE_FROM_SPREAD else "stand"


def decision_by_hand(cards: Sequence[str]) -> str:
    """Return the action that pays best at Montana, by how many unseen cards the hand beats."""
    raised_from, played_from = _FROM_BEATEN[len(cards)]
    beaten = _beaten(cards)
    if beaten >= raised_from:
        return "raise"
    return "play" if beaten >= played_from else "surrender"


def _beaten(hand: Sequence[str]) -> int:
    """Count the unseen cards that are lower than the hand's highest card of the same suit."""
    highest: dict[str, int] = {}
    for card in hand:
        highest[card[1]] = max(highest.get(card[1], 0), _RANKS.index(card[0]))
    return sum(highest.values()) - (len(hand) - len(highest))

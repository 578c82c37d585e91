"""A player: opens epochs, bets and decides. Whatever must be signed is signed only after it was seen.

Source: docs/formats/player-keys.md, "Clients".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from . import seeds
from .account import Account
from .account_file import AccountState
from .chain import Chain, OpenEpoch
from .checkpoints import Trust
from .clock import now_ms
from .errors import ClientError, Reason, VerificationError
from .platform_api import PlatformApi
from .published_log import PublishedLog
from .records import Record
from .round_cards import require_dealt
from .signing import Signed, Signing
from .statements import Act

_PAGE: Final = 100

Document = Mapping[str, Any]


class Player:
    """One account on one platform."""

    def __init__(self, account: Account, api: PlatformApi, *, clock: Callable[[], int] = now_ms) -> None:
        self.account = account
        self.api = api
        self.log = PublishedLog(api, account)
        self.signing = Signing(account, follow=self.follow, clock=clock)
        self._packs: dict[str, int] = {}
        self._currency: str | None = None

    @property
    def chain(self) -> Chain:
        """Return the chain as far as it was followed."""
        return self.account.state.chain

    def log_in(self, username: str, password: str, *, trust: Document | None = None) -> None:
        """Begin a session, and follow the chain to its head.

        At the first login `trust` is the log's `trust.json`, had from elsewhere. Without it the platform's own word is
        taken this once, and held against it from then on.

        Raises:
            VerificationError: the chain does not continue what was kept, or has a key that the player does not know.
            ClientError: the folder has another player's account.
        """
        session = self.api.post("/sessions", {"username": username, "password": password})
        self.api.authorize(str(session["token"]))
        if not self.account.begun:
            trusted = Trust.parse(trust or self.api.get("/log/trust"))
            chain = Chain(name=str(session["player_id"]))
            self.account.begin(AccountState(url=self.api.url, username=username, trust=trusted, chain=chain))
        if self.chain.name != session["player_id"]:
            raise ClientError(f"the folder has the account of {self.account.state.username}")
        self.follow()
        if not self.account.state.met:
            self.account.meet()

    def follow(self) -> list[Record]:
        """Read what was written since the leaf that was kept, and return it.

        Raises:
            VerificationError: `BROKEN_CHAIN`, `UNKNOWN_PLAYER_KEY`, `WRONG_SEED`, `MALFORMED_TEXT`.
        """
        new: list[Record] = []
        while True:
            page = self.api.get("/records", after=self.chain.seq, limit=_PAGE)
            with self.account.evidence_kept():
                records = [Record.parse(receipt) for receipt in page["items"]]
                self.account.follow(records)
            new += records
            if page["next"] is None or not records:
                return new

    def open_epoch(self) -> None:
        """Open the announced epoch with a fresh seed.

        1. The record that announced the commitment stands in the chain that this client has followed.
        2. A tlog-proof and the log's signature show that it is in the log, which continues what was seen before.
        3. Only then the seed is drawn, and the opening signed.

        Raises:
            VerificationError: 1 or 2 does not hold. No seed was drawn.
            RefusedError: the platform refused; this seed is not used again.
        """
        # (1)
        announced = self.chain.announced
        if announced is None:
            raise ClientError("no epoch is announced")
        # (2)
        checkpoint = self.log.prove(announced.leaf).checkpoint
        seen = {"size": checkpoint.size, "root": checkpoint.root.hex()}
        # (3)
        client = seeds.draw()
        answer, signed = self.signing.sent(
            lambda place: place.open_epoch(announced, client=client, size=checkpoint.size, root=checkpoint.root.hex()),
            lambda psig: self.api.post(
                "/epochs", {"client_seed": client, **psig, **({"checkpoint": seen} if psig else {})}
            ),
        )
        self.kept([answer["receipt"]], "open", signed, epoch=announced.epoch, client=client, **(seen if signed else {}))

    def game(self, name: str) -> dict[str, Any]:
        """Return a game's rules: `rules` is the leaf that a bet names."""
        game = self.api.get(f"/games/{name}")
        self._packs[str(game["rules"])] = int(game["sheet"]["decks"])
        return game

    @property
    def currency(self) -> str:
        """The currency of the account, which never changes."""
        if self._currency is None:
            self._currency = str(self.api.get("/wallet")["cash"]["currency"])
        return self._currency

    def least_stake(self, game: Document) -> int:
        """Return the least stake of a game in the account's currency, in minor units.

        Raises:
            ClientError: the game is not played in it.
        """
        for limits in game["stakes"]:
            if limits["stake_min"]["currency"] == self.currency:
                return int(limits["stake_min"]["amount"])
        raise ClientError(f"{game['game']} is not played in {self.currency}, the currency of this account")

    def deal(self, game: Document, stake: int, *, side_bet: int = 0) -> Document:
        """Bet `stake` and `side_bet`, in minor units, by the rules that `game` returned, and return the round.

        Raises:
            ClientError: no epoch is open.
            RefusedError: nothing was staked.
        """
        epoch = self.chain.epoch
        if epoch is None:
            raise ClientError("open an epoch first")
        nonce, rules = epoch.dealt + 1, str(game["rules"])
        bet = {"stake": {"amount": stake, "currency": self.currency}}
        if side_bet:
            bet["side_bet"] = {"amount": side_bet, "currency": self.currency}
        dealt, signed = self.signing.sent(
            lambda place: place.deal(epoch=epoch.number, nonce=nonce, rules=rules, ante=stake, bonus=side_bet),
            lambda psig: self.api.post(f"/games/{game['game']}/rounds", {**bet, **psig}, once=True),
        )
        wanted = {"epoch": epoch.number, "nonce": nonce, "rules": rules, "ante": stake, "bonus": side_bet or None}
        if dealt["status"] == "open":
            # The decision is about the cards that were shown.
            wanted["cards"] = dealt["cards"]
        self.kept(dealt["receipts"], "deal", signed, **wanted)
        if dealt["status"] != "open":
            self._require_dealt(dealt, epoch)
        return dealt

    def act(self, dealt: Document, action: str, amount: int | None = None) -> Document:
        """Decide in the open round and return it; `amount` is needed only where an action has no single cost.

        Raises:
            ClientError: the action is not legal, or `dealt` is not the round that the chain has open.
            RefusedError: nothing was decided.
        """
        open_round, epoch = self.chain.round, self.chain.epoch
        if open_round is None or epoch is None or dealt["receipts"][0]["leaf"] != open_round.deal:
            raise ClientError("this is not the round that the chain has open")
        act, decision = decision_of(dealt, action, amount)
        acts = [*(Act(action=done["action"], amount=done["amount"]["amount"]) for done in dealt["acts"]), act]
        ended, signed = self.signing.sent(
            lambda place: place.settle(deal=open_round.deal, acts=acts),
            lambda psig: self.api.post(f"/rounds/{dealt['id']}/actions", {**decision, **psig}, once=True),
        )
        settled = self.kept(ended["receipts"], "settle", signed, deal=open_round.deal)
        with self.account.evidence_kept():
            _require_acts(settled, acts)
        self._require_dealt(ended, epoch)
        return ended

    def _require_dealt(self, ended: Document, epoch: OpenEpoch) -> None:
        """Deal a round again from its seeds, and refuse one that had other cards.

        By rules that are not on offer any more nothing is dealt here: the auditor does.

        Raises:
            VerificationError: `OTHER_CARDS`.
        """
        with self.account.evidence_kept():
            deal, *_, settled = (Record.parse(receipt) for receipt in ended["receipts"])
            rules = str(deal.fields["rules"])
            if rules not in self._packs:
                self.game(str(ended["game"]))
            if rules in self._packs and epoch.client:
                require_dealt(deal, settled, client=epoch.client, packs=self._packs[rules])

    def kept(self, receipts: Sequence[Document], kind: str, signed: Signed | None, **wanted: object) -> Record:
        """Keep the receipts of an answer, and return their record of this type, which says what was asked for.

        Raises:
            VerificationError: `OTHER_RECORD` if it says something else, or lacks the signature; and as `follow` does.
        """
        with self.account.evidence_kept():
            records = [Record.parse(receipt) for receipt in receipts]
            # Without keys nothing says at which head a request is carried out: something may have come between.
            if any(record.seq > self.chain.seq + 1 for record in records[:1]):
                self.follow()
            self.account.follow(record for record in records if record.seq > self.chain.seq)
            for record in records:
                self.account.receipts.keep(record)
            found = [record for record in records if record.kind == kind]
            if len(found) != 1:
                raise VerificationError(Reason.OTHER_RECORD, f"the answer has no receipt of the {kind}")
            found[0].require(**wanted)
            if signed is not None:
                signed.require_in(found[0])
            return found[0]


def decision_of(dealt: Document, action: str, amount: int | None) -> tuple[Act, dict[str, object]]:
    """Return an act with its cost, and the request for it."""
    legal = {option["action"]: option for option in dealt["legal_actions"]}
    if action not in legal:
        raise ClientError(f"{action} is none of {', '.join(legal)}")
    least, most = legal[action]["cost_min"], legal[action]["cost_max"]
    cost = least["amount"] if amount is None and least == most else amount
    if cost is None or not least["amount"] <= cost <= most["amount"]:
        raise ClientError(f"{action} costs {least['amount']} to {most['amount']}")
    given = {} if amount is None else {"amount": {**least, "amount": cost}}
    return Act(action=action, amount=cost), {"action": action, **given}


def _require_acts(settled: Record, acts: Sequence[Act]) -> None:
    mine = [(done["a"], done["amt"]) for done in settled.fields["acts"] if done["by"] == "player"]
    if mine != [(act.action, act.amount) for act in acts]:
        raise VerificationError(
            Reason.OTHER_RECORD, "the settlement has other decisions than the player's", settled.note
        )

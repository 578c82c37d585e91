"""Players of the small operator, and the logs that the tests start from."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Self

from tests.verifier.hands import (
    cautious,
    deals,
    deals_a_beaten_hit,
    deals_consecutive,
    deals_loss,
    deals_pair_push,
    deals_trips,
    deals_win,
    settled,
    visible,
)
from tests.verifier.producer import (
    HOUR_MS,
    ROOT,
    ROUNDS,
    ROUNDS_NEXT,
    SYSTEM,
    Document,
    Log,
    Signer,
    deck,
    random_bytes,
    seeds,
    sha256,
)
from tests.verifier.sheets import MONTANA, MONTANA_3, SHEET, SHOE

if TYPE_CHECKING:
    from tests.verifier.hands import Wanted


EVERY_LIMIT: Document = {
    "stake_max": 2000,
    **{f"{kind}_{window}": 20_000 for kind in ("loss", "wager") for window in ("day", "week", "month")},
    **{f"deposit_{window}": 5000 for window in ("day", "week", "month")},
    "windows": "calendar",
    "zone": "America/New_York",
    "check_ms": HOUR_MS,
    "day_ms": 8 * HOUR_MS,
    "session_ms": 2 * HOUR_MS,
}


class Player:
    """A player's chain as an honest operator writes it."""

    def __init__(self, log: Log, name: str, *, rounds: int = 8) -> None:
        self.log = log
        self.chain = sha256(name.encode())[:16].hex()
        self.rounds = rounds
        self.balance = 0
        self.epoch = -1
        self.nonce = 0
        self.client = b""
        self.limits = ""
        self.ante = 0
        self.bonus = 0
        self.deal_leaf = ""
        self.wallet_leaf = ""
        self.sheet: Document = SHEET
        # The seeds of the open epoch and of the announced one, how often each epoch was committed to again, and the last
        # seeds that were replaced.
        self.opened: list[bytes] = []
        self.announced: list[bytes] = []
        self.renewals: Counter[int] = Counter()
        self.replaced: list[str] = []
        self._seeds: dict[tuple[int, int, int], list[bytes]] = {}

    def record(self, kind: str, fields: Document) -> str:
        return self.log.add(self.chain, kind, fields)

    def register(self, *, test: bool = False, cur: str = "USD") -> Self:
        tag = sha256(self.chain.encode()).hex()
        self.record("init", {"player": tag, "cur": cur, "exp": 2, "bal": [0, 0], "test": test})
        return self.limit({"now": {}})

    def limit(self, rg: Document) -> Self:
        self.limits = self.record("limits", {"rg": rg})
        return self

    def commit(self, **extra: str) -> Player:
        epoch = self.epoch + 1
        if "reason" in extra:
            self.replaced.append(self.announced[-1].hex())
            self.renewals[epoch] += 1
        self.announced = self.seeds(epoch)
        self.record("commit", {"epoch": epoch, "n": self.rounds, "commit": self.seeds(epoch)[0].hex(), **extra})
        return self

    def move(self, kind: str, amount: int, **extra: str) -> Player:
        moves = [["cash", amount], [kind, -amount]]
        self.wallet_leaf = self.record("wallet", {"kind": kind, "moves": moves, "bal": self.moved(amount), **extra})
        return self

    def open(self, *, size: int | None = None, client: bytes = b"", wanted: Wanted | None = None) -> Player:
        """Open the next epoch; `wanted` picks a client seed whose first hand is as wanted."""
        revealed = self.revealed() if self.log.version == "rdf/2" else {}
        self.epoch += 1
        self.nonce, self.opened = 0, self.announced
        self.replaced = []
        tries = 0
        self.client = client or sha256(f"{self.chain} {self.epoch}".encode())
        while wanted is not None and not wanted(self.cards(1)):
            tries += 1
            self.client = sha256(f"{self.chain} {self.epoch} {tries}".encode())
        self.announced = self.seeds(self.epoch + 1)
        following = {"n": self.rounds, "commit": self.announced[0].hex()}
        fields = {"epoch": self.epoch, "client": self.client.hex(), "next": following, **revealed}
        self.record("open", {**fields, "size": self.log.sizes[-1] if size is None else size})
        return self

    def revealed(self) -> Document:
        """Return what an epoch that is opened now reveals of the seeds that nothing was dealt from."""
        fields: Document = {"replaced": self.replaced} if self.replaced else {}
        if self.epoch >= 0 and self.nonce < len(self.opened) - 1:
            fields["left"] = self.opened[-1].hex()
        return fields

    def deal(self, ante: int, *, rules: str, sheet: Document = SHEET, bonus: int = 0) -> Player:
        self.nonce += 1
        self.ante, self.bonus, self.sheet = ante, bonus, sheet
        staked = ante + bonus
        self.deal_leaf = self.record(
            "deal",
            {
                "epoch": self.epoch,
                "nonce": self.nonce,
                "rules": rules,
                "limits": self.limits,
                "ante": ante,
                "cards": self.cards(self.nonce)[: visible(sheet)],
                "moves": [["cash", -staked], ["in_play", staked]],
                "bal": self.moved(-staked),
                **({"bonus": bonus} if bonus else {}),
            },
        )
        return self

    def settle(self, action: str | None = None, *, amount: int | None = None, by: str = "player") -> Player:
        """Settle the open round; without an action as a cautious player would."""
        cards = self.cards(self.nonce)
        chosen = cautious(cards, self.sheet)
        if chosen is not None:
            affordable = "raise" if self.balance >= self.ante else self.sheet["timeout_action"]
            chosen = action or (affordable if chosen == "raise" else chosen)
        extra = (self.ante if amount is None else amount) if chosen == "raise" else 0
        told = settled(cards, self.sheet, ante=self.ante, bonus=self.bonus, action=chosen, extra=extra)
        staked, returned = told["pay"]["staked"], told["pay"]["returned"]
        net = {"cash": returned - extra, "in_play": -self.ante - self.bonus, "house": staked - returned}
        self.record(
            "settle",
            {
                "deal": self.deal_leaf,
                "epoch": self.epoch,
                "nonce": self.nonce,
                "acts": [{"a": chosen, "amt": extra, "by": by, "t": self.log.now + 500}] if chosen else [],
                "moves": [[account, delta] for account, delta in net.items() if delta],
                "bal": self.moved(returned - extra),
                "seed": self.seeds(self.epoch)[self.nonce].hex(),
                **told,
            },
        )
        return self

    def void(self, *, lost: bool = False) -> Player:
        staked = self.ante + self.bonus
        fields: Document = {
            "deal": self.deal_leaf,
            "epoch": self.epoch,
            "nonce": self.nonce,
            "reason": "the table's terminal broke",
            "by": ["operator-17", "operator-4"],
            "moves": [["cash", staked], ["in_play", -staked]],
            "bal": self.moved(staked),
        }
        if not lost:
            fields["seed"] = self.seeds(self.epoch)[self.nonce].hex()
        self.record("void", fields)
        return self

    def seeds(self, epoch: int) -> list[bytes]:
        key = epoch, self.rounds, self.renewals[epoch]
        if key not in self._seeds:
            renewal = f" {self.renewals[epoch]}" if self.renewals[epoch] else ""
            top = sha256(f"top {self.chain} {epoch}{renewal}".encode())
            self._seeds[key] = seeds(self.chain, epoch, self.rounds, top)
        return self._seeds[key]

    def cards(self, nonce: int) -> list[str]:
        decks = self.sheet["decks"]
        seed = self.seeds(self.epoch)[nonce]
        return deck(random_bytes(seed, self.chain, self.epoch, nonce, self.client, 2000 * decks), decks)

    def moved(self, cash: int) -> list[int]:
        before, self.balance = self.balance, self.balance + cash
        return [before, self.balance]


def founded() -> tuple[Log, str]:
    """Begin a log: keys and rules; return it with the leaf of the rules."""
    log = Log()
    announce(log, ROUNDS)
    return log, log.add(SYSTEM, "rules", {"rules": SHEET})


def announce(log: Log, signer: Signer, *, kind: str = "key") -> str:
    fields = {"name": signer.name, "vkey": signer.vkey, "use": "records"}
    return log.add(SYSTEM, kind, fields, signer=ROOT)


def seated(log: Log, name: str, *, rounds: int = 8, test: bool = False) -> Player:
    """Register a player with 1,000.00 and a commitment that the log has covered."""
    player = Player(log, name, rounds=rounds).register(test=test).commit().move("adjustment", 100_000)
    log.checkpoint()
    return player


def one_round(wanted: Wanted = deals_win, action: str = "raise") -> Log:
    """A log with one player, and at its end one round whose hand is as wanted."""
    log, rules = founded()
    seated(log, "ada").open(wanted=wanted).deal(500, rules=rules).settle(action)
    return log


def one_montana_round(wanted: Wanted | None = None, action: str = "raise", *, bonus: int = 200) -> Log:
    """A log with one player, and at its end one round of Montana Red Dog; unless told otherwise two pair win it."""
    log, _ = founded()
    montana = log.add(SYSTEM, "rules", {"rules": MONTANA})
    ada = seated(log, "ada").open(
        wanted=wanted or (lambda cards: deals_a_beaten_hit(cards) and deals("two_pair")(cards))
    )
    ada.deal(600, rules=montana, sheet=MONTANA, bonus=bonus).settle(action)
    return log


def full_day() -> Log:
    """A log with every type of record, every outcome and every way to end a round, over several bundles."""
    log, rules = founded()
    shoe = log.add(SYSTEM, "rules", {"rules": SHOE})
    ada = seated(log, "ada")
    for wanted in (deals_trips, deals_pair_push, deals_consecutive, deals_win, deals_loss):
        ada.open(wanted=wanted).deal(500, rules=rules).settle("raise")
        ada.deal(1000, rules=rules).settle("stand").deal(700, rules=rules).settle()
        log.checkpoint()
    ada.deal(600, rules=rules)
    log.now += 24 * HOUR_MS
    ada.settle("stand", by="timeout").deal(800, rules=rules).void().deal(900, rules=rules).settle()

    ben = seated(log, "ben", rounds=40, test=True)
    ben.limit({"now": {"stake_max": 2000}, "next": {"effective_at": log.now + 60_000, "stake_max": 900}})
    log.add(SYSTEM, "rules", {"rules": {**SHEET, "engine_sha256": "8e" * 32}})
    announce(log, ROUNDS_NEXT)
    announce(log, ROUNDS, kind="revoke")
    log.record_signer = ROUNDS_NEXT
    ben.open()
    for stake in range(600, 640):
        ben.deal(stake, rules=shoe, sheet=SHOE).settle(amount=stake // 2)
    log.checkpoint()
    ben.move("deposit", 5000).move("withdrawal", -1250).move("bonus", 777).move("adjustment", -3)
    _montana_evening(log)
    ada.rounds = 64
    ada.commit(reason="longer epochs were asked for")
    log.checkpoint()
    ada.open()
    for _ in range(64 - 1):
        ada.deal(500, rules=rules).settle()
    log.checkpoint()
    ada.deal(500, rules=rules)
    return log


def _montana_evening(log: Log) -> None:
    """Play every decision with and without a side bet, both hands, a time-out and a void."""
    montana = log.add(SYSTEM, "rules", {"rules": MONTANA})
    three = log.add(SYSTEM, "rules", {"rules": MONTANA_3})
    # Within the calendar's limits, and after twenty seconds within the rolling ones.
    rolling = {**EVERY_LIMIT, "effective_at": log.now + 20_000, "windows": "rolling"}
    cem = seated(log, "cem", rounds=40).limit({"now": EVERY_LIMIT, "next": rolling})
    cem.move("deposit", 5000).open(wanted=deals("two_pair"))
    for action in ("surrender", "play", "raise"):
        for bonus in (200, 0, 333):
            cem.deal(600, rules=montana, sheet=MONTANA, bonus=bonus).settle(action)
            cem.deal(1000, rules=three, sheet=MONTANA_3).settle()
    cem.deal(600, rules=montana, sheet=MONTANA, bonus=150).void()
    cem.deal(600, rules=montana, sheet=MONTANA, bonus=150)
    log.now += 24 * HOUR_MS
    cem.settle("play", by="timeout")
    log.checkpoint()

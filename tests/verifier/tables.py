"""Tables of the small operator: what an honest one writes, step by step, for the verifier's tests to spoil.

The records are written by the pages in docs/formats/. Cards against the house are judged by `tests.verifier.hands`; a
game around a pot is walked by the platform's pure rules, of which the verifier has its own.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from games.core.family import Bet
from games.core.pot.rules import PotRedDog
from games.core.variants import pot_red_dog
from tests.verifier.gamblers import Placed, moves
from tests.verifier.hands import settled, spread_of
from tests.verifier.pot_walk import Walk
from tests.verifier.producer import SYSTEM, Document, Log, name_of, sha256
from tests.verifier.table_secrets import TableSecrets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.verifier.gamblers import Gambler

CLOCK: Document = {"bet": 8000, "reveal": 10_000}
GAME_MS = 1_200_000
SOURCE: Document = {"src": "https://beacon.example/chain", "genesis": 1_790_000_000_000 - 5000, "period": 3000}
"""A public source of randomness of a table."""


def beacon_value(number: int) -> str:
    """Return what the source publishes for a round."""
    return sha256(f"round {number}".encode()).hex()


class Host(TableSecrets):
    """A table's chain as an honest operator writes it, and the stakes at it."""

    def __init__(
        self, log: Log, sheet: Document, *, name: str = "", seats: int = 0, test: bool = False, **extra: Any
    ) -> None:
        self.log, self.sheet = log, sheet
        self.name = name or sheet["game"]
        self.pot = sheet["family"] == "pot"
        self.chain = sha256(f"table {self.name}".encode())[:16].hex()
        self.rules = log.add(SYSTEM, "rules", {"rules": sheet})
        self.clock = {**CLOCK, **({"game": GAME_MS} if self.pot else {})}
        self.leaf = self.record(
            "table",
            rules=self.rules,
            cur="USD",
            exp=2,
            seats=seats or sheet["seats"],
            stake=[sheet["stake_min"], sheet["stake_max"]],
            admission="public",
            test=test,
            clock=self.clock,
            **extra,
        )
        self.source: Document | None = extra.get("beacon")
        self.epoch = 0
        self.replaced: dict[int, int] = {}
        self.commit()
        self.stakes: dict[int, Placed] = {}
        self.rooms: dict[int, int] = {}
        self.size = 0
        self.client = b""
        self.hand_leaf = self.asked_leaf = ""
        self.hand_at = 0
        self.until: int | None = None
        self.now_until = 0
        self.first: int | None = None
        self.walk: Walk | None = None
        self.order: list[int] = []
        self.turn_number = 0
        self.away: set[int] = set()
        self.votes: set[int] = set()
        self.silent: dict[int, int] = {}
        self.end_leaf = ""
        self.end: Document = {}
        self.attempt = 0

    def record(self, kind: str, **fields: Any) -> str:
        return self.log.add(self.chain, kind, fields)

    # --- Betting ---

    def commit(self, **extra: str) -> None:
        self.record("commit", epoch=self.epoch, n=1, commit=self.commitment(self.epoch), **extra)

    def replace_seed(self) -> None:
        """Commit to the announced epoch again, with another seed."""
        self.replaced[self.epoch] = self.replaced.get(self.epoch, 0) + 1
        self.commit(reason="the seed was lost with its process")

    def stake(
        self, player: Gambler, seat: int, amount: int = 1000, *, bonus: int = 0, room: int | None = None
    ) -> Placed:
        if self.pot:
            amount = self.sheet["stake_max"]
        self.log.now += 300
        self.attempt += 1
        value = sha256(f"value {self.chain} {self.epoch} {seat} {self.attempt}".encode())
        contrib = self.contribution(seat, value)
        total = amount + bonus
        fields: Document = {
            "table": self.leaf,
            "epoch": self.epoch,
            "seat": seat,
            "rules": self.rules,
            "limits": player.limits,
            "contrib": contrib,
            "buy_in" if self.pot else "ante": amount,
            "moves": moves(cash=-total, **{"table" if self.pot else "in_play": total}),
            "bal": player.moved(-total),
            **({"bonus": bonus} if bonus else {}),
            **({"room": room} if room is not None else {}),
            **({"late": player.owes} if player.owes else {}),
        }
        fields |= {} if self.pot else {"bonus": bonus}
        members = ("table", "epoch", "seat", "rules", "buy_in", "ante", "bonus", "contrib", "late")
        kind = "sit" if self.pot else "deal"
        fields = player.signed(kind, {**fields, "prev": player.head}, "prev", *members)
        del fields["prev"]
        if not bonus:
            fields.pop("bonus", None)
        player.owes = None
        if room is not None:
            self.rooms[seat] = room
        leaf = self.log.add(player.chain, kind, fields)
        placed = Placed(player=player, seat=seat, leaf=leaf, amount=amount, bonus=bonus, contrib=contrib, value=value)
        self.stakes[seat] = placed
        return placed

    def withdraw(self, seat: int) -> None:
        placed = self.stakes.pop(seat)
        self.log.now += 200
        self._give_back(placed, {})

    def seats(self) -> None:
        self.log.now += self.clock["bet"]
        named = []
        for seat, placed in sorted(self.stakes.items()):
            placed.listed = True
            named.append(
                {
                    "seat": seat,
                    "stake": placed.leaf,
                    "contrib": placed.contrib,
                    "buy_in" if self.pot else "ante": placed.amount,
                    **({"bonus": placed.bonus} if placed.bonus else {}),
                }
            )
        following = {"n": 1, "commit": self.commitment(self.epoch + 1)}
        self.record("seats", epoch=self.epoch, seats=named, next=following)
        self.seats_at = self.log.now

    def reveals(self, *, without: Sequence[int] = ()) -> list[Document]:
        return [
            {"seat": seat, "r": placed.value.hex()}
            for seat, placed in sorted(self.stakes.items())
            if seat not in without
        ]

    # --- The hand ---

    def awaited_beacon(self) -> Document | None:
        """Wait for the first round of the table's source after the seats, and return it; None without a source."""
        if self.source is None:
            return None
        genesis, period = self.source["genesis"], self.source["period"]
        number = next(n for n in itertools.count(1) if genesis + (n - 1) * period > self.seats_at)
        self.log.now = max(self.log.now, genesis + (number - 1) * period)
        return {"src": self.source["src"], "round": number, "value": beacon_value(number)}

    def open(self, *, covered: bool = True, beacon: Document | None = None) -> None:
        """Cover the seats, take the values and deal; a hand that asks nobody ends at once.

        The beacon is the table's own. Another one may be given, for an operator who lies.
        """
        if covered:
            self.size = self.log.checkpoint()
        self.log.now += 700
        beacon = beacon or self.awaited_beacon()
        self.client = self.mix()
        if beacon is not None:
            self.client = sha256(b"RDF1/beacon\0" + self.client + bytes.fromhex(beacon["value"]))
        self.record(
            "open",
            epoch=self.epoch,
            reveals=self.reveals(),
            client=self.client.hex(),
            size=self.size,
            **({"beacon": beacon} if beacon else {}),
        )
        if self.pot:
            self._begin_game()
        else:
            self._begin_hand()

    def _begin_hand(self) -> None:
        cards, asked = self.cards(), True
        sealed = []
        if self.sheet["family"] == "red-dog":
            shown, asked = cards[:2], spread_of(cards) > 0
        else:
            shown, width = [], self.sheet["hand"]
            for at, seat in enumerate(sorted(self.stakes)):
                names = " ".join(cards[at * width : (at + 1) * width]).encode()
                sealed.append({"seat": seat, "h": sha256(b"RDF1/sealed\0" + self.key(seat, 0) + names).hex()})
        self.hand_at = self.log.now
        self.until = self.hand_at + self.sheet["timeout_ms"] if asked else None
        until = {} if self.until is None else {"until": self.until}
        self.hand_leaf = self.record("hand", epoch=self.epoch, cards=shown, sealed=sealed, **until)
        if not asked:
            self.finish_hand()

    def cards(self) -> list[str]:
        return [*map(name_of, self.deck(self.sheet["decks"]))]

    @property
    def asked(self) -> bool:
        return self.until is not None

    def act(self, seat: int, action: str, amount: int | None = None) -> None:
        placed = self.stakes[seat]
        self.log.now += 400
        raised = (placed.amount if amount is None else amount) if action == "raise" else 0
        fields = {"deal": placed.leaf, "hand": self.hand_leaf, "a": action, "amt": raised}
        fields = placed.player.signed("act", fields, *fields)
        money = {"moves": moves(cash=-raised, in_play=raised), "bal": placed.player.moved(-raised)}
        leaf = self.log.add(placed.player.chain, "act", {**fields, **money})
        placed.raised = raised
        placed.act = {"seat": seat, "a": action, "amt": raised, "by": "player", "t": self.log.now, "act": leaf}

    def finish_hand(self, *, late: int = 0) -> None:
        """End the hand, with defaults for those who did not decide."""
        acts: list[Document] = []
        if self.until is not None:
            if any(placed.act is None for placed in self.stakes.values()):
                self.log.now = max(self.log.now, self.until) + late
            default = {"a": self.sheet["timeout_action"], "amt": 0, "by": "timeout", "t": self.log.now}
            acts = [placed.act or {"seat": seat, **default} for seat, placed in sorted(self.stakes.items())]
        deck, results = self.cards(), []
        width = self.sheet.get("hand", 0)
        dealt = width * len(self.stakes) + 7 if width else 0
        cards = deck[:dealt]
        for at, (seat, placed) in enumerate(sorted(self.stakes.items())):
            own = [*deck[at * width : (at + 1) * width], *deck[dealt - 7 : dealt]] if width else deck
            action = acts[at]["a"] if acts else None
            told = settled(own, self.sheet, ante=placed.amount, bonus=placed.bonus, action=action, extra=placed.raised)
            cards = cards if width else told["cards"]
            bonus = {"bonus": told["bonus"]} if "bonus" in told else {}
            results.append({"seat": seat, "result": told["result"], **told["pay"], **bonus})
        self._end(acts=acts, cards=cards, results=results)

    # --- The game ---

    def _begin_game(self) -> None:
        seats = sorted(self.stakes)
        start = next((at for at, seat in enumerate(seats) if self.first is not None and seat > self.first), 0)
        self.order = [*seats[start:], *seats[:start]]
        self.first = self.order[0]
        state = PotRedDog().start(pot_red_dog.SHEET, [Bet(self.stakes[seat].amount) for seat in self.order])
        packs = 2 if len(self.order) >= self.sheet["second_pack_from"] else 1
        self.walk = Walk(state=state, order=self.order, pack=self.deck(packs), key=self.key, again=self.again)
        self.turn_number, self.away, self.votes, self.silent = 0, set(), set(), {}
        self.hand_at = self.log.now
        self.until = self.hand_at + GAME_MS
        course = self.timed(self.walk.deal_on(before=0))
        self.hand_leaf = self.record("hand", epoch=self.epoch, order=self.order, until=self.until, **course)
        self.asked_leaf = self.hand_leaf
        if self.walk.over:
            self.finish_game(self.walk.state.end.value if self.walk.state.end else "")

    def timed(self, course: Document) -> Document:
        if "now" in course:
            self.now_until = self.log.now + self.sheet["timeout_ms"]
            course["now"]["until"] = self.now_until
        return course

    @property
    def playing(self) -> Walk:
        assert self.walk is not None
        return self.walk

    @property
    def decider(self) -> int:
        return self.order[self.playing.state.seat]

    def turn(self, action: str, amount: int = 0, *, by: str = "player") -> None:
        """Decide the turn of the seat that has it, and end the game if that ends it."""
        self.log.now += 0 if by != "player" else 500
        seat = self.decider
        self.turn_number += 1
        course = self.timed(self.playing.decide(action, amount))
        fields = {"epoch": self.epoch, "n": self.turn_number, "seat": seat, "a": action, "amt": amount, "by": by}
        signed = self.signature(seat, by, {"asked": self.asked_leaf, "a": action, "amt": amount})
        self.asked_leaf = self.record("turn", **fields, **course, **signed)
        if by == "player":
            self.votes.discard(seat)
            self.silent[seat] = 0
        elif by == "timeout":
            self.silent[seat] = self.silent.get(seat, 0) + 1
            if self.silent[seat] == 2:
                self.away.add(seat)
        end = self.playing.state.end
        if end is not None:
            self.finish_game(end.value)
        else:
            self._look_at_votes()

    def default(self, *, late: int = 0) -> None:
        """Wait for the deadline, or not if the seat is away, and take the default."""
        hand = self.playing.state.hands[self.playing.state.seat]
        pair = hand[0] % 13 == hand[1] % 13
        stack = self.playing.state.stacks_minor[self.playing.state.seat]
        by = "away" if self.decider in self.away else "timeout"
        if by == "timeout":
            self.log.now = max(self.log.now, self.now_until) + late
        self.turn("take" if pair else "down", 0 if pair else min(self.sheet["down"], stack), by=by)

    def mark(self, seat: int, kind: str, *, by: str = "player") -> None:
        self.log.now += 100
        self.turn_number += 1
        signed = self.signature(seat, by, {"prev": self.log.head(self.chain), "a": kind})
        self.record("turn", epoch=self.epoch, n=self.turn_number, seat=seat, a=kind, by=by, **signed)
        if kind == "vote":
            self.votes.add(seat)
        elif kind == "away":
            self.away.add(seat)
        else:
            self.away.discard(seat)
            self.silent[seat] = 0
        self._look_at_votes()

    def signature(self, seat: int, by: str, members: Document) -> Document:
        """Return the signature of a turn, which names no key, if the seat's player has one."""
        placed = self.stakes[seat]
        device = placed.player.device
        if device is None or by != "player":
            return {}
        said = placed.player.said("turn", {"sit": placed.leaf, **members})
        return {"psig": {"sig": device.sign(said), "until": said["until"]}}

    def _look_at_votes(self) -> None:
        in_play = {self.order[at] for at in self.playing.state.in_play}
        if self.votes and in_play <= self.votes | self.away:
            self.divide("agreed")

    def divide(self, why: str, *, late: int = 0) -> None:
        if why == "time":
            self.log.now = max(self.log.now, self.until or 0) + late
        self.playing.divide()
        self.finish_game(why)

    def finish_game(self, why: str) -> None:
        self._end(why=why, hands=self.playing.left(), results=self.playing.results())
        self.walk = None

    # --- Ends ---

    def _end(self, **fields: Any) -> None:
        seed = self.seed(self.epoch).hex()
        self.end = {"epoch": self.epoch, "hand": self.hand_leaf, "seed": seed, **fields}
        self.end_leaf = self.record("hand_end", **self.end)
        self.until = None

    def abort(
        self, reason: str = "no_reveal", *, missing: Sequence[int] = (), covered: bool = True, late: int = 0
    ) -> None:
        """Burn the epoch without the values of `missing`, or void it."""
        fields: Document = {"epoch": self.epoch, "reason": reason, "seed": self.seed(self.epoch).hex()}
        if reason == "void":
            fields |= {"missing": [], "reveals": [], "by": ["operator-4", "operator-17"], "text": "a broken shoe"}
        else:
            if covered:
                self.log.checkpoint()
            self.log.now = max(self.log.now, self.seats_at + self.clock["reveal"]) + late
            fields |= {"missing": [*missing], "reveals": self.reveals(without=missing)}
        self.end = fields
        self.end_leaf = self.record("table_abort", **fields)
        self.until, self.walk = None, None

    def settle(self, *, keep: Sequence[int] = (), lost: Sequence[int] = ()) -> None:
        """End each stake by the end of the epoch, and go on to the next one.

        Seats in `keep` stay unsettled. Players of `lost` seats cannot give the value that they owe.
        """
        for seat, placed in sorted(self.stakes.items()):
            if seat not in keep:
                self.finish(placed, lost=seat in lost)
        self.stakes, self.rooms = {}, {}
        self.epoch += 1

    def finish(self, placed: Placed, *, lost: bool = False) -> None:
        self.log.now += 50
        named = {"end": self.end_leaf}
        if "results" not in self.end:
            self._give_back(placed, named)
            if placed.seat in self.end["missing"] and self.end["reason"] == "no_reveal":
                placed.player.owes = {"abort": self.end_leaf, **({} if lost else {"r": placed.value.hex()})}
            return
        result = next(result for result in self.end["results"] if result["seat"] == placed.seat)
        staked, back = result["staked"], result["returned"]
        pay, bal = {"staked": staked, "returned": back}, placed.player.moved(back)
        if self.pot:
            fields = {"sit": placed.leaf, "pay": pay, "moves": moves(cash=back, table=-back), "bal": bal, **named}
            self.log.add(placed.player.chain, "leave", fields)
            return
        bonus = {"bonus": result["bonus"]} if "bonus" in result else {}
        house = moves(cash=back, in_play=-staked, house=staked - back)
        fields = {"deal": placed.leaf, "result": result["result"], "pay": pay, "moves": house, "bal": bal}
        self.log.add(placed.player.chain, "settle", {**fields, **bonus, **named})

    def _give_back(self, placed: Placed, named: Mapping[str, str]) -> None:
        back = placed.amount + placed.bonus + placed.raised
        bal = placed.player.moved(back)
        if self.pot:
            pay = {"staked": back, "returned": back}
            fields = {"sit": placed.leaf, "pay": pay, "moves": moves(cash=back, table=-back), "bal": bal}
            self.log.add(placed.player.chain, "leave", {**fields, **named})
        else:
            fields = {"deal": placed.leaf, "moves": moves(cash=back, in_play=-back), "bal": bal}
            self.log.add(placed.player.chain, "void", {**fields, **named})

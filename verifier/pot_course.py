"""The course of a game around a pot: what its records say while it is played, and whether the seed gives the same.

Source: docs/formats/tables.md, "A course" and "Clock".
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier import pot
from verifier.pot import Pot
from verifier.pot_game import PotGame
from verifier.table_records import Course as CourseFields, Mark, Now, PotHand, Turn
from verifier.table_secrets import EpochSecrets, seal
from verifier.verdict import Code, Fault

_AWAY_AFTER = 2


@dataclass(slots=True, kw_only=True)
class Course:
    """A game that is being played, from the records of its table. `rooms` bound the raises of seats that have one."""

    pot: Pot
    hand: PotHand
    buy_ins: dict[int, int]
    rooms: dict[int, int]
    turns: list[Turn] = field(default_factory=list)
    number: int = 0
    now: Now | None = None
    stacks: dict[int, int] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    votes: set[int] = field(default_factory=set)
    seals: dict[int, str] = field(default_factory=dict)
    silent: Counter[int] = field(default_factory=Counter)
    raised: Counter[int] = field(default_factory=Counter)

    @property
    def unanimous(self) -> bool:
        """Tell whether everyone with chips has voted or is away, and somebody has voted."""
        in_play = {seat for seat, stack in self.stacks.items() if stack}
        return bool(self.votes) and in_play <= self.votes | self.away

    def check_turn(self, record: Turn | Mark) -> list[Fault]:
        """Refuse a turn that may not follow. Return the faults of a correct but late one.

        Raises:
            Fault: `E_NONCE`, `E_RG`, `E_SEALED`, `E_ACTION`, `E_CLOCK`, `E_CHIPS`.
        """
        if record["n"] != self.number + 1:
            raise Fault(Code.E_NONCE, f"turn {record['n']} where {self.number + 1} follows")
        if self.now is None:
            raise Fault(Code.E_ACTION, "a turn is taken in a game that is over")
        if record["seat"] not in self.buy_ins:
            raise Fault(Code.E_ACTION, f"nobody sits on seat {record['seat']}")
        if record["time"] >= self.hand["until"]:
            raise Fault(Code.E_CLOCK, "a turn is taken after the time of the game")
        if self.unanimous:
            raise Fault(Code.E_ACTION, "the game goes on after all had voted to end it")
        if "amt" not in record:
            self._check_mark(record)
            return []
        self._check_decision(record, self.now)
        self.check_course(record, at=record["time"])
        over = record["time"] - self.now["until"] - self.pot.sheet["mmd_ms"]
        return [] if over <= 0 else [Fault(Code.E_LATE, f"a seat was defaulted {over} ms after the grace")]

    def check_course(self, record: CourseFields, *, at: int) -> None:
        """Refuse what a record says of the game if that is wrong whatever the cards are.

        Raises:
            Fault: `E_SEALED`, `E_CLOCK`, `E_CHIPS`.
        """
        seals = {**self.seals, **{hand["seat"]: hand["h"] for hand in record["sealed"]}}
        if (now := record.get("now")) is not None:
            if seals.get(now["seat"]) != seal(now["key"], now["cards"]):
                raise Fault(Code.E_SEALED, f"the hand shown by seat {now['seat']} is not the one that was sealed")
            if now["until"] != at + self.pot.sheet["timeout_ms"]:
                raise Fault(Code.E_CLOCK, "the deadline of the turn is not its time and the time to decide")
        chips, bought = sum(record["stacks"]) + record["pot"], sum(self.buy_ins.values())
        raked = self.pot.sheet["rake_basis_points"] > 0
        if len(record["stacks"]) != len(self.buy_ins) or chips > bought or (chips < bought and not raked):
            raise Fault(Code.E_CHIPS, f"stacks and pot come to {chips}, {bought} was bought")

    def apply(self, record: PotHand | Turn | Mark) -> None:
        """Go on from what a record says, whether or not it holds."""
        if "order" not in record:
            self.number = record["n"]
        if "stacks" not in record:
            self._apply_mark(record)
            return
        if "amt" in record:
            self._apply_decision(record)
            self.turns.append(record)
        self.now = record.get("now")
        self.stacks = dict(zip(self.hand["order"], record["stacks"], strict=False))
        self.seals.update({hand["seat"]: hand["h"] for hand in record["sealed"]})

    def replay(self, secrets: EpochSecrets) -> PotGame:
        """Play the game again from its seed, and refuse records that differ.

        Raises:
            Fault: `E_CARDS`, `E_SEALED`, `E_ACTION`, `E_CHIPS`.
        """
        game = self.begin(secrets)
        require_course(game, self.hand, name="the hand")
        for turn in self.turns:
            name = f"turn {turn['n']}"
            if game.end or not game.allows(turn["a"], turn["amt"]):
                raise Fault(Code.E_ACTION, f"{name} is no decision that the rules allow there")
            game.decide(turn["a"], turn["amt"])
            require_course(game, turn, name=name)
        return game

    def begin(self, secrets: EpochSecrets) -> PotGame:
        """Return the game at its first decision.

        Raises:
            Fault: `E_RULES`, `E_SEATS` for a game that cannot be played at all.
        """
        order = self.hand["order"]
        if not self.pot.playable:
            raise Fault(Code.E_RULES, "nobody knows the payouts of this game")
        if sorted(order) != sorted(self.buy_ins) or not all(self.buy_ins.values()):
            raise Fault(Code.E_SEATS, "the order is not that of the seats, or somebody has bought nothing")
        return PotGame(self.pot, secrets, order=order, buy_ins_minor=[self.buy_ins[seat] for seat in order])

    def _check_mark(self, record: Mark) -> None:
        seat, kind = record["seat"], record["a"]
        if not self.stacks.get(seat):
            raise Fault(Code.E_ACTION, f"seat {seat} has no chips, and makes a mark")
        if record["by"] != "player" and kind != "away":
            raise Fault(Code.E_ACTION, f"a {kind} is the player's alone")
        if kind == "vote":
            if seat in self.votes:
                raise Fault(Code.E_ACTION, f"seat {seat} votes twice")
        elif (seat in self.away) is (kind == "away"):
            raise Fault(Code.E_ACTION, f"seat {seat} is already {'away' if kind == 'away' else 'there'}")

    def _check_decision(self, record: Turn, now: Now) -> None:
        seat, at = record["seat"], record["time"]
        if seat != now["seat"]:
            raise Fault(Code.E_ACTION, f"seat {seat} decides the turn of seat {now['seat']}")
        if record["by"] == "player":
            if at > now["until"] or seat in self.away:
                raise Fault(Code.E_CLOCK, "a decision is taken after its deadline, or by a seat that is away")
            self._require_room(record)
            return
        if record["a"] != pot.default_action(now["cards"]):
            raise Fault(Code.E_ACTION, f"{record['a'][:40]!a} is not what is done for a seat that does not decide")
        if record["by"] == "away" and seat not in self.away:
            raise Fault(Code.E_CLOCK, f"seat {seat} is not away")
        if record["by"] == "timeout" and (at < now["until"] or seat in self.away):
            raise Fault(Code.E_CLOCK, "a default is taken before its deadline, or told of a seat that is away")

    def _require_room(self, record: Turn) -> None:
        room = self.rooms.get(record["seat"])
        if record["a"] == "raise" and room is not None and self.raised[record["seat"]] + record["amt"] > room:
            raise Fault(Code.E_RG, f"the raises of seat {record['seat']} exceed what its limits left, {room}")

    def _apply_mark(self, record: Mark) -> None:
        seat = record["seat"]
        if record["a"] == "vote":
            self.votes.add(seat)
        elif record["a"] == "away":
            self.away.add(seat)
        else:
            self.away.discard(seat)
            self.silent[seat] = 0

    def _apply_decision(self, record: Turn) -> None:
        seat = record["seat"]
        if record["a"] == "raise":
            self.raised[seat] += record["amt"]
        if record["by"] == "player":
            self.votes.discard(seat)
            self.silent[seat] = 0
        elif record["by"] == "timeout":
            self.silent[seat] += 1
            if self.silent[seat] >= _AWAY_AFTER:
                self.away.add(seat)


def order_of(seats: Sequence[int], *, after: int | None) -> list[int]:
    """Return the seats from the one that begins: the next after the last game's first, or the lowest."""
    first = next((place for place, seat in enumerate(seats) if after is not None and seat > after), 0)
    return [*seats[first:], *seats[:first]]


def require_course(game: PotGame, record: CourseFields, *, name: str) -> None:
    """Refuse a record that says anything else than the game: cards first, then seals, decisions and chips.

    Raises:
        Fault: `E_CARDS`, `E_SEALED`, `E_ACTION`, `E_CHIPS`.
    """
    now = record.get("now")
    told = [(turn["seat"], turn["cards"]) for turn in record["turns"]]
    if list(record["at"]) != game.at or told != [(turn["seat"], turn["cards"]) for turn in game.turns]:
        raise Fault(Code.E_CARDS, f"{name} has turns with other cards than the seed gives")
    if now is not None and not game.end and now["seat"] == game.decider.seat and now["cards"] != game.decider.cards:
        raise Fault(Code.E_CARDS, f"{name} shows other cards than the seed gives")
    if record["sealed"] != game.sealed:
        raise Fault(Code.E_SEALED, f"{name} has seals that are not those of the seed")
    if (now is None) is not bool(game.end):
        raise Fault(Code.E_ACTION, f"{name} ends a game that goes on, or the reverse")
    if now is not None and now["seat"] != game.decider.seat:
        raise Fault(Code.E_ACTION, f"{name} asks seat {now['seat']}, it is the turn of seat {game.decider.seat}")
    if now is not None and now["key"] != game.key:
        raise Fault(Code.E_SEALED, f"{name} gives a key that is not that of the seed")
    stacks = [player.stack_minor for player in game.players]
    if record["turns"] != game.turns or record["stacks"] != stacks or record["pot"] != game.pot_minor:
        raise Fault(Code.E_CHIPS, f"{name} moves other chips than the rules do")

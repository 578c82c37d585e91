"""A game around a pot, played again from its seed.

Source: docs/formats/tables.md, "Dealing" and "A course"; docs/rules/pot-red-dog.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from verifier.pot import Pot, rank
from verifier.shuffle import card_text
from verifier.table_records import FinishedTurn, HandLeft, SealedHand, SeatResult
from verifier.table_secrets import EpochSecrets

_HAND = 2
_BASIS_POINTS = 10_000


@dataclass(slots=True, kw_only=True)
class Player:
    """One seat of a game. Amounts are minor units; `completed` counts the hands that it was dealt."""

    seat: int
    bought_minor: int
    stack_minor: int
    hand: list[int] = field(default_factory=list)
    completed: int = 0
    raised_minor: int = 0
    rake_minor: int = 0

    @property
    def cards(self) -> list[str]:
        """Return the hand as text."""
        return [card_text(card) for card in self.hand]


class PotGame:
    """A game from the antes on. It stands where a seat must decide, or where it is over.

    `turns` and `sealed` have what happened since the last decision. `end` says why the game is over, and is "" before.
    `reshuffled` has the cards of each reshuffle, in the order of the pack.
    """

    def __init__(self, pot: Pot, secrets: EpochSecrets, *, order: Sequence[int], buy_ins_minor: Sequence[int]) -> None:
        self._terms = pot.sheet
        self._secrets = secrets
        self.players = [
            Player(seat=seat, bought_minor=bought, stack_minor=bought)
            for seat, bought in zip(order, buy_ins_minor, strict=True)
        ]
        self.pot_minor = 0
        self.end = ""
        self.turns: list[FinishedTurn] = []
        self.sealed: list[SealedHand] = []
        self._pack = secrets.deck(packs=pot.packs(seats=len(order)))
        self._place = self._reshuffles = self._turn = 0
        self._used: list[int] = []
        self.reshuffled: list[list[int]] = []

        self._collect(self._terms["ante"])
        if not self.end:
            self._turn = self.players.index(self.in_play[0])
        self._go_on()

    @property
    def in_play(self) -> list[Player]:
        """Return the players who have chips, from the dealer's left."""
        return [player for player in self.players if player.stack_minor]

    @property
    def decider(self) -> Player:
        """Return the player whose turn it is."""
        return self.players[self._turn]

    @property
    def key(self) -> str:
        """Return the key of the hand that is shown."""
        return self._key_of(self.decider)

    @property
    def at(self) -> list[int]:
        """Return how often the cards were shuffled again, and the next place in the pack."""
        return [self._reshuffles, self._place]

    @property
    def results(self) -> list[SeatResult]:
        """Return how the game stands for each seat, in seat order."""
        return [_result(player) for player in sorted(self.players, key=lambda player: player.seat)]

    @property
    def hands_left(self) -> list[HandLeft]:
        """Return the hands that are still held, in order."""
        return [
            HandLeft(seat=player.seat, cards=player.cards, key=self._key_of(player))
            for player in self.players
            if len(player.hand) == _HAND
        ]

    def allows(self, action: str, amount_minor: int) -> bool:
        """Tell whether the player whose turn it is may decide so."""
        stack_minor, terms = self.decider.stack_minor, self._terms
        if self._spread() < 0:
            return action in ("take", "call") and amount_minor == 0
        if action == "down":
            return amount_minor == min(terms["down"], stack_minor)
        least, most = min(terms["raise_min"], stack_minor), min(self.pot_minor, stack_minor)
        return action == "raise" and least <= amount_minor <= most and (amount_minor - least) % terms["unit"] == 0

    def decide(self, action: str, amount_minor: int) -> None:
        """Take a decision that is allowed, and go on to the next one or to the end."""
        self.turns, self.sealed = [], []
        if action == "take":
            self._finish("pair_take", staked=0, won=min(self._terms["take"], self.pot_minor))
        elif action == "down":
            self._finish("down", staked=amount_minor, won=-amount_minor)
        elif action == "call":
            self._call()
        else:
            self._raise(amount_minor)
        self._go_on()

    def divide(self) -> None:
        """Share the pot out among the players in play."""
        self._share(self.in_play)

    def _call(self) -> None:
        third = self._draw()
        if rank(card_text(third)) == rank(self.decider.cards[0]):
            self._finish("red_dog", staked=0, won=self.pot_minor, third=third)
        else:
            self._finish("pair_miss", staked=0, won=0, third=third)

    def _raise(self, amount_minor: int) -> None:
        player = self.decider
        player.raised_minor += amount_minor
        low, high = sorted(rank(card) for card in player.cards)
        odds = self._terms["pay"]["spread"][self._spread() - 1]
        third = self._draw()
        if low < rank(card_text(third)) < high:
            # A win takes no more than the pot held before the bet.
            self._finish("win", staked=amount_minor, won=min(amount_minor * odds, self.pot_minor), third=third)
        else:
            self._finish("lose", staked=amount_minor, won=-amount_minor, third=third)

    def _spread(self) -> int:
        """Return how many ranks lie between the two cards of the turn; -1 for a pair."""
        first, second = (rank(card) for card in self.decider.cards)
        return abs(first - second) - 1

    def _go_on(self) -> None:
        """Deal what hands lack and pass over consecutive hands, until somebody must decide or the game is over."""
        while not self.end:
            self._deal()
            if self._spread():
                return
            self._finish("consecutive_draw", staked=0, won=0)

    def _deal(self) -> None:
        for player in self.in_play:
            if len(player.hand) == _HAND:
                continue
            while len(player.hand) < _HAND:
                player.hand.append(self._draw())
            player.completed += 1
            seal = self._secrets.sealed(player.seat, player.completed - 1, player.cards)
            self.sealed.append(SealedHand(seat=player.seat, h=seal))

    def _draw(self) -> int:
        if self._place == len(self._pack):
            self._reshuffles += 1
            self.reshuffled.append(sorted(self._used))
            self._pack = self._secrets.reshuffled(self._reshuffles, self._used)
            self._used, self._place = [], 0
        self._place += 1
        return self._pack[self._place - 1]

    def _finish(self, result: str, *, staked: int, won: int, third: int | None = None) -> None:
        """End the turn: `won` is what the player takes out of the pot, rake included, or less than 0 puts into it."""
        player = self.decider
        rake = max(won, 0) * self._terms["rake_basis_points"] // _BASIS_POINTS
        rake -= rake % self._terms["unit"]
        player.stack_minor += won - rake
        player.rake_minor += rake
        self.pot_minor -= won

        shown = [*player.hand, *([] if third is None else [third])]
        self._used += shown
        player.hand = []
        refill = self._look_at_pot()
        self.turns.append(
            FinishedTurn(
                seat=player.seat,
                cards=[card_text(card) for card in shown],
                result=result,
                staked=staked,
                returned=staked + won - rake,
                refill=refill,
            )
        )
        if not self.end:
            after = [place for place, other in enumerate(self.players) if other.stack_minor and place > self._turn]
            self._turn = after[0] if after else self.players.index(self.in_play[0])

    def _look_at_pot(self) -> int:
        """Fill the pot after a turn, or end the game; return what each player was asked for."""
        in_play = self.in_play
        if self.pot_minor == 0 and len(in_play) < len(self.players):
            self.end = "all_out"
            return 0
        if len(in_play) <= 1:
            self.end = "last_one"
            self._share(in_play)
            return 0
        if self.pot_minor > self._terms["refill"] * len(in_play):
            return 0
        refill = self._terms["refill"] if self.pot_minor else self._terms["refill_empty"]
        self._collect(refill)
        return refill

    def _collect(self, each_minor: int) -> None:
        payers = self.in_play
        for player in payers:
            paid = min(each_minor, player.stack_minor)
            player.stack_minor -= paid
            self.pot_minor += paid
            if not player.stack_minor:
                self._used += player.hand
                player.hand = []
        if len(self.in_play) <= 1:
            self.end = "last_one"
            # If one collection took everyone's last chips, those who paid it share the pot.
            self._share(self.in_play or payers)

    def _share(self, players: Sequence[Player]) -> None:
        part, odd = divmod(self.pot_minor // self._terms["chip"], len(players))
        for place, player in enumerate(players):
            player.stack_minor += (part + (place < odd)) * self._terms["chip"]
        self.pot_minor = 0

    def _key_of(self, player: Player) -> str:
        return self._secrets.key(player.seat, player.completed - 1)


def _result(player: Player) -> SeatResult:
    net = player.stack_minor - player.bought_minor
    return SeatResult(
        seat=player.seat,
        result="even" if net == 0 else "won" if net > 0 else "lost",
        staked=player.bought_minor,
        returned=player.stack_minor,
        rake=player.rake_minor,
        raised=player.raised_minor,
    )

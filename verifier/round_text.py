"""A round of one seat in words, one line a step: commitment, seeds, bytes, draws, cards, decisions and money.

Everything printed is ASCII: words that come from the export are quoted, never written to the terminal as they are.

Source: docs/formats/record.md, "Rounds" and "Epochs"; shuffle.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.game import Bet, Game
from verifier.records import Commit, Deal, Init, MovingRecord, Open, Settle, Void
from verifier.replay_text import amount, instant, line
from verifier.round_cards import seed_at
from verifier.round_draws import Draws
from verifier.shuffle import round_bytes

RoundRecord = Commit | Open | Deal | Settle | Void

_PACK: Final = 52


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStory:
    """The records of one round, and by what it was played."""

    init: Init
    records: Sequence[tuple[int, RoundRecord]]
    """What committed to its epoch and opened it, its deal, and its end; each with its log index."""
    epoch: int
    game: Game | None
    """None if the rules named are none of the log's."""

    def lines(self) -> Iterator[str]:
        """Yield the lines of the round."""
        sheet = None if self.game is None else self.game.sheet
        game = "unknown rules" if sheet is None else f"{sheet['game']} version {sheet['ver']}"
        account = ", a test account" if self.init["test"] else ""
        yield line("player", f"{self.init['chain']}: {game}, in {self.init['cur'][:12]}{account}")
        deal: Deal | None = None
        for index, record in self.records:
            yield line(record["type"], f"log index {index}, {instant(record['time'])}")
            if record["type"] == "commit":
                yield line("", f"epoch {self.epoch} of {record['n']} rounds is committed to by {record['commit']}")
            elif record["type"] == "open":
                yield from self._open(record)
            elif record["type"] == "deal":
                deal = record
                yield from self._deal(record)
            elif deal is not None:
                yield from self._end(deal, record)
        if deal is not None and self.records[-1][1]["type"] == "deal":
            yield line("", "the round is open at the end of the log")

    def _open(self, record: Open) -> Iterator[str]:
        if record["epoch"] == self.epoch:
            yield line(
                "",
                f"the client seed is {record['client'][:128]}, given under the checkpoint of {record['size']} entries",
            )
        else:
            announced = record["next"]
            yield line("", f"epoch {self.epoch} of {announced['n']} rounds is committed to by {announced['commit']}")

    def _deal(self, record: Deal) -> Iterator[str]:
        side = f", side bet {self._money(record['bonus'])}" if "bonus" in record else ""
        signed = ", signed by the player's key" if "psig" in record else ""
        yield line("", f"ante {self._money(record['ante'])}{side}{signed}")
        yield line("", f"the player sees {_spelled(record['cards'])}")
        yield from self._moved(record)

    def _end(self, deal: Deal, record: Settle | Void) -> Iterator[str]:
        cards: list[str] | None = None
        seed = record.get("seed")
        if seed is None:
            yield line("", "the seed was lost: nobody can tell the cards")
        else:
            yield from self._seeded(seed, nonce=deal["nonce"])
            draws = self._draws(seed, nonce=deal["nonce"])
            if draws is not None and self.game is not None:
                cards = self.game.deal(draws.cards())
                yield from (line("", draw.sentence()) for draw in draws.made)
                yield line("", f"by the seed the cards are {_spelled(cards)}")
                if deal["cards"] != cards[: self.game.visible]:
                    yield line("", f"DIFFERS: the player saw {_spelled(deal['cards'])}")
        if record["type"] == "settle":
            yield from self._settled(deal, record, cards)
        else:
            by = ", ".join(ascii(name[:80]) for name in record["by"])
            yield line("", f"voided by {by}: {record['reason'][:200]!a}")
        yield from self._moved(record)

    def _seeded(self, seed: str, *, nonce: int) -> Iterator[str]:
        chain = self.init["chain"]
        hashed = seed_at(bytes.fromhex(seed), down=nonce, to=0, chain=chain, epoch=self.epoch).hex()
        promised = self._commitment()
        yield line("", f"the seed was {seed}")
        if hashed == promised:
            yield line("", f"hashed {nonce} times it is the commitment")
        else:
            yield line("", f"DIFFERS: hashed {nonce} times it is {hashed}, and not the commitment")

    def _commitment(self) -> str:
        """Return the newest commitment to the epoch."""
        found = ""
        for _, record in self.records:
            if record["type"] == "commit":
                found = record["commit"]
            elif record["type"] == "open" and record["epoch"] != self.epoch:
                found = record["next"]["commit"]
        return found

    def _draws(self, seed: str, *, nonce: int) -> Draws | None:
        client = ""
        for _, record in self.records:
            if record["type"] == "open" and record["epoch"] == self.epoch:
                client = record["client"]
        if not client or self.game is None:
            return None
        stream = round_bytes(
            seed=bytes.fromhex(seed),
            chain=bytes.fromhex(self.init["chain"]),
            epoch=self.epoch,
            nonce=nonce,
            client=bytes.fromhex(client),
        )
        return Draws(stream=stream, size=_PACK * self.game.sheet["decks"])

    def _settled(self, deal: Deal, record: Settle, cards: list[str] | None) -> Iterator[str]:
        for act in record["acts"]:
            money = f" {self._money(act['amt'])}" if act["amt"] else ""
            yield line("", f"{act['a'][:40]!a}{money} by {act['by'][:40]} at {instant(act['t'])}")
        pay = record["pay"]
        yield line(
            "", f"cards {_spelled(record['cards'])}: {self._result(record['result'], pay['staked'], pay['returned'])}"
        )
        if "bonus" in record:
            bonus = record["bonus"]
            yield line("", f"side bet on {bonus['category'][:40]!a} returned {self._money(bonus['returned'])}")
        if self.game is None or cards is None:
            return
        if record["cards"] != cards:
            yield line("", "DIFFERS: these are not the cards of the seed")
        if not self.game.allows(record["acts"], ante_minor=deal["ante"], seen=cards[: self.game.visible]):
            yield line("", "DIFFERS: the rules do not allow these decisions")
            return
        bet = Bet(ante_minor=deal["ante"], bonus_minor=deal.get("bonus", 0))
        outcome = self.game.settle(bet, acts=record["acts"], cards=cards)
        told = self._result(outcome.result, outcome.staked_minor, outcome.returned_minor)
        held = (record["result"], pay["staked"], pay["returned"]) == (
            outcome.result, outcome.staked_minor, outcome.returned_minor
        )  # fmt: skip
        yield line("", f"{'so it is by the rules' if held else f'DIFFERS: the rules give {told}'}")

    def _result(self, result: str, staked_minor: int, returned_minor: int) -> str:
        return f"{result[:40]!a}, staked {self._money(staked_minor)}, returned {self._money(returned_minor)}"

    def _moved(self, record: MovingRecord) -> Iterator[str]:
        moves = ", ".join(f"{account[:40]} {self._money(delta)}" for account, delta in record["moves"])
        before, after = record["bal"]
        yield line("", f"money: {moves.encode('ascii', 'backslashreplace').decode()}")
        yield line("", f"balance {self._money(before)}, then {self._money(after)}")

    def _money(self, minor: int) -> str:
        return amount(minor, self.init["exp"])


def _spelled(cards: Sequence[str]) -> str:
    return " ".join(cards).encode("ascii", "backslashreplace").decode()

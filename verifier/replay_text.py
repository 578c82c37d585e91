"""A hand or a game of a table in words, one line a step.

Everything printed is ASCII: words that come from the export are quoted, never written to the terminal as they are.

Source: docs/formats/tables.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from verifier import beacons, table_draws
from verifier.beacons import BeaconCopy
from verifier.pot_course import Course, require_course
from verifier.pot_game import PotGame
from verifier.table_records import (
    AnyTurn,
    Beacon,
    FinishedTurn,
    HandEnd,
    HouseEnd,
    HouseHand,
    PotEnd,
    PotHand,
    SealedHand,
    SeatResult,
    Seats,
    TableAbort,
    TableOpen,
    TableRecord,
    Turn,
)
from verifier.table_secrets import EpochSecrets
from verifier.table_state import Table
from verifier.verdict import Code, Failure, Fault

_LABEL = 9
_CALENDAR_END_MS = 253_370_764_800_000  # the year 9999


def lines_of(
    table: Table,
    records: Sequence[tuple[int, TableRecord]],
    *,
    announced: str | None,
    beacon_copy: BeaconCopy,
    failure: Failure | None,
) -> Iterator[str]:
    """Yield the lines of an epoch; `failure` is what decides about the whole of the table's chain.

    `announced` is the commitment in the `seats` of the epoch before; None for the first epoch. `beacon_copy` is the reader's
    own copy of public sources of randomness.
    """
    sheet = table.sheet
    game = "unknown rules" if sheet is None else f"{sheet['game']} version {sheet['ver']}"
    yield line("table", f"{table.name}: {game}, in {table.currency}{', test accounts' if table.test else ''}")
    story = _Story(table, [record for _, record in records], announced, beacon_copy)
    if announced is not None:
        yield line("", f"the hand before announced the commitment {announced}")
    for index, record in records:
        yield from story.lines(index, record)
    yield verdict(failure, of="the table's chain")


def verdict(failure: Failure | None, *, of: str) -> str:
    """Return the line that ends a replay: the failure that decides, or that what was judged holds."""
    if failure is None:
        return line("verdict", f"OK: {of} holds")
    where = "" if failure.place.index is None else f" at log index {failure.place.index}"
    return line("verdict", f"{failure.code}{where}: {failure.sentence}")


class _Story:
    """The steps of one epoch. Around a pot the game is played along, if the seed is known and the game can be."""

    def __init__(
        self, table: Table, records: Sequence[TableRecord], announced: str | None, beacon_copy: BeaconCopy
    ) -> None:
        self._table = table
        self._beacon_copy = beacon_copy
        self._records = records
        self._announced = announced
        self._game = _game(table, records)

    def lines(self, index: int, record: TableRecord) -> Iterator[str]:
        """Yield what one record says."""
        yield line(record["type"], f"log index {index}, {instant(record['time'])}")
        if record["type"] == "seats":
            yield from self._seats(record)
        elif record["type"] == "open":
            yield from self._open(record)
        elif record["type"] == "hand":
            yield from self._pot_hand(record) if "order" in record else self._house_hand(record)
        elif record["type"] == "turn":
            yield from self._turn(record)
        elif record["type"] == "hand_end":
            yield from self._end(record)
        elif record["type"] == "table_abort":
            yield from self._abort(record)
        elif record["type"] == "commit":
            yield line("", f"the seed is committed to by {record['commit']}")

    def _seats(self, record: Seats) -> Iterator[str]:
        for taken in record["seats"]:
            amount = taken.get("ante", taken.get("buy_in", 0))
            bonus = f", side bet {self._money(taken['bonus'])}" if "bonus" in taken else ""
            yield line("", f"seat {taken['seat']}: {self._money(amount)}{bonus}, contributes {taken['contrib']}")

    def _open(self, record: TableOpen) -> Iterator[str]:
        yield line("", f"under the checkpoint of size {record['size']}")
        for reveal in record["reveals"]:
            yield line("", f"seat {reveal['seat']} reveals {reveal['r']}")
        if "beacon" in record:
            beacon = record["beacon"]
            yield line("", f"beacon {beacon['src'][:80]!a}, round {beacon['round']}: {beacon['value'][:64]}")
            yield from self._compared(beacon)
        yield line("", f"client seed {record['client']}")

    def _compared(self, beacon: Beacon) -> Iterator[str]:
        if self._table.source is None:
            return
        fault = beacons.compare(beacon, self._table.source, self._beacon_copy)
        if fault is None:
            yield line("", "your copy of the source has the same value, and the same times of its rounds")
        else:
            yield line("", f"{'DIFFERS: ' if fault.code is Code.E_BEACON else ''}{fault.sentence}")

    def _house_hand(self, record: HouseHand) -> Iterator[str]:
        if record["cards"]:
            yield line("", f"all see {' '.join(record['cards'])}")
        yield from _seals(record["sealed"])
        until = record.get("until")
        yield line("", "nobody is asked" if until is None else f"decisions until {instant(until)}")

    def _pot_hand(self, record: PotHand) -> Iterator[str]:
        yield line("", f"from the dealer's left: seats {', '.join(map(str, record['order']))}")
        yield line("", f"the game may last until {instant(record['until'])}")
        yield from self._course(record)

    def _turn(self, record: AnyTurn) -> Iterator[str]:
        if "stacks" not in record:
            yield line("", f"seat {record['seat']}: {record['a']} by {record['by']}")
            return
        amount = f" {self._money(record['amt'])}" if record["amt"] else ""
        yield line("", f"turn {record['n']}, seat {record['seat']}: {record['a'][:40]!a}{amount} by {record['by']}")
        game = self._game
        if game is not None:
            if game.end or not game.allows(record["a"], record["amt"]):
                yield line("", "DIFFERS: the rules do not allow this; from here on the records alone are shown")
                self._game = None
            else:
                game.decide(record["a"], record["amt"])
        yield from self._course(record)

    def _course(self, record: PotHand | Turn) -> Iterator[str]:
        for turn in record["turns"]:
            yield line("", f"seat {turn['seat']} had {self._turn_text(turn)}")
        yield from _seals(record["sealed"])
        stacks = ", ".join(map(self._money, record["stacks"]))
        yield line("", f"stacks {stacks}; pot {self._money(record['pot'])}; place {record['at'][0]}/{record['at'][1]}")
        game = self._game
        if game is not None:
            for player in game.players:
                if player.hand:
                    yield line("", f"by the seed seat {player.seat} holds {' '.join(player.cards)}")
            try:
                require_course(game, record, name="this record")
            except Fault as fault:
                yield line("", f"DIFFERS: {fault.sentence}")
        if "now" in record:
            now = record["now"]
            yield line("", f"seat {now['seat']} shows {' '.join(now['cards'])}, until {instant(now['until'])}")

    def _end(self, record: HandEnd) -> Iterator[str]:
        yield line("", f"the seed was {record['seed']}")
        yield from self._draws(record)
        if "why" in record:
            yield from self._pot_end(record)
        else:
            yield from self._house_end(record)
        for result in record["results"]:
            yield line("", self._result_text(result))

    def _draws(self, record: HandEnd | TableAbort) -> Iterator[str]:
        told = table_draws.sentences(self._table, self._records, record, game=self._game, announced=self._announced)
        yield from (line("", sentence) for sentence in told)

    def _house_end(self, record: HouseEnd) -> Iterator[str]:
        for act in record["acts"]:
            amount = f" {self._money(act['amt'])}" if act["amt"] else ""
            yield line("", f"seat {act['seat']}: {act['a'][:40]!a}{amount} by {act['by']} at {instant(act['t'])}")
        yield line("", f"cards {' '.join(record['cards'])}")

    def _pot_end(self, record: PotEnd) -> Iterator[str]:
        yield line("", f"the game ended by {record['why']}")
        for hand in record["hands"]:
            yield line("", f"seat {hand['seat']} still held {' '.join(hand['cards'])}")

    def _abort(self, record: TableAbort) -> Iterator[str]:
        yield line("", f"ended by {record['reason']}; the seed was {record.get('seed', 'lost')}")
        yield from self._draws(record)
        if record["missing"]:
            yield line("", f"no value of seats {', '.join(map(str, record['missing']))}")
        for reveal in record["reveals"]:
            yield line("", f"seat {reveal['seat']} revealed {reveal['r']}")
        if "text" in record:
            by = ", ".join(ascii(name) for name in record.get("by", []))
            yield line("", f"by {by}: {record['text'][:200]!a}")

    def _turn_text(self, turn: FinishedTurn) -> str:
        moved = f"staked {self._money(turn['staked'])}, returned {self._money(turn['returned'])}"
        refill = f", all add {self._money(turn['refill'])}" if turn["refill"] else ""
        return f"{' '.join(turn['cards'])}: {turn['result']}, {moved}{refill}"

    def _result_text(self, result: SeatResult) -> str:
        money = f"staked {self._money(result['staked'])}, returned {self._money(result['returned'])}"
        bonus = result.get("bonus")
        side = f", side bet on {bonus['category']} returned {self._money(bonus['returned'])}" if bonus else ""
        return f"seat {result['seat']}: {result['result']}, {money}{side}"

    def _money(self, minor: int) -> str:
        return amount(minor, self._table.exponent)


def _game(table: Table, records: Iterable[TableRecord]) -> PotGame | None:
    """Return the game at its first decision; None against the house, without a seed, or if it cannot be played."""
    client, seed, hand, seats = b"", None, None, None
    for record in records:
        if record["type"] == "seats":
            seats = record
        elif record["type"] == "open":
            client = bytes.fromhex(record["client"])
        elif record["type"] == "hand" and "order" in record:
            hand = record
        elif record["type"] == "hand_end" or record["type"] == "table_abort":
            seed = record.get("seed")
    if table.pot is None or seed is None or hand is None or seats is None:
        return None
    course = Course(
        pot=table.pot,
        hand=hand,
        buy_ins={taken["seat"]: taken.get("buy_in", 0) for taken in seats["seats"]},
        rooms={},
    )
    try:
        return course.begin(EpochSecrets(chain=table.name, epoch=hand["epoch"], seed=seed, client=client))
    except Fault:
        return None


def _seals(sealed: Iterable[SealedHand]) -> Iterator[str]:
    for hand in sealed:
        yield line("", f"seat {hand['seat']} is dealt a hidden hand, sealed {hand['h']}")


def amount(minor: int, exponent: int) -> str:
    """Write an amount of minor units, of which 10^exponent are a unit."""
    digits = f"{abs(minor):0{exponent + 1}d}"
    whole = len(digits) - exponent
    sign = "-" if minor < 0 else ""
    return f"{sign}{digits[:whole]}.{digits[whole:]}" if exponent else sign + digits


def instant(milliseconds: int) -> str:
    """Write an instant in UTC, to the millisecond."""
    if milliseconds >= _CALENDAR_END_MS:
        return f"millisecond {milliseconds}"
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime(f"%Y-%m-%dT%H:%M:%S.{milliseconds % 1000:03d}Z")


def line(label: str, sentence: str) -> str:
    """Return a line; only the first of a step has a label."""
    return f"{label:<{_LABEL}} {sentence}"

"""Hands at a table: how they begin, and how they end by the seed.

Source: docs/formats/tables.md, "Records of the table's chain" and "Clock".
"""

from verifier.game import Bet, Game, Outcome, TableDeal
from verifier.player import AuditContext
from verifier.pot_course import Course, order_of
from verifier.records import Act
from verifier.table_chain import TableChain, require_phase
from verifier.table_records import (
    Hand,
    HandEnd,
    HouseEnd,
    HouseHand,
    PotEnd,
    PotHand,
    SealedHand,
    SeatAct,
    SeatResult,
    SeatTaken,
    TableRecord,
)
from verifier.table_secrets import EpochSecrets, commitment
from verifier.table_state import HandDealt, Phase, Table
from verifier.verdict import Code, Fault


def check_hand(chain: TableChain, table: Table, record: Hand, *, context: AuditContext) -> None:
    """Refuse a hand with a wrong deadline or order, and a game whose first record cannot be true.

    Raises:
        Fault: `E_NONCE`, `E_FORM`, `E_SEATS`, `E_SEALED`, `E_CLOCK`, `E_CHIPS`.
    """
    require_phase(table, record["epoch"], Phase.OPENED)
    if table.around_pot is not ("order" in record):
        raise Fault(Code.E_FORM, "an order is there exactly around a pot")
    if "order" not in record:
        _check_house_hand(table, record)
        return
    if record["order"] != order_of([taken["seat"] for taken in table.seats], after=chain.first_seat):
        raise Fault(Code.E_SEATS, "another seat begins, or the seats are not in order")
    if record["until"] != record["time"] + table.clock.get("game", 0):
        raise Fault(Code.E_CLOCK, "the end of the game's time is not its beginning and the table's clock")
    course = begin_course(table, record, context=context)
    course.check_course(record, at=record["time"])


def begin_course(table: Table, record: PotHand, *, context: AuditContext) -> Course:
    """Return the course of a game before its first record is applied."""
    assert table.pot is not None, "a game around a pot is played by such a sheet"
    stakes = {taken["seat"]: context.tables.stakes.get(taken["stake"]) for taken in table.seats}
    return Course(
        pot=table.pot,
        hand=record,
        buy_ins={taken["seat"]: taken.get("buy_in", 0) for taken in table.seats},
        rooms={
            seat: stake.room_minor
            for seat, stake in stakes.items()
            if stake is not None and stake.room_minor is not None
        },
    )


def check_end(chain: TableChain, table: Table, record: HandEnd, *, context: AuditContext) -> list[Fault]:
    """Replay a hand or a game from its seed, and refuse it if it differs. Return the faults of a correct but late one.

    Raises:
        Fault: `E_NONCE`, `E_CHAIN`, `E_FORM`, `E_SEED`, `E_CARDS`, `E_SEALED`, `E_ACTION`, `E_CLOCK`, `E_CHIPS`,
            `E_PAYOUT`.
    """
    require_phase(table, record["epoch"], Phase.PLAYING)
    if table.hand is None or record["hand"] != table.hand.leaf:
        raise Fault(Code.E_CHAIN, "the hand named is not the one that is played")
    if table.around_pot is not ("why" in record):
        raise Fault(Code.E_FORM, "why a game ended is told exactly around a pot")
    secrets = require_seed(chain, table, record["epoch"], record["seed"], context=context)
    if "why" in record:
        return _check_pot_end(chain, record, secrets=secrets)
    return _check_house_end(table, table.hand, record, secrets=secrets, context=context)


def require_seed(chain: TableChain, table: Table, epoch: int, seed: str, *, context: AuditContext) -> EpochSecrets:
    """Refuse a seed that is not the one committed to, or that was used before; return what follows from it.

    Raises:
        Fault: `E_SEED`.
    """
    if commitment(chain=table.name, epoch=epoch, seed=seed) != table.commitments.get(epoch):
        raise Fault(Code.E_SEED, "the seed does not hash to the commitment")
    if context.tables.seed_used(seed):
        raise Fault(Code.E_SEED, "the seed was used before")
    return EpochSecrets(chain=table.name, epoch=epoch, seed=seed, client=chain.client)


def require_shown(table: Table, hand: HandDealt, *, secrets: EpochSecrets) -> TableDeal:
    """Refuse a hand against the house that showed or sealed other cards than the seed gives; return its cards.

    Raises:
        Fault: `E_CARDS`, `E_SEALED`.
    """
    game, record = _game(table), hand.record
    if "cards" not in record:
        raise Fault(Code.E_FORM, "the hand is that of a game around a pot")
    seats = [taken["seat"] for taken in table.seats]
    deal = game.deal_table(secrets.shoe(packs=game.sheet["decks"]), seats=len(seats))
    if record["cards"] != deal.shown:
        shown = " ".join(record["cards"])[:60] or "nothing"
        raise Fault(Code.E_CARDS, f"the hand showed {shown}, the seed gives {' '.join(deal.shown) or 'nothing'}")
    hidden = zip(seats, deal.hands, strict=False)
    seals = [SealedHand(seat=seat, h=secrets.sealed(seat, 0, hand)) for seat, hand in hidden]
    if record["sealed"] != seals:
        raise Fault(Code.E_SEALED, "the hidden hands are not sealed as the seed gives them")
    return deal


def apply_hand(chain: TableChain, table: Table, record: TableRecord, *, context: AuditContext) -> None:
    """Go on from what a record says of a hand, whether or not it holds."""
    if record["type"] == "open":
        chain.client = bytes.fromhex(record["client"])
    elif record["type"] == "hand" and "order" in record:
        chain.course = None
        if table.pot is not None:
            chain.course = begin_course(table, record, context=context)
            chain.course.apply(record)
        chain.first_seat = record["order"][0]
    elif record["type"] == "turn":
        if chain.course is not None:
            chain.course.apply(record)
    elif record["type"] in ("hand_end", "table_abort"):
        chain.course = None


def _game(table: Table) -> Game:
    if table.game is None:
        raise Fault(Code.E_RULES, "the rules of the table are not known")
    return table.game


def _check_house_hand(table: Table, record: HouseHand) -> None:
    until = record.get("until")
    if until is not None and until != record["time"] + _game(table).sheet["timeout_ms"]:
        raise Fault(Code.E_CLOCK, "the deadline is not the hand's time and the time to decide")


def _check_house_end(
    table: Table, hand: HandDealt, record: HouseEnd, *, secrets: EpochSecrets, context: AuditContext
) -> list[Fault]:
    game = _game(table)
    deal = require_shown(table, hand, secrets=secrets)
    seats = [taken["seat"] for taken in table.seats]
    first = table.seats[0]
    asked = not game.allows([], ante_minor=first.get("ante", 0), seen=deal.of_seats[0][: game.visible])
    if asked is not (hand.until is not None):
        raise Fault(Code.E_ACTION, "a deadline is there exactly where somebody is asked")
    if [act["seat"] for act in record["acts"]] != (seats if asked else []):
        raise Fault(Code.E_ACTION, "the acts are not one of each seat that was asked, in seat order")

    milder: list[Fault] = []
    acts: list[list[Act]] = [[] for _ in seats]
    for place, act in enumerate(record["acts"]):
        milder = _check_act(table, hand, record, act, context=context) or milder
        acts[place] = [_plain(act)]
        visible = deal.of_seats[place][: game.visible]
        if not game.allows(acts[place], ante_minor=table.seats[place].get("ante", 0), seen=visible):
            raise Fault(Code.E_ACTION, f"the act of seat {act['seat']} is no decision that the hand asks for")
    if record["cards"] != deal.cards:
        raise Fault(Code.E_CARDS, f"the cards are {' '.join(record['cards'])[:60]}, not those of the seed")
    _require_results(game, table, record, deal, acts)
    return milder


def _check_act(table: Table, hand: HandDealt, record: HouseEnd, act: SeatAct, *, context: AuditContext) -> list[Fault]:
    """Refuse an act that is not the player's own, or a default that may not be. Return the faults of a late default.

    Raises:
        Fault: `E_ACTION`, `E_CLOCK`.
    """
    seat = act["seat"]
    taken = next(taken for taken in table.seats if taken["seat"] == seat)
    stake = context.tables.stakes.get(taken["stake"])
    decision = None if stake is None else stake.decision
    if act["by"] == "player":
        if decision is None or act.get("act") != decision.leaf or _plain(act) != decision.act:
            raise Fault(Code.E_ACTION, f"seat {seat} did not decide so")
        return []
    if decision is not None:
        raise Fault(Code.E_ACTION, f"the decision of seat {seat} was left out")
    until, sheet = hand.until or 0, _game(table).sheet
    if "act" in act or act["a"] != sheet["timeout_action"] or act["amt"]:
        raise Fault(Code.E_ACTION, f"seat {seat} did not decide, and it is not the default that is told")
    if not until <= act["t"] <= record["time"]:
        raise Fault(Code.E_CLOCK, f"the default of seat {seat} lies before the deadline, or after the end of the hand")
    over = act["t"] - until - sheet["mmd_ms"]
    return [] if over <= 0 else [Fault(Code.E_LATE, f"the hand was defaulted {over} ms after the grace")]


def _plain(act: SeatAct) -> Act:
    return Act(a=act["a"], amt=act["amt"], by=act["by"], t=act["t"])


def _require_results(game: Game, table: Table, record: HouseEnd, deal: TableDeal, acts: list[list[Act]]) -> None:
    results = []
    for taken, cards, seat_acts in zip(table.seats, deal.of_seats, acts, strict=True):
        outcome = game.settle(_bet(taken), acts=seat_acts, cards=cards)
        results.append(_result(taken["seat"], outcome))
    for told, expected in zip(record["results"], results, strict=False):
        if told != expected:
            sentence = f"seat {expected['seat']} has {expected['result']}, {expected['returned']} by the rules"
            raise Fault(Code.E_PAYOUT, f"{sentence}, and is told {told['result'][:40]!a}, {told['returned']}")
    if len(record["results"]) != len(results):
        raise Fault(Code.E_PAYOUT, "there is not one result a seat")


def _bet(taken: SeatTaken) -> Bet:
    return Bet(ante_minor=taken.get("ante", 0), bonus_minor=taken.get("bonus", 0))


def _result(seat: int, outcome: Outcome) -> SeatResult:
    result = SeatResult(seat=seat, result=outcome.result, staked=outcome.staked_minor, returned=outcome.returned_minor)
    if outcome.bonus is not None:
        result["bonus"] = {"category": outcome.bonus.category, "returned": outcome.bonus.returned_minor}
    return result


def _check_pot_end(chain: TableChain, record: PotEnd, *, secrets: EpochSecrets) -> list[Fault]:
    course = chain.course
    if course is None:
        raise Fault(Code.E_NONCE, "no game is played")
    game = course.replay(secrets)
    late = _require_why(course, game.end, record)
    if not game.end:
        game.divide()
    if record["hands"] != game.hands_left:
        raise Fault(Code.E_CARDS, "the hands that are left are not those of the seed, or lack their keys")
    if record["results"] != game.results:
        raise Fault(Code.E_PAYOUT, "the results are not the chips that the game leaves")
    return late


def _require_why(course: Course, end: str, record: PotEnd) -> list[Fault]:
    """Refuse another reason than that of the game, its clock and its votes. Return the faults of a late end by time.

    Raises:
        Fault: `E_ACTION`, `E_CLOCK`.
    """
    why = record["why"]
    if end or why not in ("agreed", "time"):
        if why != end:
            raise Fault(Code.E_ACTION, f"the game ended by {why}, the rules say {end or 'that it goes on'}")
        return []
    if (why == "agreed") is not course.unanimous:
        raise Fault(Code.E_ACTION, "the seats had not all voted, or had all voted, to end the game")
    if why == "agreed":
        return []
    over = record["time"] - course.hand["until"]
    if over < 0:
        raise Fault(Code.E_CLOCK, "the pot was divided before the time of the game was over")
    grace = course.pot.sheet["mmd_ms"]
    return (
        [] if over <= grace else [Fault(Code.E_LATE, f"the game ended {over - grace} ms after its time and the grace")]
    )

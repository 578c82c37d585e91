"""The stakes of an epoch, and the values that fix its deck.

Source: docs/formats/tables.md, "Records of the table's chain".
"""

from collections.abc import Iterable

from verifier.beacon_claims import TakenBeacon
from verifier.beacons import require_beacon
from verifier.player import AuditContext
from verifier.table_chain import TableChain, require_phase
from verifier.table_records import Reveal, Seats, SeatTaken, TableOpen
from verifier.table_secrets import client_of, contribution
from verifier.table_state import Phase, Stake, Table
from verifier.tables import fingerprint
from verifier.verdict import Code, Fault, Place

_POT_SEATS_MIN = 2


def check_seats(chain: TableChain, table: Table, record: Seats, *, context: AuditContext) -> None:
    """Refuse stakes that the players did not place so, or not for this epoch.

    Raises:
        Fault: `E_NONCE`, `E_FORM`, `E_SEATS`, `E_CONTRIB`, `E_TIME_ORDER`, `E_SEED`.
    """
    if table.phase is not Phase.BETTING or record["epoch"] != table.epoch + 1:
        raise Fault(Code.E_NONCE, f"the seats of epoch {record['epoch']}, where {table.epoch + 1} is to come")
    if record["epoch"] not in table.commitments:
        raise Fault(Code.E_NONCE, f"epoch {record['epoch']} was not committed to")
    _require_order(table, [taken["seat"] for taken in record["seats"]])
    stakes = [_require_stake(table, record, taken, context=context) for taken in record["seats"]]
    if len({stake.chain for stake in stakes}) < len(stakes):
        raise Fault(Code.E_SEATS, "one player has two seats")
    chain.require_new(record["next"])


def check_open(chain: TableChain, table: Table, record: TableOpen, *, index: int, context: AuditContext) -> None:
    """Refuse a deck that the operator could have chosen after the stakes or after a value.

    Raises:
        Fault: `E_NONCE`, `E_COMMIT_LATE`, `E_CONTRIB`, `E_CLIENT_REUSE`.
    """
    require_phase(table, record["epoch"], Phase.REVEALING)
    size = record["size"]
    if not table.seats_index < size <= index or not context.published(size):
        raise Fault(Code.E_COMMIT_LATE, f"no checkpoint of size {size} lies between the seats and the opening")
    if [reveal["seat"] for reveal in record["reveals"]] != [taken["seat"] for taken in table.seats]:
        raise Fault(Code.E_CONTRIB, "a seat's value is missing, or the values are not in seat order")
    require_values(chain, table, record["reveals"], epoch=record["epoch"])
    require_beacon(table.source, record, seats_ms=table.seats_at)
    if client_of(record).hex() != record["client"]:
        raise Fault(Code.E_CONTRIB, "the values do not mix to this client seed")
    if table.source is not None:
        place = Place(index=index, chain=chain.name, seq=record["seq"], kind=record["type"])
        taken = TakenBeacon(beacon=record["beacon"], source=table.source, place=place)
        context.claims.beacons.taken.append(taken)


def require_values(chain: TableChain, table: Table, reveals: Iterable[Reveal], *, epoch: int) -> None:
    """Refuse values that do not open the contributions of their seats, or that were used before.

    Raises:
        Fault: `E_CONTRIB`, `E_CLIENT_REUSE`.
    """
    promised = {taken["seat"]: taken["contrib"] for taken in table.seats}
    for reveal in reveals:
        seat, value = reveal["seat"], reveal["r"]
        if promised.get(seat) != contribution(chain=table.name, epoch=epoch, seat=seat, value=value):
            raise Fault(Code.E_CONTRIB, f"the value of seat {seat} does not open its contribution")
    for reveal in reveals:
        if fingerprint(reveal["r"]) in chain.values:
            raise Fault(Code.E_CLIENT_REUSE, f"the value of seat {reveal['seat']} was used before at this table")


def _require_order(table: Table, seats: list[int]) -> None:
    if seats != sorted(set(seats)):
        raise Fault(Code.E_SEATS, "the seats are not in order, or one is there twice")
    if table.around_pot and len(seats) < _POT_SEATS_MIN:
        raise Fault(Code.E_SEATS, "one seat alone plays around a pot")


def _require_stake(table: Table, record: Seats, taken: SeatTaken, *, context: AuditContext) -> Stake:
    """Return the stake that a seat names.

    Raises:
        Fault: `E_FORM`, `E_SEATS`, `E_CONTRIB`, `E_TIME_ORDER`.
    """
    if table.around_pot is not ("buy_in" in taken) or table.around_pot is ("ante" in taken):
        raise Fault(Code.E_FORM, "a seat has an ante against the house, and a buy-in around a pot")
    stake = context.tables.stakes.get(taken["stake"])
    if stake is None or stake.listed:
        raise Fault(Code.E_SEATS, f"the stake of seat {taken['seat']} is not open, or was named before")
    if stake.table is not table or stake.epoch != record["epoch"] or stake.seat != taken["seat"]:
        raise Fault(Code.E_SEATS, f"the stake of seat {taken['seat']} is for another table, epoch or seat")
    amounts = (taken["buy_in"] if table.around_pot else taken["ante"], taken.get("bonus", 0))
    if amounts != (stake.amount_minor, stake.bonus_minor):
        raise Fault(Code.E_SEATS, f"the stake of seat {taken['seat']} is of another amount")
    if taken["contrib"] != stake.contribution:
        raise Fault(Code.E_CONTRIB, f"seat {taken['seat']} contributed something else")
    if record["time"] < stake.placed_at:
        raise Fault(Code.E_TIME_ORDER, "the seats are earlier than a stake among them")
    return stake

"""A table's chain: the state that its own judge rebuilds from its records, and the checks of its first ones.

Source: docs/formats/tables.md, "Records of the table's chain".
"""

from dataclasses import dataclass, field

from verifier.link import Link
from verifier.player import AuditContext
from verifier.pot import Pot
from verifier.pot_course import Course
from verifier.records import Announced, Commit
from verifier.sheet_fields import Sheet
from verifier.table_records import TableOpened, TableRecord
from verifier.table_state import Phase, Table
from verifier.tables import fingerprint
from verifier.verdict import Code, Fault


@dataclass(slots=True, kw_only=True)
class TableChain:
    """What a table's chain is judged by, beside what all partitions follow of it."""

    name: str
    link: Link = field(default_factory=Link)
    client: bytes = b""
    """What the seats of the current epoch contributed to the deck."""
    course: Course | None = None
    """The game around a pot that is being played."""
    asked: str = ""
    """The leaf of the newest record with a course: what the next decision answers."""
    first_seat: int | None = None
    """The seat that began the last game."""
    commitments: set[bytes] = field(default_factory=set)
    values: set[bytes] = field(default_factory=set)
    """Sixteen bytes for each commitment, and for each value of a seat, that was used."""

    def remember(self, record: TableRecord) -> None:
        """Keep the commitments and values that a record uses up."""
        if record["type"] == "commit":
            self.commitments.add(fingerprint(record["commit"]))
        elif record["type"] == "seats":
            self.commitments.add(fingerprint(record["next"]["commit"]))
        elif record["type"] == "open" or record["type"] == "table_abort":
            self.values.update(fingerprint(reveal["r"]) for reveal in record["reveals"])

    def require_new(self, announced: Announced | Commit) -> None:
        """Refuse a commitment that was made before.

        Raises:
            Fault: `E_SEED`.
        """
        if fingerprint(announced["commit"]) in self.commitments:
            raise Fault(Code.E_SEED, "the commitment was made before at this table")


def check_table(record: TableOpened, *, context: AuditContext) -> None:
    """Refuse a table whose rules are not known, or that is outside its sheet.

    Raises:
        Fault: `E_RULES`, `E_TABLE`.
    """
    pot = context.system.pots.get(record["rules"])
    sheet = _sheet(pot, record, context=context)
    if pot is not None and not pot.playable:
        raise Fault(Code.E_TABLE, f"nobody knows the payouts of {sheet['game']}")
    if record["seats"] > sheet["seats"]:
        raise Fault(Code.E_TABLE, f"{record['seats']} seats at a game of {sheet['seats']}")
    low, high = record["stake"]
    if not sheet["stake_min"] <= low <= high <= sheet["stake_max"]:
        raise Fault(Code.E_TABLE, f"stakes of {low} to {high} are not within the rules")
    if ("game" in record["clock"]) is not (pot is not None):
        raise Fault(Code.E_TABLE, "a time for the game is set exactly around a pot")


def check_commit(chain: TableChain, table: Table, record: Commit, *, context: AuditContext) -> None:
    """Refuse a commitment to any epoch but the next one.

    If that has a commitment already, a reason is needed, and nobody may have placed a stake by it.

    Raises:
        Fault: `E_NONCE`, `E_SEED`.
    """
    following = table.epoch + 1
    if table.phase is not Phase.BETTING or record["epoch"] != following:
        raise Fault(Code.E_NONCE, f"a commitment to epoch {record['epoch']} where epoch {following} is to come")
    if record["n"] != 1:
        raise Fault(Code.E_NONCE, "an epoch of a table has one seed")
    if following in table.commitments and "reason" not in record:
        raise Fault(Code.E_NONCE, f"epoch {following} was committed to before, and no reason is given")
    if any(stake.table is table and stake.epoch == following for stake in context.tables.open_stakes()):
        raise Fault(Code.E_NONCE, f"epoch {following} is committed to again, and somebody has a stake in it")
    chain.require_new(record)


def require_phase(table: Table, epoch: int, *phases: Phase) -> None:
    """Refuse a record that the table does not wait for in its current epoch.

    Raises:
        Fault: `E_NONCE`.
    """
    if table.phase not in phases or epoch != table.epoch:
        raise Fault(Code.E_NONCE, f"epoch {epoch} does not stand where this record may follow")


def _sheet(pot: Pot | None, record: TableOpened, *, context: AuditContext) -> Sheet:
    """Return the rule sheet of a new table, as it is played in the table's currency."""
    system = context.system
    if pot is None and record["rules"] not in system.games:
        raise Fault(Code.E_RULES, "the rules named are no earlier rules record")
    game = pot or system.game_in(record["rules"], record["cur"])
    if game is None or game.sheet["cur"] != record["cur"]:
        offered = ", ".join(system.currencies(record["rules"]) if pot is None else [pot.sheet["cur"]])
        raise Fault(Code.E_RULES, f"the rules are in {offered}, the table in {record['cur']}")
    return game.sheet

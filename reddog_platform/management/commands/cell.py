"""manage.py cell: make cells in this database, list, close, migrate and move them."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from audit import keys, private_files
from audit.clock import database_now
from audit.console_user import console_actor
from kernel.cell import Cell, NotACell
from kernel.serving import served_cell
from players.directory import is_in_directory
from players.operations.admit_players import set_admission
from players.operations.claim_existing import claim_existing, free_claims_of_lost
from players.operations.claim_identity import settle_pending
from players.operations.follow_other_cells import follow_other_cells
from reddog_platform.cell_process import refuse_in_a_cell, run_in_cell
from reddog_platform.cells import (
    CellRefused,
    known_cells,
    list_cells,
    make_directory_of_cells,
    make_schema,
    mark_ready,
    ready_cells,
)
from reddog_platform.move_cell import move, require_server
from reddog_platform.placement import CellServer
from responsible_gaming.operations.tell_other_cells import tell_of_existing

if TYPE_CHECKING:
    from pathlib import Path

    from django.core.management.base import CommandParser


class Command(BaseCommand):
    """Run it as the installation, without REDDOG_CELL. What a cell does itself, a process of the cell does."""

    help = "Make a cell, list the cells, close one to new players, migrate them all, or move one (docs/scale.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        create = acts.add_parser("create", help="make a cell, or finish one; repeated, it changes nothing")
        create.add_argument("name", type=_cell)
        create.add_argument("--administrator", default="admin", help="user name of its first administrator (admin)")
        create.add_argument("--to", type=_server, metavar="HOST:PORT", help="place it at this server of Citus at once")
        moving = acts.add_parser("move", help="bring a cell to another server of Citus while it is played in")
        moving.add_argument("name", type=_cell)
        moving.add_argument("--to", type=_server, metavar="HOST:PORT", required=True)
        acts.add_parser("list", help="print name, state, players, size of the log and server of each cell")
        for act, what in (("close", "take no new players in it"), ("open", "take new players in it again")):
            one = acts.add_parser(act, help=what)
            one.add_argument("name", type=_cell)
            one.add_argument("--reason", required=True, help="why: the event says it")
        acts.add_parser("migrate", help="migrate all cells, one after another; repeated, it goes on")
        acts.add_parser(
            "repair", help="claim in the directory what players have, and settle what a crash left; of all cells"
        )

    def handle(self, *, act: str, **options: Any) -> None:
        try:
            if act == "create":
                self._create(options["name"], options["administrator"], options["to"])
            elif act == "move":
                self._move(options["name"], options["to"])
            elif act == "list":
                self._list()
            elif act == "migrate":
                self._migrate()
            elif act == "repair":
                self._repair()
            else:
                self._set(options["name"], closed=act == "close", reason=options["reason"])
        except CellRefused as refused:
            raise CommandError(str(refused)) from refused

    def _create(self, cell: Cell, administrator: str, server: CellServer | None) -> None:
        refuse_in_a_cell()
        if server is not None:
            require_server(server)
        if not (keys.folder() / "keys.json").exists():
            raise CommandError("Nothing was made. This installation has no keys yet: `manage.py install` first.")
        role = cell.role(settings.DATABASES["default"]["USER"])
        made = make_schema(cell, role=role)
        self.stdout.write(f"schema      {'made ' if made else ''}{cell.schema}, used by {role}")
        self.stdout.flush()
        # With the first cell, and until it is ready, also where this was killed.
        claims_all = make_directory_of_cells(settings.DATABASES["default"]["USER"]) or not ready_cells()
        _share_wrapping(cell)
        # It is idempotent itself, and does in a cell what it does in an installation.
        if run_in_cell(cell, "install", "--administrator", administrator):
            raise CommandError(f"{cell.name} is not finished; what was made stays. Then repeat this.{_wanted(cell)}")
        # Nobody plays in it yet. The cell is marked when it is where it was wanted: killed here, it is unfinished.
        if server is not None:
            self._bring(cell, server)
        if claims_all:
            # Before the first cell takes anybody: what players have who were here before is theirs.
            self._repair()
        mark_ready(cell)
        self.stdout.write(f"{cell.name} is ready: start its processes with REDDOG_CELL={cell.name} (docs/scale.md).")

    def _list(self) -> None:
        refuse_in_a_cell()
        for row in list_cells():
            players = f"{'about ' if row.players_estimated else ''}{row.players}"
            place = row.server or "beside the installation"
            self.stdout.write(f"{row.cell.name}\t{row.state}\t{players} players\t{row.log_size} log entries\t{place}")

    def _move(self, cell: Cell, server: CellServer) -> None:
        refuse_in_a_cell()
        if cell not in known_cells():
            raise CommandError(f"There is no cell {cell.name}.")
        self._bring(cell, server)

    def _bring(self, cell: Cell, server: CellServer) -> None:
        moved = move(cell, to=server)
        if moved is None:
            self.stdout.write(f"{cell.name} is at {server} already.")
            return
        still = moved.standstill
        came_from = moved.came_from or "beside the installation"
        self.stdout.write(f"moved       {cell.name} from {came_from} to {server} in {moved.seconds:.1f} s")
        self.stdout.write(f"standstill  {still.longest_seconds * 1000:.0f} ms for the longest of {still.writes} writes")
        if still.failed:
            self.stdout.write(f"            a write failed meanwhile: {still.failed}")
        if moved.left_behind:
            self.stdout.write(f"left        {moved.left_behind} tables at {came_from}, which Citus drops by itself")

    def _migrate(self) -> None:
        refuse_in_a_cell()
        for cell in known_cells():
            self.stdout.write(f"{cell.name}:")
            self.stdout.flush()
            if run_in_cell(cell, "migrate"):
                raise CommandError(f"{cell.name} is not migrated, and those after it neither. Then repeat this.")
        if known_cells():
            make_directory_of_cells(settings.DATABASES["default"]["USER"])
            self._repair()

    def _repair(self) -> None:
        """Let the directory say what this cell's rows say; in the installation's environment, of all cells."""
        if not is_in_directory():
            raise CommandError("Nothing was done. This installation has no cells, and so no directory.")
        name = served_cell().name
        settled, freed = settle_pending(), free_claims_of_lost()
        looked_at = claimed = 0
        collisions: list[str] = []
        for part in claim_existing():
            looked_at, claimed = looked_at + part.looked_at, claimed + part.settled
            collisions += [f"{chain.hex}: {', '.join(sorted(kinds))}" for chain, kinds in part.collisions.items()]
        followed = follow_other_cells(clock=database_now, anew=True)
        excluded = sum(1 for _ in tell_of_existing(now=database_now()))
        self.stdout.write(
            f"{name or 'installation'}: {looked_at} players, {claimed} claimed now, {settled} settled,"
            f" {freed} lost accounts freed, {excluded} excluded players told of, {followed} suspended for other cells"
        )
        for collision in collisions:
            self.stdout.write(f"  not claimed, another account has it: player {collision}")
        self.stdout.flush()
        if name:
            return
        for cell in ready_cells():
            if run_in_cell(cell, "cell", "repair"):
                raise CommandError(
                    f"{cell.name} is not in the directory, and those after it neither. Then repeat this."
                )

    def _set(self, cell: Cell, *, closed: bool, reason: str) -> None:
        if cell != served_cell():
            refuse_in_a_cell()
            if cell not in known_cells():
                raise CommandError(f"There is no cell {cell.name}.")
            if run_in_cell(cell, "cell", "close" if closed else "open", cell.name, "--reason", reason):
                raise CommandError(f"{cell.name} stands as it did.")
            return
        changed = set_admission(closed=closed, actor=console_actor(), reason=reason, now=database_now())
        word = "closed" if closed else "open"
        self.stdout.write(f"{cell.name} is {word} to new players{'' if changed else ', as it was'}.")


def _cell(name: str) -> Cell:
    try:
        return Cell(name)
    except NotACell as error:
        raise ArgumentTypeError(str(error)) from error


def _server(address: str) -> CellServer:
    try:
        return CellServer.read(address)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


def _folder(cell: Cell) -> Path:
    return keys.folder() / cell.folder


def _share_wrapping(cell: Cell) -> None:
    """Let the cell's keys be encrypted under the installation's key-encryption key, as long as nobody draws it another."""
    folder = _folder(cell)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if keys.kek_path().exists() and not (folder / "kek.json").exists():
        private_files.replace_file(folder / "kek.json", keys.kek_path().read_bytes())


def _wanted(cell: Cell) -> str:
    """Say which warrants the root signs where it is, if it is not here and the cell has keys."""
    if keys.path_of("root").exists() or not (_folder(cell) / "keys.json").exists():
        return ""
    public = keys.public_keys(_folder(cell))
    lines = [f"  manage.py sign_key_notes {use} {public[use]} --cell {cell.name}" for use in ("rounds", "log")]
    return "\n".join([f" Where the root is, sign its warrants, and bring the files into {_folder(cell)}:", *lines])

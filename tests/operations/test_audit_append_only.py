"""What was written stays: by a trigger that stops everybody, and by a role that has not the right."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, connections, transaction
from django.db.backends.utils import CursorWrapper

from audit.models import Checkpoint, Cosigned
from casework.operations.add_note import add_note
from games.core.action import Action
from players.core.status import Status
from players.operations.set_status import set_status
from responsible_gaming.operations.acknowledge_reality_check import acknowledge_reality_check
from tables.core.continuation import CroupierStep
from tests import house_table, live_tables, world
from tests.core.tables.seated import MONTANA
from tests.reports.way import filed
from tests.signed_operations import end, let_in
from tests.verifier.keyed import Device

pytestmark = [pytest.mark.clause("F11"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

APPEND_ONLY = (
    "audit_record",
    "audit_leaf",
    "audit_subtree",
    "audit_checkpoint",
    "audit_cosigned",
    "wallet_journal",
    "wallet_posting",
    "games_sheet",
    "audit_event",
    "audit_listed_event",
    "audit_player_key",
    "audit_player_key_end",
    "players_consent",
    "responsible_gaming_reality_check",
    "responsible_gaming_list_import",
    "cashier_status_entry",
    "casework_note",
    "reports_filing",
    "reports_file",
    "reports_file_part",
    "tables_fate",
    "tables_reveal",
    "tables_decision",
    "tables_request",
)
CHANGES = {
    "UPDATE": "UPDATE {table} SET {column} = {column}",
    "DELETE": "DELETE FROM {table}",
    "TRUNCATE": "TRUNCATE {table}",
    "TRUNCATE CASCADE": "TRUNCATE {table} CASCADE",
}
_REFUSED = dict.fromkeys(CHANGES, "append-only") | {"TRUNCATE": "append-only|referenced in a foreign key"}
COLUMNS = {
    "players_consent": "given",
    "responsible_gaming_reality_check": "elapsed_ms",
    "audit_record": "entry",
    "audit_leaf": "leaf",
    "audit_subtree": "root",
    "audit_checkpoint": "note",
    "audit_cosigned": "lines",
    "wallet_journal": "cash_minor",
    "wallet_posting": "amount_minor",
    "games_sheet": "document",
    "audit_event": "reason",
    "audit_listed_event": "leaf",
    "audit_player_key": "use",
    "audit_player_key_end": "why",
    "responsible_gaming_list_import": "lifted",
    "cashier_status_entry": "status",
    "casework_note": "author",
    "reports_filing": "revision",
    "reports_file": "name",
    "reports_file_part": "number",
    "tables_fate": "fate",
    "tables_reveal": "value",
    "tables_decision": "action",
    "tables_request": "departure",
}


# Two records each, of the 256 that fill a tile.
_ROUNDS_OF_A_TILE = 128


@pytest.fixture
def played(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have rows in every table.

    A full tile, a filed report and a hand with others take a moment: they are there for their own tables alone.
    """
    table = request.node.callspec.params.get("table", "") if hasattr(request.node, "callspec") else ""
    world.open_house()
    player = world.seat_player()
    for _ in range(_ROUNDS_OF_A_TILE if table == "audit_subtree" else 1):
        world.play_round(player)
    world.make_deposit(player.chain, 500)
    acknowledge_reality_check(player.session_id, player.chain, jurisdiction=world.DEMO, now=world.NOW)
    set_status(player.chain, Status.SUSPENDED, reason="a test", actor="operator:ann", now=world.NOW)
    world.import_exclusion_list()
    add_note(player.chain, "a note", actor="operator:ann", now=world.NOW)
    world.run_sequencer()
    if table.startswith("reports_"):
        monkeypatch.setattr("reports.operations.file_report.PIECE_BYTES", 200)
        filed()
    if table == "audit_cosigned":
        world.run_sequencer()
        size = Checkpoint.objects.values_list("size", flat=True).latest("size")
        Cosigned.objects.create(checkpoint_id=size, lines="", cosigned_at=world.NOW)
    if table.startswith("tables_"):
        play_hand()
    if table.startswith("audit_player_key"):
        let_in(player.chain, Device("phone"))
        end(player.chain, Device("phone"), by=Device("phone"))


def play_hand() -> None:
    """Let two players play a hand to its end, one of whom decides and the other gets up."""
    table = house_table.announced_table(house_table.table_of(MONTANA.game, stakes=(500, 20_000)))
    players = [world.seat_player(name) for name in ("bob", "cyd")]
    for seat, player in enumerate(players):
        live_tables.stake(player, table, seat)
    live_tables.deal(*players, table=table, now=world.NOW + live_tables.BETTING)
    over = world.NOW + timedelta(minutes=1)
    live_tables.act(players[0], table, Action.RAISE, now=world.NOW + live_tables.BETTING)
    live_tables.leave(players[1], table, now=world.NOW + live_tables.BETTING)
    assert house_table.step(table, now=over) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=over) == len(players)


def attempt(cursor: CursorWrapper, change: str, table: str) -> None:
    cursor.execute(CHANGES[change].format(table=table, column=COLUMNS[table]))


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("table", APPEND_ONLY)
def test_a_table_takes_rows_and_changes_none(table: str) -> None:
    before = world.everything_stored()
    assert before[table][0] > 0

    for change in CHANGES:
        # The application has not the right, and a trigger stops the owner too.
        with pytest.raises(ProgrammingError, match="permission denied"), connection.cursor() as cursor:
            attempt(cursor, change, table)
        # PostgreSQL empties no table alone that another one refers to, and says that before it asks the trigger.
        with pytest.raises(DatabaseError, match=_REFUSED[change]), connections["owner"].cursor() as cursor:
            attempt(cursor, change, table)
        assert world.everything_stored() == before, change

    # Nor can the application switch the trigger off.
    for way in (
        f"ALTER TABLE {table} DISABLE TRIGGER ALL",
        f"DROP TABLE {table}",
        "SET session_replication_role = replica",
    ):
        with pytest.raises(ProgrammingError, match=r"must be owner|permission denied"), connection.cursor() as cursor:
            cursor.execute(way)


INSERT_JOURNAL = (
    "INSERT INTO wallet_journal (chain, seq, kind, time_ms, cash_minor, in_play_minor, deposited_minor,"
    " staked_minor, returned_minor, reference, actor, key)"
    " SELECT chain, {seq}, 'forged', 0, {cash}, {in_play}, 0, 0, 0, '', '', {key} FROM wallet_journal LIMIT 1"
)
INSERT_POSTING = (
    "INSERT INTO wallet_posting (chain, seq, line, source, target, amount_minor)"
    " SELECT chain, seq, 9, '{source}', '{target}', {amount} FROM wallet_journal LIMIT 1"
)

INSERT_EXCLUSION = (
    "INSERT INTO responsible_gaming_exclusion (chain, kind, since_ms, returnable_ms)"
    " SELECT chain, '{kind}', 0, {returnable} FROM wallet_accounts"
)


@pytest.mark.clause("F01")
@pytest.mark.clause("F03")
@pytest.mark.parametrize(
    ("constraint", "statement"),
    [
        ("wallet_cash_not_negative", INSERT_JOURNAL.format(seq=999, cash=-1, in_play=0, key="NULL")),
        ("wallet_in_play_not_negative", INSERT_JOURNAL.format(seq=999, cash=0, in_play=-1, key="NULL")),
        ("wallet_journal_pkey", INSERT_JOURNAL.format(seq="seq", cash=0, in_play=0, key="NULL")),
        ("wallet_journal_key_once", INSERT_JOURNAL.format(seq=999, cash=0, in_play=0, key="key")),
        ("wallet_posting_is_positive", INSERT_POSTING.format(source="cash", target="house", amount=0)),
        ("wallet_posting_is_positive", INSERT_POSTING.format(source="cash", target="house", amount=-1)),
        ("wallet_posting_moves", INSERT_POSTING.format(source="cash", target="cash", amount=1)),
        ("wallet_posting_accounts", INSERT_POSTING.format(source="cash", target="pocket", amount=1)),
        ("audit_log_is_one", "INSERT INTO audit_log (id, size, published_size, frontier) VALUES (2, 0, 0, '{}')"),
        ("audit_leaf_record_once", "INSERT INTO audit_leaf SELECT index + 999, chain, seq, leaf FROM audit_leaf"),
        ("audit_checkpoint_pkey", "INSERT INTO audit_checkpoint SELECT * FROM audit_checkpoint"),
        ("audit_record_pkey", "INSERT INTO audit_record SELECT * FROM audit_record"),
        (
            "audit_epoch_client_once",
            """INSERT INTO audit_epoch SELECT chain, epoch + 9, rounds, commitment, sealed_seeds, announced_seq,
            client_seed,
            opened_ms FROM audit_epoch WHERE client_seed IS NOT NULL""",
        ),
        ("responsible_gaming_exclusion_kind", INSERT_EXCLUSION.format(kind="a whim", returnable="NULL")),
        ("responsible_gaming_exclusion_return", INSERT_EXCLUSION.format(kind="self-exclusion", returnable="NULL")),
        ("responsible_gaming_exclusion_return", INSERT_EXCLUSION.format(kind="time-out", returnable="0")),
        ("responsible_gaming_exclusion_listed", INSERT_EXCLUSION.format(kind="national-exclusion", returnable="NULL")),
        ("players_status_is_known", "UPDATE players_player SET status = 'absent'"),
        ("players_verification_is_known", "UPDATE players_player SET verification = 'perhaps'"),
        (
            "username",
            """INSERT INTO players_player (chain, username, password, status, test_account,
         pin_hash, pin_failures, created_at, login_failures, factor_step, factor_failures, consents, verification,
         verification_method, verification_reference)
         SELECT gen_random_uuid(), username, password, status, test_account, pin_hash, pin_failures,
         created_at, login_failures, factor_step, factor_failures, consents, verification, verification_method,
         verification_reference FROM players_player""",
        ),
        (
            "players_consent_kind_is_known",
            """INSERT INTO players_consent (id, kind, version, sha256, given, at, chain)
         SELECT gen_random_uuid(), 'cookies', version, sha256, given, at, chain FROM players_consent""",
        ),
        (
            "players_device_once",
            """INSERT INTO players_device (id, chain, digest, label, first_seen_at)
         SELECT gen_random_uuid(), chain, digest, label, first_seen_at FROM players_device""",
        ),
        ("players_session_ends_for_a_reason", "UPDATE players_session SET end_reason = 'logged-out'"),
        ("players_session_reference_is_whole", "UPDATE players_session SET reference = reference || salt"),
        ("players_session_reference_is_whole", "UPDATE players_session SET salt = substr(salt, 2)"),
        (
            "games_sheet_published_once",
            """INSERT INTO games_sheet SELECT 'x'::bytea, game, engine_sha256, document,
         published_seq FROM games_sheet LIMIT 1""",
        ),
    ],
)
@pytest.mark.usefixtures("played")
def test_the_database_refuses_what_must_not_be(constraint: str, statement: str) -> None:
    before = world.everything_stored()

    # The owner, whom no missing right stops before the constraint does.
    owner = connections["owner"]
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic(using="owner"), owner.cursor() as cursor:
        cursor.execute(statement)

    assert world.everything_stored() == before


FINAL = {
    "tables_stake": "UPDATE tables_stake SET stake_minor = stake_minor",
    "tables_epoch": "UPDATE tables_epoch SET end_seq = end_seq",
}


@pytest.mark.parametrize("table", FINAL)
@pytest.mark.usefixtures("played")
def test_a_row_that_has_ended_stays_as_it_ended(table: str) -> None:
    before = world.everything_stored()
    assert before[table][0] > 0

    for change in (FINAL[table], *(CHANGES[name].format(table=table) for name in CHANGES if name != "UPDATE")):
        with pytest.raises(DatabaseError, match="append-only"), connections["owner"].cursor() as cursor:
            cursor.execute(change)
        assert world.everything_stored() == before, change


@pytest.mark.clause("F18")
def test_the_database_refuses_a_second_open_round_of_a_chain() -> None:
    world.open_house()
    world.deal_open_round(world.seat_player())
    second = (
        "INSERT INTO games_round (chain, epoch, nonce, game, rules_leaf, deal_seq, dealt_ms, stake_minor)"
        " SELECT chain, epoch, nonce + 1, game, rules_leaf, deal_seq, dealt_ms, stake_minor FROM games_round"
        " WHERE settle_seq IS NULL"
    )

    with pytest.raises(IntegrityError, match="games_round_one_open"), connection.cursor() as cursor:
        cursor.execute(second)


def test_every_table_that_the_log_and_the_ledger_only_add_to_has_both_guards() -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
            " JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = 'refuse_change' AND t.tgenabled = 'O'"
            " AND t.tgname LIKE 'append_only%'"
            " GROUP BY c.relname HAVING count(*) = 2"
        )
        guarded = {table for (table,) in cursor.fetchall()}

    assert guarded == set(APPEND_ONLY)

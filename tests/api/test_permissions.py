"""Who may call what: every path and method of the URL table, by everybody."""

import itertools
import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.urls import URLPattern, get_resolver

from audit.core.note import leaf_hash
from audit.operations.set_switch import set_off
from audit.queries.log import log_status
from audit.queries.published_bundles import published_event_count
from audit.queries.records import record_entry
from casework.operations.find_cases import find_cases
from casework.operations.settle_dispute import open_dispute
from casework.queries.act_reviews import act_reviews
from casework.queries.cases import cases
from games.core.variants import red_dog_table
from kernel.ids import SYSTEM_CHAIN, ChainId, RoundId
from reports.core.day_zone import DayZone
from reports.delivery.destinations import Destination
from reports.delivery.drop_folder import DropFolder
from reports.operations.order_report import ReportRequest, order_report
from staff.operations.check_credentials import StaffCredentials, StaffPlace
from staff.operations.enrol import begin_enrolment
from tables.operations.invite import invite
from tests import world
from tests.api.caller import BET, Administrator, Auditor, Caller, Operator, Player, now
from tests.house_table import announced_table, play_hand, table_of
from tests.reports.way import KIND, brought_on
from tests.two_people import proposed_by

pytestmark = [pytest.mark.clause("F47"), pytest.mark.django_db]

# Of the paths, so that one set-up serves many of them.
PARTS = 10
# As many as one world serves before a minute is over, when a session would be noted as used again.
ENTRIES_OF_A_WORLD = 8
# What stands for these is made where a path names them alone.
MADE_WHERE_NAMED = (
    "<str:proposal_id>",
    "<str:case_id>",
    "<str:review_id>",
    "<str:dispute_id>",
    "log/events",
    "<str:table_id>",
    "<str:epoch>",
    "invitations/<str:player_id>",
    "<str:order_id>",
    "<str:filing_id>",
)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE")

# What reading leaves behind: who looked, of which a player is told, and that a session was used.
LEFT_BY_READING = {"audit_event", "audit_event_queue", "audit_outgoing_event", "players_session", "knox_authtoken"}
CREDENTIALS = {"username": "ada", "password": world.PASSWORD}
GRANT = {"amount": {"amount": 5, "currency": "USD"}, "reason": "r"}
ADJUSTMENT = {"cause": "other", "direction": "give", "amount": {"amount": 5, "currency": "USD"}, "reason": "r"}
ERASURE = {"basis": "legal_obligation", "reason": "a test"}
NEW = world.registration_fields("new")
DECISION = {"decision": "refused", "method": "passport", "reason": "a test"}
LIMIT = {"amount": 5, "currency": "USD"}
PAYMENT = {"amount": {"amount": 5, "currency": "USD"}, "method": "card"}
REASON = {"reason": "a test"}
# Over, whenever this runs, and not too long before the log began.
LAST_YEAR = now().year - 1
REPORT = {"report": KIND, "first_day": f"{LAST_YEAR}-01-01", "until_day": f"{LAST_YEAR}-01-02"}

NEW_PROPOSAL = REASON | {"act": "issue-reset-token", "arguments": {"player_id": "<str:player_id>"}}

# Over another chain's records, and so of nobody's.
SIGNED = {"sig": f"{'A' * 86}==", "until": 0, "prev": "0" * 64}
PUBLIC_KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
NEW_KEY = {"alg": "ed25519", "pub": PUBLIC_KEY, "use": "play", "pop": SIGNED, "pin": world.PIN}

# At a table of `_table_places`, whose epoch 0 takes stakes. Whoever has an open round places none.
SEAT = {"epoch": 0, "seat": 0, "stake": {"amount": 500, "currency": "USD"}, "contribution": "0" * 64}
NEW_TABLE = REASON | {
    "game": red_dog_table.SHEET.game,
    "seats": 3,
    "stake_min": {"amount": 500, "currency": "USD"},
    "stake_max": {"amount": 5000, "currency": "USD"},
    "admission": "public",
    "betting_seconds": 8,
    "revealing_seconds": 10,
    "test": False,
}

# What each caller gets: anonymous, the player whose things they are, another player, members of the staff, somebody
# who enrols. A player sees only what is the player's own: of somebody else's round there is nothing to see.
PUBLIC, PLAYERS, OWN, ENROLLING = "public", "players", "own", "enrolling"
OPERATORS, AUDITORS, ADMINISTRATORS, STAFF = "operators", "auditors", "administrators", "staff"
TABLE: dict[tuple[str, str], tuple[str, int, Any]] = {
    ("GET", "games"): (PUBLIC, 200, None),
    ("GET", "games/<str:game>"): (PUBLIC, 200, None),
    ("GET", "games/<str:game>/rules"): (PUBLIC, 200, None),
    ("GET", "games/<str:game>/par-sheet"): (PUBLIC, 200, None),
    ("GET", "log/checkpoint"): (PUBLIC, 200, None),
    ("GET", "log/checkpoints"): (PUBLIC, 200, None),
    ("GET", "log/checkpoints/<str:size>"): (PUBLIC, 200, None),
    ("GET", "log/tile/<str:level>/<path:number>"): (PUBLIC, 200, None),
    ("GET", "log/tile/entries/<path:number>"): (AUDITORS, 200, None),
    ("GET", "log/events/<path:number>"): (AUDITORS, 200, None),
    ("GET", "log/keys"): (PUBLIC, 200, None),
    ("GET", "log/proof/<str:leaf>.tlog-proof"): (PUBLIC, 200, None),
    ("GET", "log/consistency/<str:from_size>/<str:to_size>"): (PUBLIC, 200, None),
    ("GET", "log/trust"): (PUBLIC, 200, None),
    ("GET", "log/announcements/<str:record_type>"): (PUBLIC, 200, None),
    ("GET", "openapi.json"): (PUBLIC, 200, None),
    ("GET", "documents"): (PUBLIC, 200, None),
    ("GET", "documents/<str:kind>"): (PUBLIC, 200, None),
    ("POST", "players"): (PUBLIC, 201, NEW),
    ("POST", "sessions"): (PUBLIC, 201, CREDENTIALS),
    ("POST", "ops/sessions"): (PUBLIC, 201, CREDENTIALS | {"username": "op"}),
    ("POST", "login-unlocks"): (PUBLIC, 400, CREDENTIALS),
    ("POST", "password-resets"): (PUBLIC, 422, {"username": "ada", "token": "none", "new_password": "short"}),
    ("DELETE", "sessions/current"): (PLAYERS, 204, None),
    ("POST", "sessions/current/unlocks"): (PLAYERS, 204, {"password": world.PASSWORD}),
    ("GET", "me"): (PLAYERS, 200, None),
    ("PUT", "me/pin"): (PLAYERS, 200, {"new_pin": "1379", "password": world.PASSWORD}),
    ("GET", "me/data"): (PLAYERS, 200, None),
    ("PUT", "me/profile"): (OWN, 200, {"email": "ada@example.com", "pin": "2580"}),
    ("POST", "me/erasure-request"): (PLAYERS, 201, None),
    ("GET", "ops/switches"): (AUDITORS, 200, None),
    ("PUT", "ops/switches/<str:switch>"): (OPERATORS, 200, REASON | {"message": "Back soon."}),
    ("GET", "me/consents"): (PLAYERS, 200, None),
    ("PUT", "me/consents"): (PLAYERS, 200, {"marketing": "1"}),
    ("GET", "me/verification"): (PLAYERS, 200, None),
    ("POST", "me/verification"): (PLAYERS, 201, None),
    ("POST", "me/closure"): (PLAYERS, 204, {"password": world.PASSWORD}),
    ("PUT", "me/password"): (PLAYERS, 200, {"password": world.PASSWORD, "new_password": "another pass phrase"}),
    ("GET", "me/passkeys"): (PLAYERS, 200, None),
    ("POST", "me/passkeys"): (PLAYERS, 422, {"name": "blue key", "credential": {}}),
    ("POST", "me/passkey-offers"): (PLAYERS, 201, {"password": world.PASSWORD}),
    ("POST", "me/passkeys/<str:passkey_id>/removal"): (PLAYERS, 404, {"password": world.PASSWORD}),
    ("GET", "me/second-factor"): (PLAYERS, 200, None),
    ("POST", "me/second-factor"): (PLAYERS, 201, {"password": world.PASSWORD}),
    ("POST", "me/second-factor/confirmation"): (PLAYERS, 409, {"code": "000000"}),
    ("POST", "me/second-factor/removal"): (PLAYERS, 409, {"password": world.PASSWORD, "code": "000000"}),
    ("GET", "me/sessions"): (PLAYERS, 200, None),
    ("GET", "me/inbox"): (PLAYERS, 200, None),
    ("POST", "me/inbox/reads"): (PLAYERS, 404, {"ids": ["0" * 32]}),
    ("DELETE", "me/sessions/<str:session_id>"): (OWN, 204, None),
    ("GET", "me/bet-limit"): (PLAYERS, 200, None),
    ("PUT", "me/bet-limit"): (PLAYERS, 409, {"maximum": None, "pin": "2580"}),
    ("POST", "me/bet-limit/loosening/confirmation"): (PLAYERS, 409, {"pin": "2580"}),
    ("DELETE", "me/bet-limit/loosening"): (PLAYERS, 409, None),
    ("GET", "me/limits"): (PLAYERS, 200, None),
    ("PUT", "me/limits/<str:name>"): (PLAYERS, 409, {"value": None, "pin": "2580"}),
    ("POST", "me/limits/<str:name>/loosening/confirmation"): (PLAYERS, 409, {"pin": "2580"}),
    ("DELETE", "me/limits/<str:name>/loosening"): (PLAYERS, 409, None),
    ("GET", "me/exclusion"): (PLAYERS, 200, None),
    ("POST", "me/exclusion"): (PLAYERS, 201, {"kind": "time-out", "days": 1}),
    ("POST", "me/exclusion/return"): (PLAYERS, 409, None),
    ("GET", "me/session"): (PLAYERS, 200, None),
    ("POST", "me/session/reality-check"): (PLAYERS, 201, None),
    ("GET", "wallet"): (PLAYERS, 200, None),
    ("GET", "wallet/statement"): (PLAYERS, 200, None),
    ("GET", "payment-methods"): (PLAYERS, 200, None),
    ("GET", "deposits"): (PLAYERS, 200, None),
    ("POST", "deposits"): (PLAYERS, 201, PAYMENT),
    ("GET", "deposits/<str:payment_id>"): (OWN, 200, None),
    ("GET", "withdrawals"): (PLAYERS, 200, None),
    ("POST", "withdrawals"): (OWN, 201, PAYMENT | {"pin": world.PIN}),
    ("GET", "withdrawals/<str:payment_id>"): (OWN, 200, None),
    ("PUT", "withdrawals/<str:payment_id>/cancellation"): (OWN, 200, None),
    ("GET", "rounds"): (PLAYERS, 200, None),
    ("GET", "epochs/current"): (PLAYERS, 200, None),
    ("GET", "records/<int:seq>"): (PLAYERS, 200, None),
    ("GET", "records"): (PLAYERS, 200, None),
    ("GET", "me/chain"): (PLAYERS, 200, None),
    ("GET", "me/keys"): (PLAYERS, 200, None),
    ("POST", "me/keys"): (PLAYERS, 409, NEW_KEY),
    ("POST", "me/keys/<str:kid>/end"): (PLAYERS, 404, {"why": "lost", "psig": {"kid": "0" * 16, **SIGNED}}),
    ("POST", "games/<str:game>/rounds"): (OWN, 409, BET),
    ("POST", "epochs"): (OWN, 409, {"client_seed_text": "lucky"}),
    ("GET", "rounds/open"): (OWN, 200, None),
    ("GET", "rounds/<str:round_id>"): (OWN, 200, None),
    ("GET", "rounds/<str:round_id>/receipts"): (OWN, 200, None),
    ("POST", "rounds/<str:round_id>/actions"): (OWN, 201, {"action": "stand"}),
    ("GET", "tables"): (PUBLIC, 200, None),
    ("GET", "tables/<str:table_id>"): (PUBLIC, 200, None),
    ("GET", "tables/<str:table_id>/events"): (PUBLIC, 200, None),
    ("GET", "tables/<str:table_id>/burnt-hands"): (PUBLIC, 200, None),
    ("GET", "ops/tables/<str:table_id>/pairs"): (AUDITORS, 200, None),
    ("GET", "ops/tables/burnt-hands"): (AUDITORS, 200, None),
    ("GET", "tables/<str:table_id>/hands"): (PUBLIC, 200, None),
    ("GET", "tables/<str:table_id>/hands/<str:epoch>"): (PUBLIC, 200, None),
    ("POST", "tables/<str:table_id>/stakes"): (OWN, 409, SEAT),
    ("POST", "tables/<str:table_id>/withdrawals"): (PLAYERS, 409, {"epoch": 0}),
    ("POST", "tables/<str:table_id>/reveals"): (PLAYERS, 409, {"epoch": 0, "value": "0" * 64}),
    ("POST", "tables/<str:table_id>/actions"): (PLAYERS, 409, {"asked_seq": 3, "action": "stand"}),
    ("POST", "tables/<str:table_id>/marks"): (PLAYERS, 409, {"epoch": 0, "mark": "away"}),
    ("POST", "tables/<str:table_id>/departures"): (PLAYERS, 409, {"epoch": 0}),
    ("POST", "tables/<str:table_id>/reports"): (PLAYERS, 409, {"epoch": 0, "seat": 1, "suspicion": "other"}),
    ("GET", "me/stakes"): (PLAYERS, 200, None),
    ("GET", "ops/tables"): (AUDITORS, 200, None),
    ("POST", "ops/tables"): (OPERATORS, 201, NEW_TABLE),
    ("GET", "ops/tables/<str:table_id>"): (AUDITORS, 200, None),
    ("PUT", "ops/tables/<str:table_id>/status"): (OPERATORS, 200, REASON | {"status": "paused"}),
    ("GET", "ops/tables/<str:table_id>/invitations"): (AUDITORS, 200, None),
    ("POST", "ops/tables/<str:table_id>/invitations"): (OPERATORS, 201, REASON | {"player_id": "<str:player_id>"}),
    ("DELETE", "ops/tables/<str:table_id>/invitations/<str:player_id>"): (OPERATORS, 204, None),
    ("GET", "ops/players"): (AUDITORS, 200, None),
    ("POST", "ops/person-searches"): (
        OPERATORS,
        201,
        {"given_name": "Ada", "family_name": "Ada", "birth_date": "1990-01-01"},
    ),
    ("POST", "ops/player-searches"): (OPERATORS, 201, {"email": NEW["email"].replace("new", "ada")}),
    ("GET", "ops/markers"): (AUDITORS, 200, None),
    ("GET", "ops/person-reviews"): (AUDITORS, 200, None),
    ("GET", "ops/players/<str:player_id>/markers"): (AUDITORS, 200, None),
    ("POST", "ops/players/<str:player_id>/markers"): (OPERATORS, 201, None),
    ("GET", "ops/players/<str:player_id>"): (AUDITORS, 200, None),
    ("GET", "ops/players/<str:player_id>/identity"): (OPERATORS, 200, None),
    ("PUT", "ops/players/<str:player_id>/verification"): (OPERATORS, 200, DECISION),
    ("POST", "ops/players/<str:player_id>/grants"): (OPERATORS, 201, GRANT),
    ("POST", "ops/players/<str:player_id>/adjustments"): (OPERATORS, 201, ADJUSTMENT),
    ("PUT", "ops/players/<str:player_id>/status"): (OPERATORS, 200, {"status": "suspended", "reason": "a test"}),
    ("GET", "ops/players/<str:player_id>/sessions"): (AUDITORS, 200, None),
    ("DELETE", "ops/players/<str:player_id>/sessions"): (OPERATORS, 204, None),
    ("GET", "ops/players/<str:player_id>/limits"): (AUDITORS, 200, None),
    ("GET", "ops/players/<str:player_id>/data"): (OPERATORS, 200, None),
    ("POST", "ops/players/<str:player_id>/erasure"): (OPERATORS, 409, ERASURE),
    ("PUT", "ops/players/<str:player_id>/limits/<str:name>"): (OPERATORS, 200, {"value": LIMIT, "reason": "a test"}),
    ("GET", "ops/players/<str:player_id>/exclusion"): (AUDITORS, 200, None),
    ("POST", "ops/players/<str:player_id>/exclusion"): (OPERATORS, 201, {"days": None, "reason": "a test"}),
    ("POST", "ops/exclusion-list"): (OPERATORS, 201, b"family_name,given_name,birth_date\n"),
    ("GET", "ops/payments"): (AUDITORS, 200, None),
    ("GET", "ops/payments/<str:payment_id>"): (AUDITORS, 200, None),
    ("PUT", "ops/payments/<str:payment_id>/review"): (OPERATORS, 200, {"decision": "refuse", "reason": "a test"}),
    ("POST", "ops/factor-challenges"): (STAFF, 409, None),
    ("GET", "ops/proposals"): (STAFF, 200, None),
    ("POST", "ops/proposals"): (OPERATORS, 201, NEW_PROPOSAL),
    ("GET", "ops/proposals/<str:proposal_id>"): (AUDITORS, 200, None),
    ("DELETE", "ops/proposals/<str:proposal_id>"): (STAFF, 403, None),
    ("POST", "ops/proposals/<str:proposal_id>/approval"): (OPERATORS, 201, {"digest": "<digest>"}),
    ("POST", "ops/proposals/<str:proposal_id>/rejection"): (OPERATORS, 201, REASON),
    ("GET", "ops/reports"): (AUDITORS, 200, None),
    ("GET", "ops/reports/definitions"): (AUDITORS, 200, None),
    ("GET", "ops/reports/orders"): (AUDITORS, 200, None),
    ("POST", "ops/reports/orders"): (AUDITORS, 201, REPORT),
    ("GET", "ops/reports/orders/<str:order_id>"): (AUDITORS, 200, None),
    ("POST", "ops/reports/orders/<str:order_id>/cancellation"): (OPERATORS, 201, REASON),
    ("GET", "ops/reports/<str:filing_id>"): (AUDITORS, 200, None),
    ("GET", "ops/reports/<str:filing_id>/files/<str:file_format>"): (AUDITORS, 200, None),
    ("POST", "ops/reports/<str:filing_id>/deliveries/<str:destination>"): (OPERATORS, 202, None),
    ("GET", "ops/sessions/current"): (STAFF, 200, None),
    ("DELETE", "ops/sessions/current"): (STAFF, 204, None),
    ("GET", "ops/events"): (AUDITORS, 200, None),
    ("GET", "ops/figures"): (AUDITORS, 200, None),
    ("GET", "ops/health"): (STAFF, 200, None),
    ("GET", "ops/cells"): (STAFF, 200, None),
    ("GET", "ops/release"): (AUDITORS, 200, None),
    ("POST", "ops/release/checks"): (AUDITORS, 409, REASON),
    ("GET", "ops/players/<str:player_id>/events"): (AUDITORS, 200, None),
    ("GET", "ops/players/<str:player_id>/statement"): (AUDITORS, 200, None),
    ("GET", "ops/players/<str:player_id>/rounds"): (AUDITORS, 200, None),
    ("GET", "ops/players/<str:player_id>/stakes"): (AUDITORS, 200, None),
    ("GET", "ops/players/<str:player_id>/records"): (AUDITORS, 200, None),
    ("GET", "ops/rounds"): (AUDITORS, 200, None),
    ("GET", "ops/rounds/<str:round_id>"): (AUDITORS, 200, None),
    ("POST", "rounds/<str:round_id>/disputes"): (OWN, 201, {"text": "a test"}),
    # Only the other player has placed a stake there.
    ("POST", "tables/<str:table_id>/hands/<str:epoch>/disputes"): (PLAYERS, 404, {"text": "a test"}),
    ("GET", "me/disputes"): (PLAYERS, 200, None),
    ("GET", "ops/disputes"): (AUDITORS, 200, None),
    ("GET", "ops/disputes/<str:dispute_id>"): (AUDITORS, 200, None),
    ("GET", "ops/disputes/<str:dispute_id>/evidence"): (AUDITORS, 200, None),
    ("POST", "ops/disputes/<str:dispute_id>/answer"): (OPERATORS, 201, {"text": "a test", "outcome": "rejected"}),
    ("GET", "ops/act-reviews"): (AUDITORS, 200, None),
    ("GET", "ops/act-reviews/<str:review_id>"): (AUDITORS, 200, None),
    ("POST", "ops/act-reviews/<str:review_id>/decision"): (OPERATORS, 201, REASON | {"outcome": "justified"}),
    ("GET", "ops/cases"): (AUDITORS, 200, None),
    ("GET", "ops/cases/<str:case_id>"): (AUDITORS, 200, None),
    ("PUT", "ops/cases/<str:case_id>/assignment"): (OPERATORS, 200, {"assigned_to": "op"}),
    ("POST", "ops/cases/<str:case_id>/closing"): (OPERATORS, 201, REASON | {"outcome": "unfounded"}),
    ("GET", "ops/players/<str:player_id>/notes"): (AUDITORS, 200, None),
    ("POST", "ops/players/<str:player_id>/notes"): (OPERATORS, 201, {"text": "a test"}),
    ("POST", "ops/sessions/second-factor"): (PUBLIC, 401, {"challenge": "none", "totp": "123456"}),
    ("POST", "ops/enrolments"): (PUBLIC, 201, CREDENTIALS | {"username": "op"}),
    ("POST", "ops/enrolments/second-factor"): (PUBLIC, 401, {"challenge": "none", "totp": "123456"}),
    ("PUT", "ops/password"): (ENROLLING, 200, {"password": "another unusual pass phrase"}),
    ("POST", "ops/factors/totp"): (ENROLLING, 201, None),
    ("PUT", "ops/factors/totp"): (ENROLLING, 422, {"code": "123456"}),
    ("POST", "ops/factors/passkeys"): (ENROLLING, 201, None),
    ("PUT", "ops/factors/passkeys"): (ENROLLING, 422, {"name": "blue key", "credential": {}}),
    ("POST", "ops/factors/recovery-codes"): (ENROLLING, 422, None),
    ("GET", "ops/staff"): (ADMINISTRATORS, 200, None),
    ("PUT", "ops/staff/<str:username>/status"): (ADMINISTRATORS, 200, REASON | {"status": "deactivated"}),
    ("PUT", "ops/staff/<str:username>/roles"): (ADMINISTRATORS, 403, REASON | {"roles": ["auditors"]}),
}
# What another player gets where it is not that of whose things they are.
OTHERS = {
    ("POST", "games/<str:game>/rounds"): 201,
    ("POST", "epochs"): 201,
    ("POST", "tables/<str:table_id>/stakes"): 201,
    # Who has no PIN yet.
    ("POST", "withdrawals"): 409,
    ("GET", "deposits/<str:payment_id>"): 404,
    ("GET", "withdrawals/<str:payment_id>"): 404,
    ("PUT", "withdrawals/<str:payment_id>/cancellation"): 404,
    ("GET", "rounds/open"): 404,
    ("GET", "rounds/<str:round_id>"): 404,
    ("GET", "rounds/<str:round_id>/receipts"): 404,
    ("POST", "rounds/<str:round_id>/actions"): 404,
    ("POST", "rounds/<str:round_id>/disputes"): 404,
    ("POST", "tables/<str:table_id>/hands/<str:epoch>/disputes"): 201,
    ("DELETE", "me/sessions/<str:session_id>"): 404,
    ("PUT", "me/profile"): 409,
}
QUERIES = {
    ("GET", "ops/players"): "?username=ada",
    ("GET", "ops/players/<str:player_id>/identity"): "?reason=a+test",
    ("GET", "ops/players/<str:player_id>/data"): "?reason=a+test",
    ("DELETE", "ops/players/<str:player_id>/sessions"): "?reason=a+test",
    ("POST", "ops/exclusion-list"): "?reason=a+test",
    ("DELETE", "ops/tables/<str:table_id>/invitations/<str:player_id>"): "?reason=a+test",
}
# Who is let in where, of those whose tokens the endpoint takes; the others of the staff are known, and refused.
ADMITTED = {
    OPERATORS: {"operator"},
    AUDITORS: {"operator", "auditor"},
    ADMINISTRATORS: {"administrator"},
    STAFF: {"operator", "auditor", "administrator"},
}


def paths() -> Iterator[str]:
    """Yield every path below /api/v1, as the URL table writes it."""
    for entry in get_resolver().url_patterns:
        assert isinstance(entry, URLPattern)
        path = str(entry.pattern)
        if path.startswith("api/v1/"):
            yield path.removeprefix("api/v1/")


def places_of(pattern: str) -> tuple[dict[str, Caller], dict[str, str]]:
    """Return everybody who may call, and what stands for the places of a path: all that is a player's is the player's."""
    world.open_house(now=now())
    player, operator = Player("ada"), Operator("op")
    round_id = player.open_round_of()["id"]
    chain = player.seat.chain
    world.give_pin(chain)
    deposit = world.make_deposit(chain, 5, method="bank-transfer", now=now())
    withdrawal = world.make_withdrawal(chain, 5, method="bank-transfer", now=now())
    other = Player("bob")
    everybody = {
        "anonymous": Caller(),
        "player": player,
        "other player": other,
        "operator": operator,
        "auditor": Auditor("aud"),
        "administrator": Administrator("adm"),
        "enrolling": enrolling("op"),
    }
    world.run_sequencer(now=now())
    return everybody, {
        "<str:game>": world.GAME,
        "<str:round_id>": round_id,
        "<int:seq>": "0",
        "<str:player_id>": chain.hex,
        "<str:session_id>": player.seat.session_id.hex,
        "<str:kind>": "terms",
        "<str:kid>": "0" * 16,
        "<str:name>": "loss_day",
        "<str:switch>": "game:yablon",
        "<str:username>": "op",
        "deposits/<str:payment_id>": f"deposits/{deposit.id.hex}",
        "<str:payment_id>": withdrawal.id.hex,
        **_proposal_places(pattern, chain),
        **_case_places(pattern, chain),
        **_review_places(pattern),
        **_dispute_places(pattern, RoundId.parse(round_id)),
        **_log_places(pattern),
        **_report_places(pattern),
        **_table_places(pattern, chain, other.seat),
    }


def _proposal_places(pattern: str, player: ChainId) -> dict[str, str]:
    """Have a proposal of somebody else's where the path is about one."""
    if "<str:proposal_id>" not in pattern:
        return {}
    proposal = proposed_by("vic", "issue-reset-token", {"player_id": player.hex}, now=now())
    return {"<str:proposal_id>": proposal.id.hex, "<digest>": proposal.digest}


def _case_places(pattern: str, chain: ChainId) -> dict[str, str]:
    """Have a case where the path is about one: of deposits that sum to more than may pass unseen."""
    if "<str:case_id>" not in pattern:
        return {}
    world.make_deposit(chain, world.DEMO.amounts["USD"].cases.payments_day_minor + 1, now=now())
    find_cases(jurisdiction=world.DEMO, clock=now)
    (case,) = cases(is_open=True, chain=chain, before=None, limit=2)
    return {"<str:case_id>": case.id.hex}


def _review_places(pattern: str) -> dict[str, str]:
    """Have a review of what somebody else did alone where the path is about one."""
    if "<str:review_id>" not in pattern:
        return {}
    set_off("game:montana", message="", reason="a test", actor="operator:vic", now=now())
    find_cases(jurisdiction=world.DEMO, clock=now)
    (review,) = act_reviews(is_open=True, before=None, limit=2)
    return {"<str:review_id>": review.id.hex}


def _dispute_places(pattern: str, round_id: RoundId) -> dict[str, str]:
    """Have a dispute about the open round where the path is about one."""
    if "<str:dispute_id>" not in pattern:
        return {}
    dispute = open_dispute(round_id.chain, round_id, "a test", answer_days=5, now=now())
    return {"<str:dispute_id>": dispute.id.hex}


def _log_places(pattern: str) -> dict[str, str]:
    size = str(log_status().size)
    width = published_event_count() if "log/events" in pattern else size
    return {
        "<str:size>": size,
        "<str:record_type>": "key",
        "<str:level>": "0",
        "<path:number>": f"000.p/{width}",
        "<str:leaf>": leaf_hash(record_entry(SYSTEM_CHAIN, 0)).hex(),
        "<str:from_size>": "1",
        "<str:to_size>": size,
    }


def _table_places(pattern: str, player: ChainId, other: world.SeatedPlayer) -> dict[str, str]:
    """Have a table where the path is about one: with a finished hand, or an invitation, where it is about that."""
    if "<str:table_id>" not in pattern:
        return {}
    table = announced_table(table_of(seats=1), now=now())
    if "<str:epoch>" in pattern:
        play_hand(table, other, now=now())
    if pattern.endswith("invitations/<str:player_id>"):
        invite(table, player, reason="a test", actor="operator:test", now=now())
    return {"<str:table_id>": table.hex, "<str:epoch>": "0"}


def _report_places(pattern: str) -> dict[str, str]:
    """Have a report ordered, and filed where the path is about a filing: that takes its time."""
    if "<str:order_id>" not in pattern and "<str:filing_id>" not in pattern:
        return {}
    asked = ReportRequest(kind=KIND, actor="platform", first=date(LAST_YEAR, 1, 2), until=date(LAST_YEAR, 1, 3))
    order_id = order_report(asked, zone=DayZone(world.DEMO.zone), now=now())
    if "<str:filing_id>" in pattern:
        somewhere = Destination(backend=DropFolder(name="regulator", folder=Path("/nowhere")))
        brought_on(order_id, now=now(), destinations=(somewhere,))
    return {
        "<str:order_id>": order_id.hex,
        "<str:filing_id>": order_id.hex,
        "<str:file_format>": "csv",
        "<str:destination>": "regulator",
    }


def enrolling(username: str) -> Caller:
    """Return somebody who may enrol, and nothing else."""
    asked = StaffCredentials(username=username, password=world.PASSWORD, place=StaffPlace(address=world.ADDRESS))
    return Caller(f"Enrolment {begin_enrolment(asked, now=now()).token}")


def wanted_status(entry: tuple[str, str], caller: str) -> int:
    whose, status, _ = TABLE[entry]
    if whose == PUBLIC:
        return status
    if whose in ADMITTED:
        return status if caller in ADMITTED[whose] else 403 if caller in ADMITTED[STAFF] else 401
    if whose == ENROLLING or caller not in {"player", "other player"}:
        return status if whose == caller else 401
    return OTHERS.get(entry, status) if caller == "other player" else status


def worlds() -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield all of the table, a few entries at a time, whose paths have the same places, so that one world serves them."""
    alike: defaultdict[tuple[bool, ...], list[tuple[str, str]]] = defaultdict(list)
    for entry in TABLE:
        alike[tuple(place in entry[1] for place in MADE_WHERE_NAMED)].append(entry)
    for entries in alike.values():
        for first in range(0, len(entries), ENTRIES_OF_A_WORLD):
            yield tuple(entries[first : first + ENTRIES_OF_A_WORLD])


@pytest.mark.parametrize(
    "entries", list(worlds()), ids=lambda entries: f"{' '.join(entries[0])} and {len(entries) - 1} more"
)
def test_an_endpoint_answers_those_it_is_for_and_nobody_else(entries: tuple[tuple[str, str], ...]) -> None:
    everybody, places = places_of(entries[0][1])
    before = world.everything_stored()
    calls = list(itertools.product(entries, everybody))
    wanted = {call: wanted_status(*call) for call in calls}

    answered = {
        (entry, caller): _status_for(everybody[caller], entry, places, wanted[entry, caller], before)
        for entry, caller in calls
    }

    assert answered == wanted


def _status_for(
    who: Caller, entry: tuple[str, str], places: dict[str, str], wanted: int, before: dict[str, tuple[int, str]]
) -> int | str:
    """Let one caller call, and undo all that was done for it: nobody finds what another one left.

    Returns the status, with the answer where another one was wanted.
    """
    method, pattern = entry
    path = pattern
    for place, value in places.items():
        path = path.replace(place, value)
    content_type = "text/csv" if pattern == "ops/exclusion-list" else "application/json"
    body = _with_places(TABLE[entry][2], places)

    savepoint = transaction.savepoint()
    try:
        written = _rows_written()
        answer = who.send(method, f"/{path}{QUERIES.get(entry, '')}", body, content_type=content_type)
        if answer.status_code != wanted:
            return f"{answer.status_code} {answer.content!r}"
        stored = before if _rows_written() == written else world.everything_stored()
        changed = {table for table in stored if stored[table] != before[table]}
        if wanted >= 400:
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert not changed
        if method == "GET":
            assert changed <= LEFT_BY_READING
        if changed:
            world.assert_world_sound()
        return answer.status_code
    finally:
        transaction.savepoint_rollback(savepoint)


def _rows_written() -> int:
    """Return how many rows this test has written, those too that were taken back: asking costs little."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_xact_user_tables")
        return int(cursor.fetchone()[0])


def _with_places(body: Any, places: dict[str, str]) -> Any:
    if isinstance(body, dict):
        return {name: _with_places(member, places) for name, member in body.items()}
    return places.get(body, body) if isinstance(body, str) else body


def test_every_path_is_in_the_table() -> None:
    assert {path for _, path in TABLE} == set(paths())


@pytest.mark.parametrize("part", range(PARTS))
def test_a_method_that_is_not_in_the_table_is_refused(part: int) -> None:
    """A house is opened for some paths at a time: short enough that no session is noted as used again meanwhile."""
    world.open_house(now=now())
    operator = Operator("op")
    everybody: dict[str, Caller] = {
        PLAYERS: Player(),
        OPERATORS: operator,
        ADMINISTRATORS: Administrator("adm"),
        ENROLLING: enrolling("op"),
    }
    before = world.everything_stored()

    for path in sorted(set(paths()))[part::PARTS]:
        _require_other_methods_refused(path, everybody)
        assert world.everything_stored() == before, path


def _require_other_methods_refused(path: str, everybody: dict[str, Caller]) -> None:
    allowed = {method for method, listed in TABLE if listed == path}
    whose = {TABLE[entry][0] for entry in TABLE if entry[1] == path}
    if whose & {PUBLIC, PLAYERS, OWN}:
        who = everybody[PLAYERS]
    else:
        who = everybody[whose.pop() if whose <= {ADMINISTRATORS, ENROLLING} and len(whose) == 1 else OPERATORS]
    address = f"/{path}".replace("<str:game>", world.GAME).replace("<int:seq>", "0")
    for method in METHODS:
        if method in allowed or method == "OPTIONS" or (method == "HEAD" and "GET" in allowed):
            continue
        answer = who.send(method, address, {})
        assert answer.status_code == 405, (path, method, answer.content)
        assert answer.headers["Content-Type"] == "application/problem+json"
        if method != "HEAD":
            assert json.loads(answer.content)["code"] == "method-not-allowed"
        assert allowed <= {name.strip() for name in answer.headers["Allow"].split(",")}


def test_what_an_endpoint_may_be_asked_is_not_told_to_strangers() -> None:
    for path in sorted(paths()):
        answer = Caller().send("OPTIONS", f"/{path}".replace("<int:seq>", "0"))
        whose = {entry[0] for (_, listed), entry in TABLE.items() if listed == path}
        assert answer.status_code == (200 if whose == {PUBLIC} else 401), path


def test_a_member_of_the_staff_who_is_no_operator_grants_nothing() -> None:
    world.open_house(now=now())
    player, operator = Player(), Operator()
    Group.objects.get(name="operators").user_set.clear()
    before = world.everything_stored()

    answer = operator.post(f"/ops/players/{player.seat.chain.hex}/grants", GRANT)

    assert (answer.status_code, json.loads(answer.content)["code"]) == (403, "forbidden")
    assert world.everything_stored() == before


def test_the_rules_are_public_before_login() -> None:
    world.open_house(now=now())
    told = json.loads(Caller().get(f"/games/{world.GAME}").content)

    assert (told["stake_min"]["amount"], told["stake_max"]["amount"]) == (500, 30_000)
    # 16052/16575 of the first bet, 19052/19575 of all that is wagered (rules/games.md).
    assert [(rtp["fraction"], rtp["percent"]) for rtp in told["rtp"]] == [
        ("16052/16575", "96.84465"),
        ("19052/19575", "97.32822"),
    ]
    assert told["sheet"]["decks"] == 1

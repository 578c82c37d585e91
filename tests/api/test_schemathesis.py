"""What the published schema promises, a running server keeps: whatever fits the schema, and whatever does not."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import requests
import schemathesis
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from audit.core.checkpoint import size_of
from audit.core.note import leaf_hash
from audit.operations.set_switch import set_off
from audit.queries.log import newest_checkpoint
from audit.queries.records import record_entry
from casework.operations.find_cases import find_cases
from casework.operations.settle_dispute import open_dispute
from casework.queries.act_reviews import act_reviews
from casework.queries.cases import cases
from games.core.variants import montana_red_dog, montana_red_dog_b
from kernel.ids import SYSTEM_CHAIN, RoundId
from players.core.legal_documents import DocumentKind
from players.tokens import session_id_of
from reddog_platform.embedded.home import CHECKOUT
from reports.core.day_zone import DayZone
from reports.delivery.destinations import Destination
from reports.delivery.drop_folder import DropFolder
from reports.operations.order_report import ReportRequest, order_report
from tables.operations.invite import invite
from tests import world
from tests.api.caller import Administrator, Operator
from tests.house_table import announced_table, play_hand, table_of
from tests.journeys.running import BOTH_WAYS, PLATFORM, WebServer, sequencer, surroundings
from tests.reports.way import KIND, brought_on
from tests.two_people import proposed_by

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from schemathesis import Case

    from kernel.ids import ChainId


def _published() -> dict[str, Any]:
    """Return the published schema without its tokens: this test sends its own, and so none can be missing or wrong."""
    published: dict[str, Any] = yaml.safe_load((CHECKOUT / "openapi.yaml").read_text())
    for methods in published["paths"].values():
        for operation in methods.values():
            operation.pop("security", None)
    return published


SCHEMA: Final = schemathesis.openapi.from_dict(_published())
OPERATIONS: Final = {
    found.ok().definition.raw["operationId"]: found.ok()  # type: ignore[union-attr]  # an invalid one fails here
    for found in SCHEMA.get_all_operations()
}
EXAMPLES: Final = 8

# These end the session that all the others are made with.
ENDS_A_SESSION: Final = {"delete_current_session", "delete_staff_session"}

# These name in their bodies what may not exist.
NAMED_IN_BODY: Final = {"create_invitation", "set_case_assignment"}

# The player has no key: with one, every other request to play would be refused without its signature.
WITHOUT_A_PLACE: Final = {"close_player_key"}

# The members of paths. Each has a value that exists: a random one is answered 404, and proves little.
PLACES: Final = {
    "case_id",
    "destination",
    "dispute_id",
    "epoch",
    "file_format",
    "filing_id",
    "from_size",
    "game",
    "kid",
    "kind",
    "leaf",
    "level",
    "name",
    "number",
    "order_id",
    "passkey_id",
    "payment_id",
    "player_id",
    "proposal_id",
    "record_type",
    "review_id",
    "round_id",
    "seq",
    "session_id",
    "size",
    "switch",
    "table_id",
    "to_size",
    "username",
}

# A state can refuse what fits the schema (a round is open, a name is taken), and each scheme has its own test of
# credentials in test_permissions: the server would here be asked with tokens that are none of the schema's.
NOT_PROMISED: Final = ("positive_data_acceptance", "ignored_auth", "use_after_free", "ensure_resource_availability")
LEFT_OUT: Final[list[Any]] = [schemathesis.checks.CHECKS.get_one(name) for name in NOT_PROMISED]

pytestmark = [pytest.mark.slow(seconds=80), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def player() -> world.SeatedPlayer:
    """Have a player with money and a PIN."""
    world.open_house(now=datetime.now(UTC))
    seated = world.seat_player(amount_minor=100_000_000, now=datetime.now(UTC))
    world.give_pin(seated.chain)
    return seated


@pytest.fixture
def places(player: world.SeatedPlayer) -> dict[str, object]:
    """Have what exists for each member of a path. No sequencer runs yet: this signs checkpoints itself."""
    return _existing_places(player)


@pytest.fixture
def server(
    request: pytest.FixtureRequest,
    servers_environment: Mapping[str, str],
    tmp_path: Path,
    places: dict[str, object],  # noqa: ARG001  they come first
) -> Iterator[str]:
    """Have a running platform, and return its address."""
    environment = surroundings(servers_environment, tmp_path)
    with (
        WebServer(environment=environment, logs=tmp_path, application=request.param) as web,
        sequencer(environment=environment, logs=tmp_path),
    ):
        yield web.url.removesuffix("/api/v1")


def test_what_is_told_of_operations_and_paths_names_those_of_the_schema() -> None:
    assert OPERATIONS.keys() >= ENDS_A_SESSION
    assert {place for operation in OPERATIONS.values() for place in _places_of(operation)} == PLACES


@pytest.mark.parametrize(
    ("server", "names"),
    # In both ways only the steps are taken; all else is answered by the same code.
    [(PLATFORM, OPERATIONS.keys()), (BOTH_WAYS, ("create_round", "create_action"))],
    ids=["platform", "steps-in-both-ways"],
    indirect=["server"],
)
def test_every_operation_keeps_to_the_schema(
    server: str, names: Collection[str], player: world.SeatedPlayer, places: dict[str, object]
) -> None:
    deposited = world.make_deposit(player.chain, 500, now=datetime.now(UTC))
    tokens = {
        "/api/v1/ops/staff": Administrator("boss").authorization or "",
        "/api/v1/ops/": Operator().authorization or "",
        "/api/v1/": f"Bearer {player.token}",
    }
    with requests.Session() as session:
        for name in names:
            operation = OPERATIONS[name]
            token = next(token for prefix, token in tokens.items() if operation.path.startswith(prefix))
            headers = {} if name in ENDS_A_SESSION else {"Authorization": token}
            fixed = {place: places[place] for place in _places_of(operation)}
            if operation.path.startswith("/api/v1/deposits/"):
                fixed["payment_id"] = deposited.id.hex
            for mode in GenerationMode:
                if mode is GenerationMode.NEGATIVE and not _can_be_wrong(name):
                    continue
                for path_parameters in ({}, fixed):
                    statuses = _try_out(name, mode, path_parameters, server=server, session=session, headers=headers)
                    found = name in NAMED_IN_BODY | WITHOUT_A_PLACE or statuses != {404}
                    assert not path_parameters or found, f"{name} finds nothing of {path_parameters}"
        for path, prefix in {"/api/v1/me": "/api/v1/", "/api/v1/ops/staff": "/api/v1/ops/staff"}.items():
            # Whatever was sent, nothing has ended the session, or the later operations were asked by nobody.
            answer = session.get(server + path, headers={"Authorization": tokens[prefix]}, timeout=20)
            assert answer.status_code == requests.codes.ok


def _existing_places(player: world.SeatedPlayer) -> dict[str, object]:
    """Return what exists for each member of a path, so that requests come past its door.

    The staff acts on another player and another member, or the sessions that ask would soon be ended.
    """
    now = datetime.now(UTC)
    other = world.seat_player("bob", now=now)
    world.create_staff("colleague", now=now)
    # Before the round is dealt: who has one open takes no seat.
    at_table = _table_places(player, other.chain, now)
    dealt = world.deal_open_round(player, now=now)
    disputed = open_dispute(player.chain, RoundId.parse(dealt.round_id), "a test", answer_days=5, now=now)
    places = {
        "dispute_id": disputed.id.hex,
        "game": world.GAME,
        "kid": "0" * 16,
        "kind": DocumentKind.TERMS.value,
        "passkey_id": "0" * 32,
        "record_type": "key",
        "name": "loss_day",
        "payment_id": world.make_withdrawal(player.chain, 500, method="bank-transfer", now=now).id.hex,
        "player_id": other.chain.hex,
        "proposal_id": proposed_by("vic", "issue-reset-token", {"player_id": other.chain.hex}, now=now).id.hex,
        "round_id": dealt.round_id,
        "seq": 0,
        "session_id": session_id_of(world.log_in_player(now=now).token).hex,
        # A game that is not played here.
        "switch": f"game:{montana_red_dog.SHEET.game}",
        "username": "colleague",
        **_case_places(other.chain, now),
        **_report_places(),
        **at_table,
        **_log_places(now),
    }
    assert places.keys() == PLACES
    return places


def _case_places(chain: ChainId, now: datetime) -> dict[str, object]:
    """Have a case of deposits that sum to more than may pass unseen, and a review of what one person did alone."""
    world.make_deposit(chain, world.DEMO.amounts["USD"].cases.payments_day_minor + 1, now=now)
    set_off(f"game:{montana_red_dog_b.SHEET.game}", message="", reason="a test", actor="operator:vic", now=now)
    find_cases(jurisdiction=world.DEMO, clock=lambda: now)
    (case,) = cases(is_open=True, chain=chain, before=None, limit=2)
    (review,) = act_reviews(is_open=True, before=None, limit=2)
    return {"case_id": case.id.hex, "review_id": review.id.hex}


def _table_places(player: world.SeatedPlayer, invited: ChainId, now: datetime) -> dict[str, object]:
    """Have a table at which the player has finished a hand, with an invitation of somebody else."""
    table = announced_table(table_of(seats=1), now=now)
    play_hand(table, player, now=now)
    invite(table, invited, reason="a test", actor="operator:test", now=now)
    return {"table_id": table.hex, "epoch": 0}


def _log_places(now: datetime) -> dict[str, object]:
    """Have the log published as it stands, and return a part of each kind."""
    world.run_sequencer(now=now)
    size = size_of(newest_checkpoint() or "")
    leaf = leaf_hash(record_entry(SYSTEM_CHAIN, 0)).hex()
    return {"size": size, "from_size": 1, "to_size": size, "level": 0, "number": f"000.p/{size}", "leaf": leaf}


def _report_places() -> dict[str, object]:
    """File a report that still has to go somewhere, and order another one."""
    # Over, whenever this runs, and not too long before the log began.
    year = datetime.now(UTC).year - 1
    somewhere = Destination(backend=DropFolder(name="regulator", folder=Path("/nowhere")))
    ordered = [
        order_report(
            ReportRequest(kind=KIND, first=date(year, 1, day), until=date(year, 1, day + 1), actor="platform"),
            zone=DayZone(world.DEMO.zone),
            now=datetime.now(UTC),
        )
        for day in (2, 3)
    ]
    brought_on(ordered[0], now=datetime.now(UTC), destinations=(somewhere,))
    return {"filing_id": ordered[0].hex, "file_format": "json", "destination": "regulator", "order_id": ordered[1].hex}


def _try_out(
    name: str,
    mode: GenerationMode,
    fixed: Mapping[str, object],
    *,
    server: str,
    session: requests.Session,
    headers: Mapping[str, str],
) -> set[int]:
    """Send requests to an operation, and return the statuses of the answers."""
    statuses = set()

    @given(case=OPERATIONS[name].as_strategy(generation_mode=mode, path_parameters=dict(fixed) or None))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Case[Any]) -> None:
        answer = case.call_and_validate(
            base_url=server, session=session, headers=dict(headers), excluded_checks=LEFT_OUT, timeout=20
        )
        statuses.add(answer.status_code)

    ask()
    return statuses


def _places_of(operation: Any) -> list[str]:
    """Return the members of an operation's path."""
    return re.findall(r"{(\w+)}", operation.path)


def _can_be_wrong(name: str) -> bool:
    """Tell whether there is anything in a request that the schema constrains."""
    operation = OPERATIONS[name]
    return bool(operation.body or operation.query or operation.headers)

"""A national list that lets somebody go takes two operators, whoever brings it."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest
import time_machine
from django.core.management import CommandError, call_command

from approvals.tasks import import_exclusions_task
from audit.queries.events import events
from kernel.instants import to_epoch_ms
from reddog_platform.diagnostics import run_diagnostics
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.exclusion_list import ExclusionListShrank
from responsible_gaming.queries.exclusions import exclusions
from tests import world
from tests.api.caller import Operator, now, problem
from tests.api.staff_log_in import noted
from tests.api.test_exclusion import ADA, HEADER, sent
from tests.approving import apply_over_http
from tests.at_console import typed

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId
    from reddog_platform.diagnostic import Diagnostic

pytestmark = [pytest.mark.clause("F28"), pytest.mark.clause("F45"), pytest.mark.django_db]

GRACE: Final = b"Hopper,Grace,1990-01-01\n"
GRACE_UNTIL: Final = b"Hopper,Grace,1990-01-01,\n"


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house(now=now())


@pytest.fixture
def nightly(tmp_path: Path, settings: Settings) -> Path:
    """The file that is imported every night, which the test writes."""
    path = tmp_path / "list.csv"
    settings.REDDOG_EXCLUSION_LIST = str(path)
    return path


@pytest.fixture
def pia() -> Operator:
    return Operator("pia")


@pytest.fixture
def paul() -> Operator:
    return Operator("paul")


def is_bound_for_ever(chain: ChainId) -> bool:
    far = to_epoch_ms(datetime(2200, 1, 1, tzinfo=UTC))
    return exclusions(chain)[ExclusionKind.NATIONAL_EXCLUSION].holds(far)


def look_at_withheld() -> Diagnostic:
    return next(each for each in run_diagnostics(now=now()) if each.subject == "withheld")


def authorise(content: bytes, proposer: Operator, approver: Operator) -> None:
    """Let two operators allow a file to free people."""
    arguments = {"sha256": hashlib.sha256(content).hexdigest()}
    apply_over_http(proposer, approver, "replace-exclusion-list", arguments, reason="the keeper's")


@pytest.mark.parametrize(
    ("content", "freed"),
    [
        pytest.param(HEADER + GRACE, 1, id="one left out"),
        pytest.param(
            b"family_name,given_name,birth_date,until\nLovelace,Ada,1990-01-01,2099-01-01\nHopper,Grace,1990-01-01,\n",
            1,
            id="one let go earlier",
        ),
    ],
)
def test_a_list_that_lets_somebody_go_takes_two(content: bytes, freed: int, pia: Operator, paul: Operator) -> None:
    operator = Operator()
    chain = world.sign_up(given_name="Ada", family_name="Lovelace", now=now())
    sent(operator, HEADER + ADA + GRACE)

    refused = problem(sent(operator, content), 403, "proposal-needed")

    assert (refused["act"], refused["freed"]) == ("replace-exclusion-list", freed)
    assert refused["sha256"] == hashlib.sha256(content).hexdigest()
    assert is_bound_for_ever(chain)
    authorise(HEADER + GRACE + ADA, pia, paul)
    problem(sent(operator, content), 403, "proposal-needed")

    authorise(content, pia, paul)
    assert sent(operator, content).status_code == 201
    assert not is_bound_for_ever(chain)
    (event,) = events(subject=None, before=None, limit=1, kinds=["exclusion-list-imported"])
    assert (event.actor, event.reason, event.after["freed"]) == ("operator:pia+paul", "the keeper's", freed)


def test_one_operator_may_add_and_lengthen_and_leave_out_what_has_ended() -> None:
    operator = Operator()
    header = b"family_name,given_name,birth_date,until\n"
    ended, until = b"Noether,Emmy,1990-01-01,2020-01-01\n", b"Lovelace,Ada,1990-01-01,2098-01-01\n"
    assert sent(operator, header + ended + until).status_code == 201

    longer = b"Lovelace,Ada,1990-01-01,2099-01-01\n"
    assert sent(operator, header + longer + b"Hopper,Grace,1990-01-01,\n").status_code == 201


def test_an_authorisation_of_a_list_ends_after_a_day_and_with_another_list(pia: Operator, paul: Operator) -> None:
    operator, shorter = Operator(), HEADER + GRACE
    sent(operator, HEADER + ADA + GRACE)
    authorise(shorter, pia, paul)
    with time_machine.travel(now() + timedelta(hours=25)):
        later = Operator("otto")
        problem(sent(later, shorter), 403, "proposal-needed")

    arguments = {"sha256": hashlib.sha256(shorter).hexdigest()}
    made = json.loads(
        operator.post(
            "/ops/proposals", {"act": "replace-exclusion-list", "arguments": arguments, "reason": "a test"}
        ).content
    )
    sent(operator, HEADER + ADA + GRACE + b"Noether,Emmy,1990-01-01\n")
    seen = {"digest": made["digest"]}
    problem(paul.post(f"/ops/proposals/{made['id']}/approval", seen), 409, "proposal-outdated")


def test_the_console_frees_nobody_alone_either(tmp_path: Path) -> None:
    sent(Operator("ann"), HEADER + ADA + GRACE)
    shorter = tmp_path / "list.csv"
    shorter.write_bytes(HEADER + GRACE)

    with typed(), pytest.raises(CommandError, match="replace-exclusion-list"):
        call_command("import_exclusions", shorter, by="ann", reason="a test")


@pytest.mark.parametrize(
    "shorter",
    [HEADER + GRACE, b"family_name,given_name,birth_date,until\nLovelace,Ada,1990-01-01,2099-01-01\n" + GRACE_UNTIL],
)
def test_the_nightly_file_adds_at_once_and_whom_it_frees_waits_for_two(
    shorter: bytes, nightly: Path, pia: Operator, paul: Operator
) -> None:
    ada = world.sign_up(given_name="Ada", family_name="Lovelace", now=now())
    emmy = world.sign_up("emmy", given_name="Emmy", family_name="Noether", now=now())
    sent(Operator("ann"), HEADER + ADA + GRACE)
    content = shorter + (b"Noether,Emmy,1990-01-01\n" if shorter.startswith(HEADER) else b"Noether,Emmy,1990-01-01,\n")
    nightly.write_bytes(content)
    sha256 = hashlib.sha256(content).hexdigest()

    for _ in range(2):
        assert import_exclusions_task().endswith(f"1 persons wait for two operators (sha256 {sha256})")
        assert not look_at_withheld().healthy
        assert (
            f"1 persons stay on the exclusion list whom its file would free (sha256 {sha256})"
            in look_at_withheld().state
        )

    assert is_bound_for_ever(ada)
    assert is_bound_for_ever(emmy)
    (event,) = events(subject=None, before=None, limit=1, kinds=["exclusion-list-imported"])
    assert (event.actor, event.after["freed"], event.after["withheld"]) == ("platform", 0, 1)
    # Once for the file, not every night; nobody's name and no reference is in it.
    (warning,) = noted("exclusion-list-withheld")
    assert (warning.actor, warning.subject, warning.after) == ("platform", None, {"sha256": sha256, "withheld": 1})

    authorise(content, pia, paul)
    assert import_exclusions_task().endswith("let go")
    assert not is_bound_for_ever(ada)
    assert is_bound_for_ever(emmy)
    (event,) = events(subject=None, before=None, limit=1, kinds=["exclusion-list-imported"])
    assert (event.actor, event.after["freed"], event.after["withheld"]) == ("operator:pia+paul", 1, 0)
    assert look_at_withheld().healthy


def test_a_person_whom_one_operator_added_waits_every_night_and_each_file_says_so_once(nightly: Path) -> None:
    ann = Operator("ann")
    for more in (b"", b"Noether,Emmy,1990-01-01\n"):
        sent(ann, HEADER + ADA + GRACE)
        nightly.write_bytes(HEADER + GRACE + more)
        import_exclusions_task()
        import_exclusions_task()
        sha256 = hashlib.sha256(HEADER + GRACE + more).hexdigest()
        assert noted("exclusion-list-withheld")[0].after == {"sha256": sha256, "withheld": 1}

    # The same file after another one in between is told again: somebody brought back whom it does not have.
    assert len(noted("exclusion-list-withheld")) == 2
    sent(ann, HEADER + ADA + GRACE + b"Noether,Emmy,1990-01-01\n")
    import_exclusions_task()
    assert len(noted("exclusion-list-withheld")) == 3


def test_a_nightly_file_adds_however_many_are_withheld(nightly: Path, pia: Operator, paul: Operator) -> None:
    emmy = world.sign_up("emmy", given_name="Emmy", family_name="Noether", now=now())
    sent(Operator("ann"), HEADER + b"".join(b"Somebody,Number %d,1980-01-01\n" % number for number in range(9)))
    content = HEADER + b"Noether,Emmy,1990-01-01\n"
    nightly.write_bytes(content)

    assert import_exclusions_task().startswith("10 persons, 1 players excluded, 0 let go, 9 persons wait")
    assert is_bound_for_ever(emmy)

    # What two people let free persons is still measured: it may be a download that broke off.
    authorise(content, pia, paul)
    with pytest.raises(ExclusionListShrank):
        import_exclusions_task()

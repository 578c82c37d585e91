"""Verification, consents, and the status of an account: each decides bets, and each leaves its trace."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

from audit.event_catalogue import BY_NAME
from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import events
from kernel.ids import ChainId
from players.core.account_rules import DORMANCY_NOTICE_DAYS, AccountRules
from players.core.consents import OutdatedConsent
from players.core.eligibility import AccountClosed, AccountDormant, NotVerified, PlayerSuspended
from players.core.legal_documents import CURRENT, Document
from players.core.status import Status, StatusNotAllowed
from players.core.verification import Method, Outcome, Verification
from players.models import Consent, Player
from players.operations.check_credentials import WrongCredentials
from players.operations.close_account import close_with_password, close_with_pin
from players.operations.consent import change_consents
from players.operations.dormancy import mark_dormant, tell_of_dormancy
from players.operations.register import AccountExists, Registration, register
from players.operations.set_pin import WrongPin, set_pin
from players.operations.set_status import StatusUnchanged, reactivate, set_status
from players.operations.verify import VerificationUnchanged, begin_verification, refuse_identity, verify_identity
from players.operations.view_identity import view_identity
from players.queries.accounts import PlayerNotFound, player, require_eligible_now
from players.queries.consents import consents_of
from players.queries.inbox import inbox
from players.queries.persons import earlier_accounts
from players.soundness import faults
from players.tasks import mark_dormant_task
from players.tokens import session_id_of
from players.verifiers import VERIFIERS
from reddog_platform.environment import verifier
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests import world
from tests.approving import ANN_AND_BEN, approval
from tests.world import NOW, PASSWORD, SeatedPlayer

if TYPE_CHECKING:
    from datetime import datetime

    from players.core.identity import Identity

pytestmark = [pytest.mark.clause("F21"), pytest.mark.django_db]

NEW_JERSEY = JURISDICTIONS["new-jersey"]
DAY = timedelta(days=1)
TERMS_2 = tuple(
    replace(document, version="2", sha256="2" * 64) if document.kind == "terms" else document for document in CURRENT
)
FAKE, MANUAL = VERIFIERS["fake"], VERIFIERS["manual"]


@pytest.fixture
def seat() -> SeatedPlayer:
    """Have the house open, and a player in New Jersey with 1,000.00 at the table."""
    world.open_house()
    return replace(world.seat_player(), jurisdiction=NEW_JERSEY)


def told(chain: ChainId, kind: str) -> list[tuple[object, object, str]]:
    """Return the significant events of a kind as before, after and actor, newest first."""
    return [
        (event.before, event.after, event.actor)
        for event in events(subject=chain, before=None, limit=50)
        if event.kind == kind
    ]


def verified(chain: ChainId) -> None:
    verify_identity(chain, method=Method.PASSPORT, by=approval("seen"), now=NOW)


# --- Verification -------------------------------------------------------------------------------------------


@pytest.mark.clause("AC-6")
def test_no_bet_and_no_deposit_is_taken_before_identity_is_verified(seat: SeatedPlayer) -> None:
    for verification in ("unverified", "pending"):
        with pytest.raises(NotVerified) as refused:
            world.deal(seat)
        assert refused.value.members == {"verification": verification}
        with pytest.raises(NotVerified):
            require_eligible_now(seat.chain, NEW_JERSEY.accounts)
        begin_verification(seat.chain, verifier=MANUAL, now=NOW)

    verified(seat.chain)

    world.play_round(seat)
    require_eligible_now(seat.chain, NEW_JERSEY.accounts)


def test_where_verification_is_not_required_bets_are_taken_without(seat: SeatedPlayer) -> None:
    world.play_round(replace(seat, jurisdiction=world.DEMO))


@pytest.mark.clause("AC-6")
def test_a_refused_identity_stops_a_player_whose_last_step_is_remembered(seat: SeatedPlayer) -> None:
    verified(seat.chain)
    world.play_round(seat)

    refuse_identity(seat.chain, method=Method.PASSPORT, reason="forged", actor="operator:ann", now=NOW)

    with pytest.raises(NotVerified):
        world.deal(seat)


@pytest.mark.clause("AC-7")
def test_method_and_instant_of_verification_are_kept_with_who_decided_it(seat: SeatedPlayer) -> None:
    begin_verification(seat.chain, verifier=MANUAL, now=NOW - DAY)
    reference = Player.objects.get(chain=seat.chain).verification_reference
    verified(seat.chain)

    found = player(seat.chain)
    assert (found.verification, found.verification_method, found.verification_at) == ("verified", "passport", NOW)
    assert Player.objects.get(chain=seat.chain).verification_reference == reference
    assert told(seat.chain, "player-verification") == [
        (
            {"verification": "pending", "method": "manual"},
            {"verification": "verified", "method": "passport"},
            ANN_AND_BEN,
        ),
        ({"verification": "unverified", "method": ""}, {"verification": "pending", "method": "manual"}, "player"),
    ]


def test_asking_again_changes_nothing_while_an_answer_is_awaited_or_there(seat: SeatedPlayer) -> None:
    begin_verification(seat.chain, verifier=MANUAL, now=NOW)
    before = world.everything_stored()
    begin_verification(seat.chain, verifier=FAKE, now=NOW + DAY)
    assert world.everything_stored() == before

    verified(seat.chain)
    before = world.everything_stored()
    begin_verification(seat.chain, verifier=FAKE, now=NOW + DAY)
    with pytest.raises(VerificationUnchanged):
        verified(seat.chain)
    assert world.everything_stored() == before


def test_who_was_refused_may_ask_again() -> None:
    chain = world.sign_up("refused")
    begin_verification(chain, verifier=FAKE, now=NOW)
    assert player(chain).verification == "refused"

    begin_verification(chain, verifier=MANUAL, now=NOW)

    assert player(chain).verification == "pending"


class Slow:
    """A provider that answers only after an operator has decided."""

    def __init__(self, decision: Verification) -> None:
        self.decision = decision

    def begin(self, chain: ChainId, identity: Identity) -> Outcome:
        if self.decision is Verification.VERIFIED:
            verified(chain)
        else:
            refuse_identity(chain, method=Method.PASSPORT, reason="x", actor="operator:ann", now=NOW)
        return FAKE.begin(chain, identity)


@pytest.mark.parametrize("decision", [Verification.VERIFIED, Verification.REFUSED])
def test_an_operator_who_decided_while_the_provider_was_asked_has_the_last_word(decision: Verification) -> None:
    chain = world.sign_up("pending" if decision is Verification.VERIFIED else "ada")

    begin_verification(chain, verifier=Slow(decision), now=NOW)

    assert (player(chain).verification, player(chain).verification_method) == (decision, "passport")


def test_nobody_is_verified_who_is_no_player() -> None:
    with pytest.raises(PlayerNotFound):
        verified(ChainId(UUID(int=7)))


def test_everybody_is_believed_in_a_demonstration_alone() -> None:
    assert verifier("", demo=True) is FAKE
    assert verifier("", demo=False) is MANUAL
    assert verifier("manual", demo=True) is MANUAL
    for name, demo in (("fake", False), ("other", True)):
        with pytest.raises(ImproperlyConfigured, match="REDDOG_VERIFICATION"):
            verifier(name, demo=demo)


# --- Consents -----------------------------------------------------------------------------------------------


def rows(chain: ChainId) -> list[tuple[str, str, bool]]:
    return list(Consent.objects.filter(player_id=chain).order_by("id").values_list("kind", "version", "given"))


@pytest.mark.clause("AC-3")
def test_consents_are_kept_with_version_digest_and_instant(seat: SeatedPlayer) -> None:
    assert rows(seat.chain) == [("terms", "1", True), ("privacy", "2", True), ("monitoring", "1", True)]
    digests = dict(Consent.objects.values_list("kind", "sha256"))
    assert digests == {document.kind.value: document.sha256 for document in CURRENT if document.mandatory}
    assert set(Consent.objects.values_list("at", flat=True)) == {NOW}
    assert list(faults()) == []


@pytest.mark.clause("AC-4")
def test_a_new_version_stops_bets_until_it_is_agreed_to(seat: SeatedPlayer) -> None:
    seat = replace(seat, jurisdiction=replace(world.DEMO, accounts=replace(world.DEMO.accounts, documents=TERMS_2)))
    with pytest.raises(OutdatedConsent) as refused:
        world.deal(seat)
    assert refused.value.members == {"current": {"terms": "2"}}
    with pytest.raises(OutdatedConsent):
        change_consents(seat.chain, {"terms": "1"}, TERMS_2, now=NOW)

    change_consents(seat.chain, {"terms": "2"}, TERMS_2, now=NOW + DAY)
    change_consents(seat.chain, {"terms": "2"}, TERMS_2, now=NOW + DAY)

    world.play_round(seat)
    assert rows(seat.chain)[3:] == [("terms", "2", True)]
    (terms, *_) = consents_of(seat.chain, TERMS_2)
    assert (terms.agreed_version, terms.agreed_at) == ("2", NOW + DAY)


@pytest.mark.clause("AC-5")
def test_marketing_is_agreed_to_and_taken_back_at_any_time(seat: SeatedPlayer) -> None:
    def marketing(documents: tuple[Document, ...] = CURRENT) -> str | None:
        return next(
            item for item in consents_of(seat.chain, documents) if item.document.kind == "marketing"
        ).agreed_version

    assert marketing() is None
    change_consents(seat.chain, {"marketing": None}, CURRENT, now=NOW)
    for _ in range(2):
        change_consents(seat.chain, {"marketing": "1"}, CURRENT, now=NOW)
        assert marketing() == "1"
        change_consents(seat.chain, {"marketing": None}, CURRENT, now=NOW)
        assert marketing() is None

    assert rows(seat.chain)[3:] == [("marketing", "1", True), ("marketing", "1", False)] * 2
    world.play_round(replace(seat, jurisdiction=world.DEMO))


def test_a_line_of_consents_that_its_rows_do_not_give_is_found(seat: SeatedPlayer) -> None:
    Player.objects.filter(chain=seat.chain).update(consents="terms:1")
    assert list(faults()) == [f"The consents of chain {seat.chain.hex} are not those that its player gave."]

    Player.objects.filter(chain=seat.chain).update(consents="monitoring:1 privacy:2 terms:1")


# --- One account a person -----------------------------------------------------------------------------------


def registration(username: str, person: str, email: str) -> Registration:
    identity = replace(world.identity_of(person), email=email, born=world.identity_of("ada").born)
    return Registration(
        username=username, password=PASSWORD, identity=identity, currency="USD", consents=world.CONSENTS
    )


@pytest.mark.clause("AC-2")
@pytest.mark.parametrize(
    ("person", "email"), [("ada", "new@example.test"), ("ÀDA", "new@example.test"), ("new", "ADA@example.test")]
)
def test_a_person_or_an_address_that_has_an_account_gets_no_second(person: str, email: str) -> None:
    world.sign_up()
    before = world.everything_stored()

    with pytest.raises(AccountExists) as refused:
        register(registration("other", person, email), now=NOW, rules=NEW_JERSEY.accounts)

    assert refused.value.members == {}
    assert world.everything_stored() == before


@pytest.mark.clause("AC-2")
def test_who_closed_an_account_may_open_another_that_waits_for_an_operator(seat: SeatedPlayer) -> None:
    close_with_password(seat.chain, proof=world.proof(), now=NOW)

    again = register(registration("ada2", "ada", "ada@example.test"), now=NOW, rules=NEW_JERSEY.accounts)

    assert player(again).status == "suspended"
    assert earlier_accounts(again) == [seat.chain]
    assert told(again, "player-status") == [({"status": "active"}, {"status": "suspended"}, "platform")]
    reactivate(again, by=approval("nothing speaks against it"), excluded=world.excluded_at(NOW), now=NOW)
    with pytest.raises(AccountExists):
        register(registration("ada3", "ada", "3@example.test"), now=NOW, rules=NEW_JERSEY.accounts)


def test_an_account_of_another_person_has_no_earlier_ones(seat: SeatedPlayer) -> None:
    close_with_password(seat.chain, proof=world.proof(), now=NOW)

    assert earlier_accounts(world.sign_up("bob")) == []


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_two_registrations_of_one_person_at_the_same_moment_one_is_opened() -> None:
    both = Barrier(2)

    def ask(username: str, email: str) -> bool:
        try:
            both.wait()
            register(registration(username, "ada", email), now=NOW, rules=NEW_JERSEY.accounts)
        except AccountExists:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(ask, name, f"{name}@example.test") for name in ("ada1", "ada2")]
        assert sorted(answer.result() for answer in asked) == [False, True]


# --- Closing ------------------------------------------------------------------------------------------------


@pytest.mark.clause("AC-9")
def test_a_closed_account_is_not_dealt_to_finishes_its_round_and_is_not_opened_again(seat: SeatedPlayer) -> None:
    verified(seat.chain)
    view = world.deal_open_round(seat)

    close_with_password(seat.chain, proof=world.proof(), now=NOW)

    assert world.decide(seat, view).outcome is not None
    with pytest.raises(AccountClosed):
        world.deal(seat)
    assert world.log_in_player().chain == seat.chain
    with pytest.raises(StatusNotAllowed):
        reactivate(seat.chain, by=approval("a wish"), excluded=world.excluded_at(NOW), now=NOW)
    with pytest.raises(StatusUnchanged):
        close_with_password(seat.chain, proof=world.proof(), now=NOW)
    assert told(seat.chain, "player-status") == [({"status": "active"}, {"status": "closed"}, "player")]


def test_closing_takes_the_pin_or_the_password(seat: SeatedPlayer) -> None:
    set_pin(seat.chain, proof=world.proof(), new_pin="2580", now=NOW)
    with pytest.raises(WrongCredentials):
        close_with_password(seat.chain, proof=world.proof("another pass phrase"), now=NOW)
    with pytest.raises(WrongPin):
        close_with_pin(seat.chain, pin="1379", now=NOW)
    assert player(seat.chain).status == "active"

    close_with_pin(seat.chain, pin="2580", now=NOW)

    assert player(seat.chain).status == "closed"


def test_a_suspended_player_does_not_close_the_account(seat: SeatedPlayer) -> None:
    set_status(seat.chain, Status.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)

    with pytest.raises(StatusNotAllowed):
        close_with_password(seat.chain, proof=world.proof(), now=NOW)
    with pytest.raises(PlayerSuspended):
        world.deal(seat)


# --- Dormant ------------------------------------------------------------------------------------------------


@pytest.mark.clause("F59")
@pytest.mark.clause("AC-10")
def test_an_account_is_dormant_from_the_very_instant_that_its_days_are_over() -> None:
    used, unused = world.sign_up("used"), world.sign_up("unused")
    world.log_in_player("used", now=NOW + timedelta(microseconds=1))
    over = NOW + 365 * DAY

    assert mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: over - timedelta(microseconds=1)) == 0
    assert mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: over) == 1
    assert (player(used).status, player(unused).status) == ("active", "dormant")
    before = world.everything_stored()
    assert mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: over) == 0
    assert world.everything_stored() == before
    assert mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: over + timedelta(microseconds=1)) == 1
    assert told(unused, "player-status") == [({"status": "active"}, {"status": "dormant"}, "platform")]


@pytest.mark.clause("AC-10")
def test_each_of_many_accounts_is_dated_when_it_is_marked() -> None:
    chains, looked = [world.sign_up(name) for name in ("ada", "ben", "cem")], itertools.count()
    over = NOW + 400 * DAY

    assert mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: over + timedelta(seconds=10 * next(looked))) == 3

    marked = [
        event.at
        for chain in chains
        for event in events(subject=chain, before=None, limit=9)
        if event.kind == "player-status"
    ]
    assert sorted(marked) == [over + timedelta(seconds=seconds) for seconds in (10, 20, 30)]


@pytest.mark.clause("AC-10")
def test_only_active_accounts_become_dormant() -> None:
    suspended, closed = world.sign_up("suspended"), world.sign_up("closed")
    set_status(suspended, Status.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)
    close_with_password(closed, proof=world.proof(), now=NOW)

    assert mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: NOW + 400 * DAY) == 0


@pytest.mark.clause("F59")
@pytest.mark.clause("AC-11")
def test_a_dormant_account_wakes_when_identity_is_verified_anew(seat: SeatedPlayer) -> None:
    verified(seat.chain)
    later = NOW + 400 * DAY
    mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: later)
    begun = world.log_in_player(now=later, accounts=NEW_JERSEY.accounts)
    again = replace(seat, session_id=session_id_of(begun.token))
    with pytest.raises(AccountDormant):
        world.deal(again, now=later)
    assert player(seat.chain).verification == "unverified"

    begin_verification(seat.chain, verifier=FAKE, now=later)

    assert player(seat.chain).status == "active"
    world.open_next_epoch(seat.chain, now=later)
    world.play_round(again, now=later)


@pytest.mark.clause("AC-11")
def test_a_dormant_account_wakes_at_a_log_in_where_identity_need_not_be_verified(seat: SeatedPlayer) -> None:
    later = NOW + 400 * DAY
    mark_dormant(rules=world.DEMO.accounts, clock=lambda: later)
    assert player(seat.chain).status == "dormant"

    world.log_in_player(now=later)
    world.log_in_player(now=later)

    assert player(seat.chain).status == "active"
    assert told(seat.chain, "player-status")[0] == ({"status": "dormant"}, {"status": "active"}, "platform")


NOTICE = NOW + 335 * DAY


def told_at(at: datetime, rules: AccountRules = NEW_JERSEY.accounts) -> int:
    return tell_of_dormancy(rules=rules, clock=lambda: at)


@pytest.mark.clause("AC-10")
def test_a_player_is_told_thirty_days_before_and_when_dormancy_comes_each_once() -> None:
    ada = world.sign_up()

    assert told_at(NOTICE - timedelta(microseconds=1)) == 0
    # Each night of the thirty, of which the task may run twice.
    assert [told_at(NOTICE + day * DAY) for day in (0, 0, 1, 29)] == [1, 0, 0, 0]
    mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: NOW + 365 * DAY)
    assert [told_at(NOW + day * DAY) for day in (365, 366, 800)] == [0, 0, 0]

    kinds = [event.kind for event in events(subject=ada, before=None, limit=9)]
    assert [kind for kind in kinds if kind in {"dormancy-near", "player-status"}] == ["player-status", "dormancy-near"]
    for kind in ("dormancy-near", "player-status"):
        message = BY_NAME[kind].message
        assert message is not None
        assert message.by_mail
    assert [item.kind for item in inbox(ada, before=None, limit=9)][:2] == ["player-status", "dormancy-near"]


@pytest.mark.clause("AC-10")
def test_a_player_is_told_once_however_long_the_nights_task_takes() -> None:
    world.sign_up()

    # The first night's task begins before the days of notice, and comes to this account within them.
    assert told_at(NOTICE + timedelta(seconds=5)) == 1
    # Thirty days later it begins as early and takes longer: the account is not marked yet, and was told.
    mark_dormant(rules=NEW_JERSEY.accounts, clock=lambda: NOTICE + 30 * DAY - timedelta(seconds=5))
    assert told_at(NOTICE + 30 * DAY + timedelta(seconds=7)) == 0


@pytest.mark.clause("AC-10")
def test_whoever_was_back_since_a_notice_is_told_again_though_the_days_without_use_are_few() -> None:
    world.sign_up()
    few = replace(NEW_JERSEY.accounts, dormant_after_days=DORMANCY_NOTICE_DAYS + 2)
    assert told_at(NOW + 2 * DAY, few) == 1
    world.log_in_player(now=NOW + 3 * DAY)

    assert [told_at(NOW + day * DAY, few) for day in (4, 5, 6)] == [0, 1, 0]


@pytest.mark.clause("AC-10")
def test_whoever_comes_back_is_told_anew_when_the_next_days_without_use_are_long() -> None:
    world.sign_up()
    assert told_at(NOTICE) == 1
    world.log_in_player(now=NOTICE + 5 * DAY)

    assert told_at(NOTICE + 6 * DAY) == 0
    assert told_at(NOTICE + 5 * DAY + 334 * DAY) == 0
    assert told_at(NOTICE + 5 * DAY + 335 * DAY) == 1


@pytest.mark.clause("AC-10")
def test_a_crash_between_two_players_leaves_the_rest_for_the_next_night(monkeypatch: pytest.MonkeyPatch) -> None:
    chains = sorted(world.sign_up(name) for name in ("ada", "ben", "cem"))

    def dies_at_the_second(event: NewEvent, *, now: datetime) -> None:
        if event.subject == chains[1]:
            raise KeyboardInterrupt
        save_event(event, now=now)

    with monkeypatch.context() as patch:
        patch.setattr("players.operations.dormancy.save_event", dies_at_the_second)
        with pytest.raises(KeyboardInterrupt):
            told_at(NOTICE)

    assert told_at(NOTICE + DAY) == 2
    assert [told(chain, "dormancy-near") for chain in chains] == [[({}, {}, "platform")]] * 3


@pytest.mark.clause("F59")
def test_beat_has_unused_accounts_marked_every_night() -> None:
    scheduled = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]

    assert mark_dormant_task.name in scheduled
    assert mark_dormant_task() == 0


# --- Looking at identities ----------------------------------------------------------------------------------


@pytest.mark.clause("F34")
@pytest.mark.clause("AC-12")
def test_a_look_at_an_identity_is_kept_with_its_reason(seat: SeatedPlayer) -> None:
    assert view_identity(seat.chain, reason="a complaint", actor="operator:ann", now=NOW) == world.identity_of("ada")

    (event, *_) = events(subject=seat.chain, before=None, limit=1)
    assert (event.kind, event.actor, event.reason) == ("identity-viewed", "operator:ann", "a complaint")
    assert (event.before, event.after) == ({}, {})

"""The client against a platform that lies: it stops before it signs, and keeps what contradicts itself."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from audit import keys
from audit.core.note import leaf_hash as leaf_of_note, sign_note
from reddog_client import base64_text
from reddog_client.enrolment import Enrolment
from reddog_client.errors import DoubtError, Reason, RefusedError, VerificationError
from reddog_client.keys import DeviceKey
from reddog_client.merkle import leaf_hash
from reddog_client.public_keys import Use
from reddog_client.signed_notes import split
from reddog_client.statements import possession
from tests.clients.meddling import Meddler, Registered, answering, registered
from tests.clients.test_log_proofs import inclusion_path
from tests.two_people import apply_together
from tests.verifier.producer import root
from tests.world import PIN

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from reddog_client.player import Document, Player

pytestmark = pytest.mark.slow

GAME = "red-dog-atlantic-city"


def test_a_platform_that_lies_gets_no_further_signature(url: str, tmp_path: Path, subtests: pytest.Subtests) -> None:
    for lie in LIES:
        with subtests.test(lie.__name__):
            lie(registered(url), tmp_path / lie.__name__)


def enrolled(player: Player) -> None:
    """Give the player keys; the newest checkpoint is seen, as after any round."""
    Enrolment(player).enrol(lambda _code: None, pin=PIN)
    player.log.prove(player.chain.leaf)


def on(path: str, lie: Callable[[httpx.Request, httpx.Response], httpx.Response]) -> Any:
    """Return a change of the answers to paths that have `path` in them."""
    return lambda request, answer: lie(request, answer) if path in request.url.path else answer


def changed(answer: httpx.Response, change: Callable[[dict[str, Any]], None]) -> httpx.Response:
    """Return a JSON answer with something else in it, leaving refusals as they are."""
    if not answer.is_success:
        return answer
    document = answer.json()
    change(document)
    return httpx.Response(answer.status_code, json=document)


def rewritten(receipt: dict[str, Any], **fields: object) -> dict[str, Any]:
    """Return the receipt of another record in this place, signed with the operator's own key."""
    told = {**json.loads(split(receipt["note"])[0]), **fields}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    note = sign_note(text, keys.signer("rounds"))
    return {"seq": told["seq"], "leaf": leaf_of_note(note).hex(), "note": note}


def deal_until_open(player: Player) -> Document:
    """Deal until a round waits for a decision, which four in five do."""
    game = player.game(GAME)
    while True:
        dealt = player.deal(game, 500)
        if dealt["status"] == "open":
            return dealt


def refused(player: Player, meddler: Meddler, call: Callable[[], object], reason: Reason, *, posts: str) -> None:
    """See that the client ends a call for this reason, posts nothing like it, and keeps the evidence."""
    before = meddler.posted(posts)
    with pytest.raises(VerificationError) as found:
        call()
    assert found.value.reason is reason, found.value
    assert meddler.posted(posts) == before
    assert player.account.receipts


def a_commitment_that_is_not_in_the_log_is_not_answered_with_a_seed(ada: Registered, folder: Path) -> None:
    meddler = Meddler()
    with ada.player(folder, meddler) as player:
        enrolled(player)
        first = next(player.account.receipts.read())["leaf"]

        # The proof of another record, which is in the log.
        other = player.api.text(f"/log/proof/{first}.tlog-proof")
        meddler.change = on("/log/proof/", lambda _request, _answer: answering(other))
        refused(player, meddler, player.open_epoch, Reason.UNPROVED_RECORD, posts="/epochs")

        # No proof at all.
        missing = {"code": "unknown-leaf", "title": "Not there", "detail": "Not there."}
        meddler.change = on("/log/proof/", lambda _request, _answer: httpx.Response(404, json=missing))
        with pytest.raises(RefusedError, match="unknown-leaf"):
            player.open_epoch()
        assert meddler.posted("/epochs") == 0

        # What did not hold is remembered: only a person says that it goes on.
        meddler.change = lambda _request, answer: answer
        with pytest.raises(DoubtError, match="unproved-record"):
            player.open_epoch()
        assert meddler.posted("/epochs") == 0
        player.account.dispel()
        player.open_epoch()
        assert meddler.posted("/epochs") == 1


def forked(player: Player, *, size: int) -> tuple[str, str]:
    """Return a proof of the announcing record in a log of another past, and its checkpoint, signed by the log's own key."""
    announced = player.chain.announced
    assert announced is not None
    leaves = [leaf_hash(f"invented {number}".encode()) for number in range(size)]
    leaves[1] = bytes.fromhex(announced.leaf)
    origin = player.account.state.trust.origin
    note = sign_note(f"{origin}\n{size}\n{base64_text.encode(root(leaves))}\n", keys.signer("log"))
    path = "".join(f"{base64_text.encode(node)}\n" for node in inclusion_path(leaves, 1))
    return f"c2sp.org/tlog-proof@v1\nindex 1\n{path}\n{note}", note


def another_log_of_the_same_size_is_refused_although_it_has_the_commitment(ada: Registered, folder: Path) -> None:
    refuses_fork(ada, folder, more=0)


def another_log_of_a_greater_size_is_refused_although_it_has_the_commitment(ada: Registered, folder: Path) -> None:
    refuses_fork(ada, folder, more=1)


def another_log_of_a_smaller_size_is_refused_although_it_has_the_commitment(ada: Registered, folder: Path) -> None:
    refuses_fork(ada, folder, more=-1)


def refuses_fork(ada: Registered, folder: Path, *, more: int) -> None:
    meddler = Meddler()
    with ada.player(folder, meddler) as player:
        enrolled(player)
        seen = player.account.state.checkpoint
        assert seen is not None
        proof, note = forked(player, size=seen.size + more)
        older, newer = (seen.note, note) if more >= 0 else (note, seen.note)
        grown = f"old {split(older)[0].splitlines()[1]}\n{base64_text.encode(bytes(32))}\n\n{newer}"

        def lie(request: httpx.Request, answer: httpx.Response) -> httpx.Response:
            if "/log/proof/" in request.url.path:
                return answering(proof)
            return answering(grown) if "/log/consistency/" in request.url.path else answer

        meddler.change = lie
        refused(player, meddler, player.open_epoch, Reason.FORKED_LOG, posts="/epochs")
        kept = json.loads((folder / "evidence.jsonl").read_text())["evidence"]
        if more == 0:
            assert kept == [seen.note, note], "two roots for one size, both signed: a proof for everybody"
        assert player.account.state.checkpoint == seen


def a_checkpoint_of_another_key_is_refused(ada: Registered, folder: Path) -> None:
    meddler = Meddler()
    with ada.player(folder, meddler) as player:
        enrolled(player)

        def forge(_request: httpx.Request, answer: httpx.Response) -> httpx.Response:
            head, _, checkpoint = answer.text.partition("\n\n")
            return answering(f"{head}\n\n{sign_note(split(checkpoint)[0], keys.signer('rounds'))}")

        meddler.change = on("/log/proof/", forge)
        refused(player, meddler, player.open_epoch, Reason.UNSIGNED_CHECKPOINT, posts="/epochs")


def a_key_that_operators_let_in_unasked_stops_the_client_before_it_signs_anew(ada: Registered, folder: Path) -> None:
    """It is really in the chain: two operators have let it in."""
    meddler = Meddler()
    with ada.player(folder, meddler) as player:
        enrolled(player)
        player.open_epoch()
        game = player.game(GAME)
        thief = DeviceKey.draw()
        place = player.signing.place(for_ms=600_000)
        pop = possession(place.player_key(thief.public, use=Use.PLAY), thief)
        asked = {"alg": "ed25519", "pub": thief.public.pub.hex(), "use": "play", "pop": {**pop, "prev": place.prev}}
        apply_together("admit-player-key", {"player_id": ada.chain.hex, **asked}, now=datetime.now(UTC))

        with pytest.raises(VerificationError) as found:
            player.deal(game, game["stake_min"]["amount"])
        assert found.value.reason is Reason.UNKNOWN_PLAYER_KEY
        assert thief.public.kid in found.value.detail
        # What was signed before was about the chain without it, and was refused.
        assert meddler.posted("/rounds") == 1
        assert player.api.get("/rounds")["items"] == []

    with pytest.raises(VerificationError) as again, ada.player(folder, meddler):
        pass
    assert again.value.reason is Reason.UNKNOWN_PLAYER_KEY
    assert meddler.posted("/rounds") == 1

    # She refuses it before its 72 hours are over, and plays on.
    with ada.player(folder, meddler, log_in=False) as player:
        player.api.authorize(str(player.api.post(
            "/sessions", {"username": ada.username, "password": ada.password})["token"]))  # fmt: skip
        with pytest.raises(DoubtError):
            player.deal(game, game["stake_min"]["amount"])
        Enrolment(player).refuse(thief.public.kid)
        assert thief.public.kid not in player.chain.live_kids(Use.PLAY)
        assert deal_until_open(player)["status"] == "open"


def a_record_in_the_place_of_one_that_the_client_has_answered_is_refused(ada: Registered, folder: Path) -> None:
    meddler = Meddler()
    with ada.player(folder, meddler) as player:
        enrolled(player)
        player.open_epoch()
        ada.fund(500)

        def replace_first(document: dict[str, Any]) -> None:
            document["items"] = [rewritten(receipt, prev="00" * 32) for receipt in document["items"][:1]]

        meddler.change = on("/records", lambda _request, answer: changed(answer, replace_first))
        refused(player, meddler, player.follow, Reason.BROKEN_CHAIN, posts="/rounds")


def cards_that_are_not_those_of_the_record_are_not_decided_on(ada: Registered, folder: Path) -> None:
    meddler = Meddler()

    def show_others(document: dict[str, Any]) -> None:
        if document["status"] == "open":
            document["cards"] = ["2c", "Ad"]

    with ada.player(folder, meddler) as player:
        enrolled(player)
        player.open_epoch()
        meddler.change = on(f"/games/{GAME}/rounds", lambda _request, answer: changed(answer, show_others))

        with pytest.raises(VerificationError) as found:
            deal_until_open(player)

    assert found.value.reason is Reason.OTHER_RECORD
    assert meddler.posted("/actions") == 0


def a_record_of_another_stake_is_refused_by_a_player_with_keys(ada: Registered, folder: Path) -> None:
    refuses_stake(ada, folder, keyed=True, reason=Reason.UNSIGNED_RECORD)


def a_record_of_another_stake_is_refused_and_kept_by_a_player_without(ada: Registered, folder: Path) -> None:
    refuses_stake(ada, folder, keyed=False, reason=Reason.OTHER_RECORD)
    kept = [json.loads(line)["note"] for line in (folder / "receipts.jsonl").read_text().splitlines()]
    assert any('"ante":999' in note for note in kept)


def refuses_stake(ada: Registered, folder: Path, *, keyed: bool, reason: Reason) -> None:
    meddler = Meddler()

    def raise_stake(document: dict[str, Any]) -> None:
        # The settlement of a round without a decision would not follow another deal.
        if document["status"] == "open":
            document["receipts"][0] = rewritten(document["receipts"][0], ante=999)

    with ada.player(folder, meddler) as player:
        if keyed:
            enrolled(player)
        player.open_epoch()
        meddler.change = on(f"/games/{GAME}/rounds", lambda _request, answer: changed(answer, raise_stake))

        with pytest.raises(VerificationError) as found:
            deal_until_open(player)

    assert found.value.reason is reason
    assert found.value.evidence


def a_settlement_with_another_decision_than_the_players_is_refused(ada: Registered, folder: Path) -> None:
    meddler = Meddler()

    def stand_instead(document: dict[str, Any]) -> None:
        settled = json.loads(split(document["receipts"][-1]["note"])[0])
        acts = [{**act, "a": "stand", "amt": 0} for act in settled["acts"]]
        document["receipts"][-1] = rewritten(document["receipts"][-1], acts=acts)

    with ada.player(folder, meddler) as player:
        player.open_epoch()
        dealt = deal_until_open(player)
        meddler.change = on("/actions", lambda _request, answer: changed(answer, stand_instead))

        with pytest.raises(VerificationError) as found:
            player.act(dealt, "raise")

    assert found.value.reason is Reason.OTHER_RECORD
    assert json.loads((folder / "evidence.jsonl").read_text())["reason"] == "other-record"


LIES: tuple[Callable[[Registered, Path], None], ...] = (
    a_commitment_that_is_not_in_the_log_is_not_answered_with_a_seed,
    another_log_of_the_same_size_is_refused_although_it_has_the_commitment,
    another_log_of_a_greater_size_is_refused_although_it_has_the_commitment,
    another_log_of_a_smaller_size_is_refused_although_it_has_the_commitment,
    a_checkpoint_of_another_key_is_refused,
    a_key_that_operators_let_in_unasked_stops_the_client_before_it_signs_anew,
    a_record_in_the_place_of_one_that_the_client_has_answered_is_refused,
    cards_that_are_not_those_of_the_record_are_not_decided_on,
    a_settlement_with_another_decision_than_the_players_is_refused,
    a_record_of_another_stake_is_refused_by_a_player_with_keys,
    a_record_of_another_stake_is_refused_and_kept_by_a_player_without,
)

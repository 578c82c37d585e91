"""A round of one seat shown to an auditor: seed, bytes, draws, cards, decisions and money."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from tests.verifier.hands import deals_win
from tests.verifier.log_server import serving
from tests.verifier.play import founded, one_montana_round, one_round, seated
from tests.verifier.spoiling import fields
from verifier import shuffle
from verifier.__main__ import main
from verifier.round_draws import Draws

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verifier.producer import Log


class Auditor:
    """Somebody who looks at one round of a log."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder / "export"
        self._capsys = capsys

    def sees(self, log: Log, *, nonce: int = 1, where: str = "") -> tuple[int, str]:
        name = f"{fields(log, 'init')['chain']}-0-{nonce}"
        self._capsys.readouterr()
        status = main(["replay", name, where or str(log.seal().write(self.folder))])
        printed = self._capsys.readouterr().out
        assert printed.isascii()
        return status, printed


@pytest.fixture
def auditor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Auditor:
    return Auditor(tmp_path, capsys)


def test_a_round_is_shown_from_commitment_to_money(auditor: Auditor) -> None:
    log = one_round()
    commit, opened, deal, settle = (fields(log, kind) for kind in ("commit", "open", "deal", "settle"))

    status, printed = auditor.sees(log)

    assert status == 0
    assert f"epoch 0 of 8 rounds is committed to by {commit['commit']}" in printed
    assert f"the client seed is {opened['client']}" in printed
    assert f"the player sees {' '.join(deal['cards'])}" in printed
    assert f"the seed was {settle['seed']}" in printed
    assert "hashed 1 times it is the commitment" in printed
    assert [line.split(": ")[2][:2] for line in printed.splitlines() if " place " in line] == settle["cards"]
    assert "'raise' 5.00 by player at 2026-" in printed
    assert f"'win', staked 10.00, returned {settle['pay']['returned'] / 100:.2f}" in printed
    assert "so it is by the rules" in printed
    assert f"balance 995.00, then {settle['bal'][1] / 100:.2f}" in printed
    assert "OK: the player's chain holds" in printed
    assert "DIFFERS" not in printed


def test_the_same_is_shown_of_a_served_log(auditor: Auditor) -> None:
    log = one_round()
    shown = auditor.sees(log)
    with serving(auditor.folder) as server:
        assert auditor.sees(log, where=server.address) == shown


def test_side_bets_voids_and_open_rounds_are_shown(auditor: Auditor) -> None:
    status, printed = auditor.sees(one_montana_round())
    assert (status, "side bet 2.00" in printed, "side bet on " in printed) == (0, True, True)

    log, rules = founded()
    ada = seated(log, "ada").open(wanted=deals_win).deal(500, rules=rules).void()
    ada.deal(700, rules=rules)
    assert "voided by 'operator-17', 'operator-4': \"the table's terminal" in auditor.sees(log)[1]
    assert "the round is open at the end of the log" in auditor.sees(log, nonce=2)[1]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": "00" * 32}, "and not the commitment"),
        ({"pay": {"returned": 1, "staked": 1000}}, "the rules give 'win', staked 10.00"),
        ({"cards": ["2c", "9c", "4c"]}, "these are not the cards of the seed"),
        ({"acts": [{"a": "double", "amt": 500, "by": "player", "t": 1}]}, "the rules do not allow these decisions"),
    ],
)
def test_what_differs_is_said_where_it_does(auditor: Auditor, changes: dict[str, object], said: str) -> None:
    log = one_round()
    fields(log, "settle").update(changes)

    status, printed = auditor.sees(log)

    assert status == 1
    assert re.search(f"DIFFERS: .*{re.escape(said)}", printed), printed


def test_the_commitment_shown_is_the_newest_before_the_opening(auditor: Auditor) -> None:
    log, rules = founded()
    ada = seated(log, "ada")
    ada.rounds = 4
    ada.commit(reason="shorter epochs were asked for")
    log.checkpoint()
    ada.open().deal(500, rules=rules).settle()

    status, printed = auditor.sees(log)

    assert (status, printed.count("is committed to by"), "DIFFERS" in printed) == (0, 2, False)


def test_a_round_that_is_not_there_is_not_shown(auditor: Auditor) -> None:
    assert auditor.sees(one_round(), nonce=2)[0] == 64


@pytest.mark.parametrize("decks", [1, 4, 5, 8])
def test_the_draws_deal_what_the_shoe_deals(decks: int) -> None:
    round_of = {"seed": b"s" * 32, "chain": b"c" * 16, "client": b"client"}
    for nonce in range(1, 20):
        shoe = shuffle.shoe(**round_of, epoch=3, nonce=nonce, decks=decks)
        draws = Draws(stream=shuffle.round_bytes(**round_of, epoch=3, nonce=nonce), size=52 * decks)
        assert list(islice(draws.cards(), 52 * decks)) == list(shoe)
        assert len(draws.made) == 52 * decks

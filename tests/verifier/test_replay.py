"""A hand and a game shown to an auditor, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.producer import TRUST, Log, canonical, name_of, random_bytes, shuffled
from tests.verifier.spoiling import fields, later, put_in
from tests.verifier.table_logs import burnt_epoch, long_game, montana_hand, pot_game, shared_hand, voided_hand
from tests.verifier.test_command import run
from tests.verifier.test_table_pot_attacks import decision
from verifier import __main__

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def shown(log: Log, folder: Path, capsys: pytest.CaptureFixture[str], *, epoch: int = 0) -> tuple[int, str]:
    """Replay an epoch of a log's only table; return the exit status and what was printed."""
    name = f"{fields(log, 'table')['chain']}-{epoch}"
    log.sizes = [size for size in log.sizes if size <= len(log.drafts)]
    status = __main__.main(["replay", name, str(log.seal().write(folder / "export"))])
    printed = capsys.readouterr().out
    assert printed.isascii()
    return status, printed


def test_a_hand_is_shown_with_stakes_values_decisions_and_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = shared_hand().copied()
    end = fields(log, "hand_end")

    status, printed = shown(log, tmp_path, capsys)

    assert status == 0
    assert "red-dog-table version 1, in USD" in printed
    assert "seat 1: 6.00, contributes" in printed
    assert f"seat 4 reveals {fields(log, 'open')['reveals'][1]['r']}" in printed
    assert f"all see {' '.join(end['cards'][:2])}" in printed
    assert "seat 1: 'raise' 6.00 by player at 2026-" in printed
    assert "seat 4: 'stand' by timeout at 2026-" in printed
    assert f"cards {' '.join(end['cards'])}" in printed
    assert "OK: the table's chain holds" in printed


def test_hidden_hands_and_side_bets_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = shown(montana_hand().copied(), tmp_path, capsys)

    assert status == 0
    assert "seat 1 is dealt a hidden hand, sealed" in printed
    assert "side bet 2.00" in printed
    assert "surrender, staked 8.00, returned" in printed
    assert "side bet on" in printed


def test_a_game_is_played_along_from_its_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = pot_game().copied()
    turns = sum(draft.fields["type"] == "turn" for draft in log.drafts)

    status, printed = shown(log, tmp_path, capsys)

    assert status == 0
    assert "from the dealer's left: seats 0, 3, 5" in printed
    assert printed.count("by the seed seat 3 holds") > turns / 2
    assert "'raise' 10.00 by player" in printed
    assert "seat 3: vote by player" in printed
    assert "the game ended by time" in printed
    assert "DIFFERS" not in printed


def drawn(printed: str) -> list[str]:
    """Return the cards of the draws, in their order."""
    return [line.split(": ")[2][:2] for line in printed.splitlines() if line.startswith("          place ")]


@pytest.mark.parametrize("honest", [shared_hand, montana_hand])
def test_each_draw_of_a_hand_is_shown_from_the_commitment_to_the_cards(
    honest: Callable[[], Log], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = honest().copied()
    end = fields(log, "hand_end")

    status, printed = shown(log, tmp_path, capsys)

    assert status == 0
    assert f"the seed was {end['seed']}" in printed
    assert "hashed once it is the commitment" in printed
    assert drawn(printed) == end["cards"]
    assert f"by the seed the cards are {' '.join(end['cards'])}" in printed
    assert "DIFFERS" not in printed


def test_each_draw_of_a_game_is_shown_through_its_reshuffles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = long_game().copied()

    status, printed = shown(log, tmp_path, capsys)

    assert (status, "DIFFERS" in printed) == (0, False)
    reshuffles, place = [draft.fields["at"] for draft in log.drafts if "at" in draft.fields][-1]
    cards = drawn(printed)
    assert reshuffles == 1
    assert len(cards) == 52 + place
    assert len(set(cards[:52])) == 52
    assert "reshuffle 1: the 48 cards that were used" in printed
    turned = [card for draft in log.drafts for turn in draft.fields.get("turns", ()) for card in turn["cards"]]
    assert cards[52:] == reshuffled(log, turned[:48])[:place]


def reshuffled(log: Log, used: list[str]) -> list[str]:
    """Return the pack of the first reshuffle by the definition of docs/formats/shuffle.md."""
    seed, opened = bytes.fromhex(fields(log, "hand_end")["seed"]), fields(log, "open")
    client = (1).to_bytes(4, "big") + bytes.fromhex(opened["client"])
    stream = random_bytes(seed, opened["chain"], 0, 1, client, 4000, purpose=b"reshuffle")
    return [name_of(card) for card in shuffled(stream, [card for card in range(52) if name_of(card) in used])]


def test_a_seed_that_is_not_the_committed_one_is_shown_to_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = shared_hand().copied()
    put_in("hand_end", ("seed",), "00" * 32)(log)

    status, printed = shown(log, tmp_path, capsys)

    assert status == 1
    assert "and not the commitment" in printed
    assert "DIFFERS: all saw other cards" in printed
    assert "DIFFERS: these are not the cards of the record" in printed


def test_a_hand_that_was_voided_shows_the_cards_that_its_seed_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = voided_hand().copied()
    status, printed = shown(log, tmp_path, capsys)
    assert status == 0
    assert drawn(printed)[:2] == fields(log, "hand")["cards"]


def test_a_game_that_the_seed_does_not_give_is_shown_where_it_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = pot_game().copied()
    put_in("turn", ("turns", 0, "refill"), 500, decision(log))(log)

    status, printed = shown(log, tmp_path, capsys)

    assert status == 1
    assert printed.count("DIFFERS: this record moves other chips than the rules do") == 1
    assert "verdict   E_CHIPS at log index" in printed


@pytest.mark.parametrize(
    ("honest", "words"),
    [(burnt_epoch, "no value of seats 4"), (voided_hand, "by 'operator-4', 'operator-17': 'a broken shoe'")],
)
def test_an_epoch_without_a_result_is_shown(
    honest: Callable[[], Log], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, printed = shown(honest().copied(), tmp_path, capsys)

    assert status == 0
    assert words in printed


def test_a_late_hand_is_late(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = burnt_epoch().copied()
    later("table_abort", 10_001)(log)

    assert shown(log, tmp_path, capsys)[0] == 2


def test_an_epoch_that_is_not_there_is_no_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = shown(shared_hand().copied(), tmp_path, capsys, epoch=9)

    assert status == 64
    assert "the log has no epoch 9" in printed


def test_the_program_replays_with_keys_that_came_another_way(tmp_path: Path) -> None:
    log = shared_hand().copied()
    folder = log.seal().write(tmp_path / "export")
    (tmp_path / "trust").write_text(canonical(TRUST))
    name = f"{fields(log, 'table')['chain']}-0"

    done = run("replay", name, folder, "--trust", tmp_path / "trust")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verdict   OK" in done.stdout

    (folder / "trust.json").unlink()
    assert run("replay", name, folder).returncode == 1
    assert run("replay", "table-1", folder).returncode == 64

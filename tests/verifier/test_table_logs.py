"""Honest tables: random evenings of them are accepted, and so are the answers that were published with the protocol."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.shared_vectors import published_lines
from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.gamblers import Gambler, with_tables
from tests.verifier.producer import (
    LOG,
    SYSTEM,
    TRUST,
    Document,
    Sealed,
    Signer,
    canonical,
    leaf,
    needs_event,
    renamed,
    sign,
)
from tests.verifier.protected import REGISTERED, profile
from tests.verifier.sheets import INSERT, MONTANA_3_TABLE, MONTANA_TABLE, POT, RED_DOG_TABLE
from tests.verifier.tables import SOURCE, Host
from verifier import shuffle, verdict_output
from verifier.judge import Depth
from verifier.table_secrets import EpochSecrets, commitment, contribution, mix
from verifier.verdict import Code

HOUSE = (RED_DOG_TABLE, MONTANA_TABLE, MONTANA_3_TABLE)


def evening(seed: int, *, hands: int = 12, games: int = 2) -> tuple[Sealed, list[Host], Any]:
    """Play random hands and games at four tables: joins, withdrawals, silence, burnt epochs, voids, a croupier down."""
    dice = random.Random(seed)
    log = with_tables()
    wagers = {"wager_day": 5_000_000, "windows": "rolling", "zone": "Europe/Paris"}
    players = [Gambler(log, f"player {seed} {n}", rg=wagers if n % 3 == 0 else {}) for n in range(9)]
    beacons: Any = {"beacon": SOURCE} if seed % 2 == 0 else {}
    hosts = [Host(log, sheet, name=f"{sheet['game']} {seed}", **beacons) for sheet in HOUSE]
    hosts.append(Host(log, POT, name=f"{POT['game']} {seed}", **beacons))
    log.checkpoint()
    todo = [host for host in hosts for _ in range(games if host.pot else hands)]
    dice.shuffle(todo)
    for host in todo:
        if betting(host, players, dice):
            (game if host.pot else hand)(host, dice)
        host.settle(lost=[seat for seat in host.stakes if dice.random() < 0.2])
        if dice.random() < 0.4:
            log.checkpoint()
    log.checkpoint()
    return log.seal(), hosts, log


def betting(host: Host, players: list[Gambler], dice: random.Random) -> bool:
    """Take stakes and values; return whether a hand is to be played."""
    if dice.random() < 0.1:
        host.replace_seed()
    least = 2 if host.pot else 1
    taken = dice.sample(range(host.sheet["seats"]), dice.randint(least, min(host.sheet["seats"], len(players))))
    for seat, player in zip(taken, dice.sample(players, len(taken)), strict=True):
        bonus = 200 if host.sheet["family"] == "montana" and host.sheet["bonus"] and dice.random() < 0.5 else 0
        room = dice.choice([0, 20_000]) if host.pot and player.name.endswith(("0", "3", "6")) else None
        host.stake(player, seat, 2 * dice.randint(50, 5000), bonus=bonus, room=room)
    if len(taken) > least and dice.random() < 0.3:
        host.withdraw(taken[0])
    host.seats()
    if dice.random() < 0.1:
        covered = dice.random() < 0.7
        missing = dice.sample(sorted(host.stakes), dice.randint(1, len(host.stakes)))
        host.abort("no_reveal" if covered else "not_covered", missing=sorted(missing), covered=covered)
        return False
    host.open()
    return host.walk is not None if host.pot else host.asked


def hand(host: Host, dice: random.Random) -> None:
    words = ["raise", "stand"] if host.sheet["family"] == "red-dog" else ["raise", "play", "surrender"]
    if dice.random() < 0.05:
        host.abort("void")
        return
    for seat in dice.sample(sorted(host.stakes), len(host.stakes)):
        if dice.random() < 0.8:
            host.act(seat, dice.choice(words))
    host.finish_hand(late=dice.randrange(10_000))


def game(host: Host, dice: random.Random) -> None:
    for number in range(120):
        walk = host.walk
        if walk is None:
            return
        if number > 3 and dice.random() < 0.01:
            host.abort("void")
            return
        seats = [host.order[at] for at in walk.state.in_play]
        chance = dice.random()
        if chance < 0.05 and (there := [seat for seat in seats if seat not in host.away]):
            host.mark(dice.choice(there), "away", by=dice.choice(["player", "protection"]))
        elif chance < 0.1 and host.away:
            host.mark(dice.choice(sorted(host.away)), "back")
        elif chance < 0.2 and (silent := [seat for seat in seats if seat not in host.votes]):
            host.mark(dice.choice(silent), "vote")
        elif chance < 0.4 or host.decider in host.away:
            host.default(late=dice.randrange(5000))
        else:
            decide(host, dice)
    if host.walk is not None:
        host.divide("time")


def decide(host: Host, dice: random.Random) -> None:
    walk = host.playing
    legal = dice.choice(walk.RULES.need(walk.state).legal_actions)  # type: ignore[union-attr]  # somebody must decide
    steps = (legal.cost_max_minor - legal.cost_min_minor) // legal.step_minor
    amount = legal.cost_min_minor + legal.step_minor * dice.randint(0, min(steps, 6))
    room = host.rooms.get(host.decider)
    if legal.action.value == "raise" and room is not None and walk.raised.get(host.decider, 0) + amount > room:
        host.default()
        return
    host.turn(legal.action.value, amount)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_evening_at_all_tables_holds(seed: int) -> None:
    sealed, hosts, log = evening(seed)

    outcome = audited(sealed)

    opened = [draft.fields for draft in log.drafts if draft.fields["type"] == "open" and "reveals" in draft.fields]
    uncompared = sum("beacon" in each for each in opened)
    assert uncompared == (len(opened) if seed % 2 == 0 else 0)
    assert code(outcome) == ("W_BEACON" if uncompared else "OK"), verdict_output.deciding(outcome)
    assert outcome.tally.failures == ({Code.W_BEACON: uncompared} if uncompared else {})
    totals = outcome.tally.tables
    ends = [draft.fields for draft in log.drafts if draft.fields["type"] == "hand_end"]
    assert sum(counts.hands for counts in totals.values()) == sum("acts" in end for end in ends)
    assert sum(counts.games for counts in totals.values()) == sum("why" in end for end in ends)
    burnt = [draft.fields for draft in log.drafts if draft.fields["type"] == "table_abort"]
    assert sum(counts.burnt + counts.voided for counts in totals.values()) == len(burnt)
    assert outcome.tally.table_chains == len(hosts)
    assert all(money.on_tables == 0 == money.in_play for money in outcome.tally.money.values())


def test_processes_that_share_the_work_agree_on_it() -> None:
    sealed, _, _ = evening(11, hands=60, games=4)
    assert max(sealed.checkpoints) > 2000, "fewer entries would be judged by one process"

    with tempfile.TemporaryDirectory() as folder:
        sealed.write(Path(folder))
        alone, shared = (audited_folder(Path(folder), jobs=jobs, depth=Depth.TREE) for jobs in (1, 3))

    assert code(alone) == "OK"
    assert verdict_output.as_document(alone) == verdict_output.as_document(shared)


def test_open_stakes_are_money_that_tables_hold() -> None:
    log = with_tables()
    ada, ben, cem = (Gambler(log, name) for name in ("ada", "ben", "cem"))
    pot, house = Host(log, POT), Host(log, RED_DOG_TABLE)
    pot.stake(ada, 0)
    pot.stake(ben, 1)
    pot.seats()
    pot.open()
    house.stake(cem, 0, 700)
    log.checkpoint()

    outcome = audited(log.seal())

    assert code(outcome) == "OK"
    (money,) = outcome.tally.money.values()
    assert (money.on_tables, money.in_play) == (40_000, 700)
    assert "on tables 400.00" in "\n".join(verdict_output.as_text(outcome))


def test_values_that_came_late_were_lost_or_are_owed_are_counted_by_table() -> None:
    log = with_tables()
    players = [Gambler(log, name) for name in ("ada", "ben", "cem")]
    host = Host(log, RED_DOG_TABLE)
    for seat, player in enumerate(players):
        host.stake(player, seat)
    host.seats()
    host.abort(missing=[0, 1, 2])
    host.settle(lost=[1])
    host.stake(players[0], 0)
    host.stake(players[1], 1)
    log.checkpoint()

    outcome = audited(log.seal())

    assert code(outcome) == "OK"
    counts = outcome.tally.tables[host.chain]
    assert (counts.burnt, counts.values_late, counts.values_lost, counts.values_owed) == (1, 1, 1, 1)


def test_a_sheet_whose_payouts_nobody_knows_is_published_and_not_played() -> None:
    log = with_tables()
    log.add("0" * 32, "rules", {"rules": INSERT})
    assert code(audited(_checkpointed(log))) == "OK"

    Host(log, INSERT)
    assert code(audited(_checkpointed(log))) == "E_TABLE"


def _checkpointed(log: Any) -> Sealed:
    log.checkpoint()
    sealed: Sealed = log.seal()
    return sealed


# --- Known answers ----------------------------------------------------------------------------------------------


def vectors(*fields: str) -> list[Document]:
    found = [line for line in published_lines("tables.jsonl") if line.keys() >= {*fields}]
    if not found:
        pytest.skip("../shared/vectors/tables.jsonl does not exist")
    return found


def reveals(vector: Document) -> Any:
    return [{"seat": seat, "r": value} for seat, value in vector["reveals"]]


def test_decks_follow_from_the_seats_as_published() -> None:
    for vector in vectors("deck"):
        chain, epoch, seed = vector["chain"], vector["epoch"], vector["seed"]
        assert commitment(chain=chain, epoch=epoch, seed=seed) == vector["commit"]
        for (seat, value), (_, promised) in zip(vector["reveals"], vector["contribs"], strict=True):
            assert contribution(chain=chain, epoch=epoch, seat=seat, value=value) == promised
        client = mix(chain=chain, epoch=epoch, reveals=reveals(vector))
        assert client.hex() == vector["client"]
        deck = EpochSecrets(chain=chain, epoch=epoch, seed=seed, client=client).deck(packs=vector["decks"])
        assert deck[: len(vector["deck"])] == vector["deck"]
        assert " ".join(map(shuffle.card_text, vector["deck"])) == vector["cards"]


def test_used_cards_are_shuffled_again_as_published() -> None:
    for vector in vectors("discards_in_any_order"):
        client = bytes.fromhex(vector["client"])
        secrets = EpochSecrets(chain=vector["chain"], epoch=vector["epoch"], seed=vector["seed"], client=client)
        assert secrets.reshuffled(vector["k"], vector["discards_in_any_order"]) == vector["pack"]


def test_hands_are_sealed_as_published() -> None:
    for vector in vectors("sealed"):
        secrets = EpochSecrets(chain=vector["chain"], epoch=vector["epoch"], seed=vector["seed"], client=b"")
        for number, (key, cards, sealed) in enumerate(
            zip(vector["keys"], vector["cards"], vector["sealed"], strict=True)
        ):
            assert secrets.key(vector["seat"], number) == key
            assert secrets.sealed(vector["seat"], number, cards) == sealed


def system_records(vector: Document) -> int:
    """Return how many records of the system chain a published log begins with. It has no others."""
    return sum(f'"chain":"{SYSTEM}"' in entry["note"] for entry in vector["log"])


def profile_after(entry: bytes) -> Document:
    """Return the profile that follows a record of the system chain."""
    before = json.loads(entry.partition(b"\n")[0])
    common = {"v": "rdf/2", "type": "profile", "chain": SYSTEM, "time": before["time"], "salt": "5a" * 16}
    # It may wait to be listed, as the other events.
    linked = {"seq": before["seq"] + 1, "prev": leaf(entry).hex(), "ev": "5b" * 32}
    return {**common, **linked, **profile(before["time"])}


def test_published_hands_hold_once_they_carry_the_version_that_has_tables() -> None:
    """The answers were signed before the version had its number: they are linked and signed again, with the same keys."""
    root, rounds = Signer("casino.example/root", ord("R")), Signer("casino.example/rounds-20261122", ord("r"))
    for vector in vectors("log"):
        assert vector["root"] == root.vkey
        moved: dict[str, str] = {}
        entries: list[bytes] = []
        for entry in vector["log"]:
            assert leaf(entry["note"].encode()).hex() == entry["leaf"]
            document = renamed(json.loads(entry["note"].partition("\n")[0]), moved)
            document["v"] = "rdf/2"
            if document["type"] == "deal":
                document["sess"] = "5e" * 32
            if document["type"] == "limits":
                document["act"] = REGISTERED
            # The profile is one record more, which checkpoints cover.
            if "size" in document:
                document["size"] += 1
            if document["chain"] != SYSTEM and len(entries) == system_records(vector):
                entries.append(rounds.note(canonical(profile_after(entries[-1])) + "\n"))
            if needs_event(document["type"], document):
                # It may wait to be listed: these logs last for less than a minute.
                document["ev"] = leaf(canonical(document).encode()).hex()
            signer = root if document["type"] == "key" else rounds
            entries.append(signer.note(canonical(document) + "\n"))
            moved[entry["leaf"]] = leaf(entries[-1]).hex()
        trust = {**TRUST, "root": root.vkey, "log": LOG.vkey}
        sealed = Sealed(entries=entries, checkpoints=sign(entries, [size + 1 for size in vector["sizes"]]), trust=trust)

        outcome = audited(sealed)

        assert code(outcome) == "OK", verdict_output.deciding(outcome)
        (counts,) = outcome.tally.tables.values()
        assert counts.hands + counts.burnt == 1

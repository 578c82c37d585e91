"""The second half of a round: settled by the rules, or taken back.

Source: docs/formats/record.md, "Rounds" and "Time-outs"; shuffle.md; rule-sheet.md.
"""

from verifier import red_dog, shuffle
from verifier.money import require_balance, require_moves
from verifier.player import Epoch, OpenRound, PlayerChain, Surroundings
from verifier.records import Settle, Void
from verifier.verdict import Code, Fault

_WINNING = ("win", "trips")


def check_settle(chain: PlayerChain, record: Settle, *, around: Surroundings) -> list[Fault]:
    """Replay the round from its seed; return what is late without being wrong.

    Raises:
        Fault: `E_NONCE`, `E_CHAIN`, `E_TIME_ORDER`, `E_SEED`, `E_CARDS`, `E_ACTION`, `E_PAYOUT`, `E_UNBALANCED`,
            `E_MOVES`, `E_BALANCE`, in this order.
    """
    epoch, played = _open_round(chain, record)
    _require_act_times(played, record)
    _require_seed(chain, epoch, played, record["seed"])
    cards = _require_cards(chain, epoch, played, record)
    raised_minor = _require_acts(played, record)
    outcome = _require_pay(played, record, cards=cards, raised_minor=raised_minor)
    require_moves(
        record,
        {
            "cash": outcome.returned_minor - raised_minor,
            "in_play": -played.ante_minor,
            "house": outcome.staked_minor - outcome.returned_minor,
        },
    )
    require_balance(chain, record)
    if record["bal"][0] < raised_minor:
        raise Fault(Code.E_BALANCE, f"{raised_minor} was raised with {record['bal'][0]} in cash")
    _count_settled(chain, outcome, around=around)
    return _lateness(played, record)


def check_void(chain: PlayerChain, record: Void, *, around: Surroundings) -> list[Fault]:
    """Check that the round is taken back whole; return what is late or lost without being wrong.

    Raises:
        Fault: `E_NONCE`, `E_CHAIN`, `E_SEED`, `E_CARDS`, `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`, in this order.
    """
    epoch, played = _open_round(chain, record)
    milder = _lateness(played, record)
    seed = record.get("seed")
    if seed is None:
        milder.append(Fault(Code.E_SEED_LOST, "the round was voided without its seed: its cards cannot be judged"))
    else:
        _require_seed(chain, epoch, played, seed)
        cards = _replayed_cards(chain, epoch, played, seed=seed)
        _require_visible(played, cards)
        # Standing is no worse than raising for telling a win: the share of wins among voids is what betrays a choice.
        would_be = red_dog.settle(played.sheet, ante_minor=played.ante_minor, raise_minor=0, cards=cards)
        around.tally.voided_winning += would_be.result in _WINNING
    require_moves(record, {"cash": played.ante_minor, "in_play": -played.ante_minor})
    require_balance(chain, record)
    around.tally.voided += 1
    return milder


def apply_end(chain: PlayerChain) -> None:
    """Close the round."""
    chain.open_round = None


def _open_round(chain: PlayerChain, record: Settle | Void) -> tuple[Epoch, OpenRound]:
    played, epoch = chain.open_round, chain.epoch
    if played is None or epoch is None:
        raise Fault(Code.E_NONCE, "no round is open")
    if (record["epoch"], record["nonce"]) != (played.epoch, played.nonce):
        raise Fault(Code.E_NONCE, f"epoch {played.epoch}, nonce {played.nonce} is the round that is open")
    if record["deal"] != played.deal.leaf:
        raise Fault(Code.E_CHAIN, "the deal named is not that of the open round")
    return epoch, played


def _require_act_times(played: OpenRound, record: Settle) -> None:
    earliest = played.dealt_at
    for act in record["acts"]:
        if not earliest <= act["t"] <= record["time"]:
            raise Fault(Code.E_TIME_ORDER, "an act lies outside its round")
        earliest = act["t"]


def _require_seed(chain: PlayerChain, epoch: Epoch, played: OpenRound, seed: str) -> None:
    """Hash the seed down to the last one known, over rounds whose own seed was lost, and remember it."""
    revealed = bytes.fromhex(seed)
    hashed, chain_bytes = revealed, bytes.fromhex(chain.name)
    for index in range(played.nonce - 1, epoch.seed_nonce - 1, -1):
        hashed = shuffle.seed_before(chain=chain_bytes, epoch=epoch.number, index=index, seed=hashed)
    if hashed != epoch.seed:
        raise Fault(Code.E_SEED, "the seed does not hash to the one before")
    epoch.seed, epoch.seed_nonce = revealed, played.nonce


def _replayed_cards(chain: PlayerChain, epoch: Epoch, played: OpenRound, *, seed: str) -> list[str]:
    cards = shuffle.deal(
        seed=bytes.fromhex(seed),
        chain=bytes.fromhex(chain.name),
        epoch=epoch.number,
        nonce=played.nonce,
        client=epoch.client,
        decks=played.sheet["decks"],
        count=3,
    )
    return cards[: red_dog.cards_dealt(cards[0], cards[1])]


def _require_visible(played: OpenRound, cards: list[str]) -> None:
    if played.cards != cards[:2]:
        raise Fault(Code.E_CARDS, f"the deal showed {' '.join(played.cards)}, the seed gives {' '.join(cards[:2])}")


def _require_cards(chain: PlayerChain, epoch: Epoch, played: OpenRound, record: Settle) -> list[str]:
    cards = _replayed_cards(chain, epoch, played, seed=record["seed"])
    _require_visible(played, cards)
    if record["cards"] != cards:
        raise Fault(Code.E_CARDS, f"the cards are {' '.join(record['cards'])[:60]}, the seed gives {' '.join(cards)}")
    return cards


def _require_acts(played: OpenRound, record: Settle) -> int:
    first, second = played.cards
    raised_minor = red_dog.raised(
        played.sheet, ante_minor=played.ante_minor, first=first, second=second, acts=record["acts"]
    )
    if raised_minor is None:
        raise Fault(Code.E_ACTION, f"the acts do not fit a hand of {first} {second}")

    due = played.dealt_at + played.sheet["timeout_ms"]
    for act in record["acts"]:
        if act["by"] == "timeout" and (act["a"] != played.sheet["timeout_action"] or act["t"] < due):
            raise Fault(Code.E_ACTION, "a time-out came early, or did not take the default action")
    return raised_minor


def _require_pay(played: OpenRound, record: Settle, *, cards: list[str], raised_minor: int) -> red_dog.Outcome:
    outcome = red_dog.settle(played.sheet, ante_minor=played.ante_minor, raise_minor=raised_minor, cards=cards)
    pay = record["pay"]
    if record["result"] != outcome.result:
        raise Fault(Code.E_PAYOUT, f"the result is {record['result']}, the rules give {outcome.result}")
    if pay["staked"] != outcome.staked_minor:
        raise Fault(Code.E_PAYOUT, f"{pay['staked']} was staked, the acts give {outcome.staked_minor}")
    if pay["returned"] != outcome.returned_minor:
        raise Fault(Code.E_PAYOUT, f"{pay['returned']} was returned, the rules give {outcome.returned_minor}")
    return outcome


def _count_settled(chain: PlayerChain, outcome: red_dog.Outcome, *, around: Surroundings) -> None:
    money = around.tally.purse(chain.currency, chain.exponent, test_account=chain.test_account)
    money.handle += outcome.staked_minor
    money.returned += outcome.returned_minor
    around.tally.settled += 1
    around.tally.settled_won += outcome.result in _WINNING


def _lateness(played: OpenRound, record: Settle | Void) -> list[Fault]:
    over = record["time"] - played.late_after
    if over <= 0:
        return []
    return [Fault(Code.E_LATE, f"the round ended {over} ms after its time-out and the grace")]

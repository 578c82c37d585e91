"""Settlements and voids, the second half of a round.

Source: docs/formats/record.md, "Rounds" and "Time-outs"; shuffle.md; rule-sheet.md.
"""

from verifier import limits, lost_seeds
from verifier.evidence import Counts
from verifier.game import Outcome, SideBet
from verifier.link import Position
from verifier.money import require_balance, require_moves
from verifier.player import AuditContext, Epoch, LostSeed, OpenRound, PlayerChain
from verifier.records import Settle, SideBetPaid, Void
from verifier.round_cards import replayed, seed_at
from verifier.statistics import blind_cell, counted
from verifier.verdict import Code, Fault, Place


def check_settle(chain: PlayerChain, record: Settle, *, context: AuditContext) -> list[Fault]:
    """Replay the round from its seed, and refuse it if it differs. Return the faults of a correct but late settlement.

    Raises:
        Fault: `E_NONCE`, `E_CHAIN`, `E_TIME_ORDER`, `E_RG`, `E_SEED`, `E_CARDS`, `E_ACTION`, `E_PAYOUT`,
            `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`, in this order.
    """
    epoch, played = _open_round(chain, record)
    _require_act_times(played, record)
    limits.require_raise(chain, _raised(record), at=record["time"])
    _require_seed(chain, epoch, played, record["seed"], context=context)
    cards = _require_cards(chain, epoch, played, record)
    _require_acts(played, record)
    outcome = _require_pay(played, record, cards=cards)
    placed_minor = played.bet.placed_minor
    raised_minor = outcome.staked_minor - placed_minor
    require_moves(
        record,
        {
            "cash": outcome.returned_minor - raised_minor,
            "in_play": -placed_minor,
            "house": outcome.staked_minor - outcome.returned_minor,
        },
    )
    require_balance(chain, record)
    if record["bal"][0] < raised_minor:
        raise Fault(Code.E_BALANCE, f"{raised_minor} was raised with {record['bal'][0]} in cash")
    _count_settled(chain, played, outcome, context=context)
    if context.statistics is not None and counted(record["v"]):
        _count_revealed(chain.revealed, played, won=outcome.won)
        context.statistics.take_settled(played, record, won=outcome.won)
    return _lateness(played, record)


def check_void(chain: PlayerChain, record: Void, *, position: Position, context: AuditContext) -> list[Fault]:
    """Refuse a void that does not give the whole bet back. Return the faults of a correct void: late, or seed lost.

    Since the second version a lost seed is reported when its epoch has ended: something may prove that it was held.

    Raises:
        Fault: `E_NONCE`, `E_CHAIN`, `E_SEED`, `E_CARDS`, `E_UNBALANCED`, `E_MOVES`, `E_BALANCE`, in this order.
    """
    epoch, played = _open_round(chain, record)
    milder = _lateness(played, record)
    seed = record.get("seed")
    cards: list[str] | None = None
    if seed is not None:
        _require_seed(chain, epoch, played, seed, context=context)
        cards = _replayed_cards(chain, epoch, played, seed=seed)
        lost_seeds.require_visible(played, cards)
        # Nobody knows how the player would have decided, but the cards alone say whether the round would have won.
        # Too large a share of winning cards among voids shows that the operator chose which rounds to void.
        context.tally.voided_winning += played.game.settle(played.bet, acts=[], cards=cards).won
    elif not counted(record["v"]):
        milder.append(Fault(Code.E_SEED_LOST, lost_seeds.LOST))
    require_moves(record, {"cash": played.bet.placed_minor, "in_play": -played.bet.placed_minor})
    require_balance(chain, record)
    context.tally.voided += 1
    if counted(record["v"]):
        _keep_void(chain, played, record, cards, position=position, context=context)
    return milder


def apply_settle(chain: PlayerChain, record: Settle) -> None:
    """Close the round, and count the raise and what was returned."""
    chain.open_round = None
    if raised_minor := _raised(record):
        chain.staked.add(raised_minor, at=record["time"])
    if returned_minor := record["pay"]["returned"]:
        chain.returned.add(returned_minor, at=record["time"])


def apply_void(chain: PlayerChain, record: Void) -> None:
    """Close the round, and count what was returned."""
    chain.open_round = None
    if chain.epoch is not None and "seed" not in record and counted(record["v"]):
        chain.epoch.ended = True
    chain.returned.add(dict(record["moves"]).get("cash", 0), at=record["time"])


def _open_round(chain: PlayerChain, record: Settle | Void) -> tuple[Epoch, OpenRound]:
    played, epoch = chain.open_round, chain.epoch
    if played is None or epoch is None:
        raise Fault(Code.E_NONCE, "no round is open")
    if (record["epoch"], record["nonce"]) != (played.epoch, played.nonce):
        raise Fault(Code.E_NONCE, f"epoch {played.epoch}, nonce {played.nonce} is the round that is open")
    if record["deal"] != played.deal.leaf:
        raise Fault(Code.E_CHAIN, "the deal named is not that of the open round")
    return epoch, played


def _raised(record: Settle) -> int:
    raised_minor = 0
    # A plain loop, because this runs twice for every round and a generator would cost more than the sum.
    for act in record["acts"]:
        raised_minor += act["amt"]
    return raised_minor


def _require_act_times(played: OpenRound, record: Settle) -> None:
    earliest = played.dealt_at
    for act in record["acts"]:
        if not earliest <= act["t"] <= record["time"]:
            raise Fault(Code.E_TIME_ORDER, "an act lies outside its round")
        earliest = act["t"]


def _require_seed(chain: PlayerChain, epoch: Epoch, played: OpenRound, seed: str, *, context: AuditContext) -> None:
    """Refuse a seed that does not hash down to the last one known, also past lost seeds; otherwise keep it."""
    revealed = bytes.fromhex(seed)
    hashed = seed_at(revealed, down=played.nonce, to=epoch.seed_nonce, chain=chain.name, epoch=epoch.number)
    if hashed != epoch.seed:
        raise Fault(Code.E_SEED, "the seed does not hash to the one before")
    epoch.seed, epoch.seed_nonce = revealed, played.nonce
    if chain.lost_seeds:
        lost_seeds.prove(chain, epoch, seed=revealed, nonce=played.nonce, context=context)


def _replayed_cards(chain: PlayerChain, epoch: Epoch, played: OpenRound, *, seed: str) -> list[str]:
    return replayed(
        played.game,
        seed=bytes.fromhex(seed),
        chain=chain.name,
        epoch=epoch.number,
        nonce=played.nonce,
        client=epoch.client,
    )


def _require_cards(chain: PlayerChain, epoch: Epoch, played: OpenRound, record: Settle) -> list[str]:
    cards = _replayed_cards(chain, epoch, played, seed=record["seed"])
    lost_seeds.require_visible(played, cards)
    if record["cards"] != cards:
        raise Fault(Code.E_CARDS, f"the cards are {' '.join(record['cards'])[:60]}, the seed gives {' '.join(cards)}")
    return cards


def _require_acts(played: OpenRound, record: Settle) -> None:
    if not played.game.allows(record["acts"], ante_minor=played.bet.ante_minor, seen=played.cards):
        raise Fault(Code.E_ACTION, f"the acts do not fit a hand of {' '.join(played.cards)}")

    sheet = played.game.sheet
    due = played.dealt_at + sheet["timeout_ms"]
    for act in record["acts"]:
        if act["by"] == "timeout" and (act["a"] != sheet["timeout_action"] or act["t"] < due):
            raise Fault(Code.E_ACTION, "a time-out came early, or did not take the default action")
    if "psig" in record and all(act["by"] != "player" for act in record["acts"]):
        raise Fault(Code.E_FORM, "the settlement is signed by the player, and no act is the player's")


def _require_pay(played: OpenRound, record: Settle, *, cards: list[str]) -> Outcome:
    outcome = played.game.settle(played.bet, acts=record["acts"], cards=cards)
    pay = record["pay"]
    if record["result"] != outcome.result:
        raise Fault(Code.E_PAYOUT, f"the result is {record['result']}, the rules give {outcome.result}")
    if pay["staked"] != outcome.staked_minor:
        raise Fault(Code.E_PAYOUT, f"{pay['staked']} was staked, the acts give {outcome.staked_minor}")
    if pay["returned"] != outcome.returned_minor:
        raise Fault(Code.E_PAYOUT, f"{pay['returned']} was returned, the rules give {outcome.returned_minor}")
    _require_side_bet(record.get("bonus"), outcome.bonus)
    return outcome


def _require_side_bet(paid: SideBetPaid | None, bonus: SideBet | None) -> None:
    if (paid is None) is not (bonus is None):
        raise Fault(Code.E_PAYOUT, "a side bet was placed and not settled, or the reverse")
    if paid is None or bonus is None:
        return
    if paid["category"] != bonus.category:
        raise Fault(Code.E_PAYOUT, f"the side bet is on {paid['category']}, the cards are {bonus.category}")
    if paid["returned"] != bonus.returned_minor:
        raise Fault(Code.E_PAYOUT, f"{paid['returned']} of the side bet was returned, not {bonus.returned_minor}")


def _count_settled(chain: PlayerChain, played: OpenRound, outcome: Outcome, *, context: AuditContext) -> None:
    money = context.tally.money_totals(chain.currency, chain.exponent, test_account=chain.test_account)
    money.handle += outcome.staked_minor
    money.returned += outcome.returned_minor
    if played.signed:
        money.handle_signed += outcome.staked_minor
        context.tally.settled_signed += 1
    context.tally.settled += 1
    context.tally.settled_won += outcome.won


def _count_revealed(revealed: Counts, played: OpenRound, *, won: bool) -> None:
    revealed.take(blind_cell(played.game, ante_minor=played.bet.ante_minor), won=won)


def _keep_void(
    chain: PlayerChain,
    played: OpenRound,
    record: Void,
    cards: list[str] | None,
    *,
    position: Position,
    context: AuditContext,
) -> None:
    """Count a correct void; or remember it until its epoch has ended, if its seed was called lost."""
    if cards is None:
        place = Place(index=position.index, chain=chain.name, seq=record["seq"], kind=record["type"])
        chain.lost_seeds.append(LostSeed(played=played, record=record, place=place))
    elif context.statistics is not None:
        won = played.game.settle(played.bet, acts=[], cards=cards).won
        _count_revealed(chain.revealed, played, won=won)
        pays = lost_seeds.side_bet_pays(played, cards)
        context.statistics.take_voided(played, record, won=won, side_bet_pays=pays)


def _lateness(played: OpenRound, record: Settle | Void) -> list[Fault]:
    over = record["time"] - played.late_after
    if over <= 0:
        return []
    return [Fault(Code.E_LATE, f"the round ended {over} ms after its time-out and the grace")]

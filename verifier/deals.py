"""Deals, the first half of a round.

Source: docs/formats/record.md, "Rounds".
"""

from verifier import limits, session_reference
from verifier.game import Bet, Game
from verifier.link import Position
from verifier.money import require_balance, require_moves
from verifier.player import AuditContext, OpenRound, PlayerChain
from verifier.records import Deal
from verifier.verdict import Code, Fault


def check_deal(chain: PlayerChain, record: Deal, *, context: AuditContext) -> None:
    """Refuse a deal that is out of order, breaks its rules or limits, or moves the wrong money.

    The cards themselves are judged when the seed is revealed.

    Raises:
        Fault: `E_TWO_OPEN`, `E_NONCE`, `E_SESSION`, `E_RULES`, `E_RG`, `E_CARDS`, `E_UNBALANCED`, `E_MOVES`,
            `E_BALANCE`.
    """
    _require_place(chain, record)
    session_reference.require(chain, record)
    game = _require_game(chain, record, context=context)
    _require_ante(game, record["ante"])
    if "bonus" in record:
        _require_side_bet(game, record["bonus"])
    placed_minor = record["ante"] + record.get("bonus", 0)
    limits.require_bet(chain, record, placed_minor=placed_minor)
    if len(record["cards"]) != game.visible:
        raise Fault(Code.E_CARDS, f"{len(record['cards'])} cards are visible, the game shows {game.visible}")
    require_moves(record, {"cash": -placed_minor, "in_play": placed_minor})
    require_balance(chain, record)


def apply_deal(chain: PlayerChain, record: Deal, *, position: Position, context: AuditContext) -> None:
    """Open the round, and count its bet as staked."""
    bet = Bet(ante_minor=record["ante"], bonus_minor=record.get("bonus", 0))
    chain.staked.add(bet.placed_minor, at=record["time"])
    session_reference.apply(chain, record)
    if chain.epoch is not None:
        chain.epoch.nonce = record["nonce"]
    system = context.system
    # A deal in a currency that is not offered has been told: what follows is judged by the sheet's own.
    game = system.game_in(record["rules"], chain.currency) or system.games.get(record["rules"])
    # A round whose rules are not known cannot be settled.
    chain.open_round = None
    if game is not None:
        chain.open_round = OpenRound(
            deal=position,
            seq=record["seq"],
            epoch=record["epoch"],
            nonce=record["nonce"],
            dealt_at=record["time"],
            game=game,
            bet=bet,
            cards=record["cards"],
            signed="psig" in record,
        )
        chain.newest_bet = game, bet.ante_minor


def _require_place(chain: PlayerChain, record: Deal) -> None:
    if chain.open_round is not None or chain.open_stake:
        raise Fault(Code.E_TWO_OPEN, "a round is dealt while another is open")
    epoch = chain.epoch
    if epoch is None or epoch.number != record["epoch"]:
        raise Fault(Code.E_NONCE, f"epoch {record['epoch']} is not the one that is open")
    if epoch.ended:
        raise Fault(Code.E_NONCE, f"epoch {epoch.number} ended when the seed of a voided round was lost")
    if record["nonce"] != epoch.nonce + 1:
        raise Fault(Code.E_NONCE, f"nonce {record['nonce']} where {epoch.nonce + 1} follows")
    if record["nonce"] > epoch.rounds:
        raise Fault(Code.E_NONCE, f"nonce {record['nonce']} in an epoch of {epoch.rounds} rounds")


def _require_game(chain: PlayerChain, record: Deal, *, context: AuditContext) -> Game:
    if record["rules"] not in context.system.games:
        raise Fault(Code.E_RULES, "the rules named are no earlier rules record")
    game = context.system.game_in(record["rules"], chain.currency)
    if game is None:
        offered = ", ".join(context.system.currencies(record["rules"]))
        raise Fault(Code.E_RULES, f"the rules are in {offered}, the chain in {chain.currency}")
    if game.sheet["seats"] != 1:
        raise Fault(
            Code.E_RULES, f"the rules are those of a game of {game.sheet['seats']} seats, played at tables alone"
        )
    return game


def _require_ante(game: Game, ante_minor: int) -> None:
    low, high = game.sheet["stake_min"], game.sheet["stake_max"]
    if not low <= ante_minor <= high:
        raise Fault(Code.E_RULES, f"the ante {ante_minor} is outside {low} to {high}")
    if ante_minor % game.ante_step_minor:
        raise Fault(Code.E_RULES, f"the ante {ante_minor} is no multiple of {game.ante_step_minor}")


def _require_side_bet(game: Game, bonus_minor: int) -> None:
    if game.bonus_limits_minor is None:
        raise Fault(Code.E_RULES, "a side bet was placed, and the rules offer none")
    low, high = game.bonus_limits_minor
    if not low <= bonus_minor <= high:
        raise Fault(Code.E_RULES, f"the side bet {bonus_minor} is outside {low} to {high}")

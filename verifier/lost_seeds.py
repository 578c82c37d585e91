"""Voids whose seeds were called lost: proved to be held by what is revealed later, or else lost.

Source: docs/formats/statistics.md, "Lost seeds".
"""

from verifier import chances
from verifier.player import AuditContext, Epoch, LostSeed, OpenRound, PlayerChain
from verifier.round_cards import replayed, seed_at
from verifier.statistics import blind_cell
from verifier.verdict import Code, Failure, Fault, Place

LOST = "the round was voided without its seed: its cards cannot be judged"


def side_bet_pays(played: OpenRound, cards: list[str]) -> bool:
    """Tell whether a side bet was placed that the cards of the round pay."""
    return bool(played.bet.bonus_minor) and chances.pays([*cards[: played.game.visible], cards[-1]])


def require_visible(played: OpenRound, cards: list[str]) -> None:
    """Refuse a deal that showed other cards than those of its seed.

    Raises:
        Fault: `E_CARDS`.
    """
    seen = cards[: played.game.visible]
    if played.cards != seen:
        raise Fault(Code.E_CARDS, f"the deal showed {' '.join(played.cards)[:60]}, the seed gives {' '.join(seen)}")


def prove(chain: PlayerChain, epoch: Epoch, *, seed: bytes, nonce: int, context: AuditContext) -> None:
    """Report each earlier round of the epoch whose seed was called lost, now that s_nonce is known; count its cards.

    Who knows a later seed of an epoch knows all the earlier ones.
    """
    for lost in chain.lost_seeds:
        played = lost.played
        held = seed_at(seed, down=nonce, to=played.nonce, chain=chain.name, epoch=epoch.number)
        cards = replayed(
            played.game, seed=held, chain=chain.name, epoch=epoch.number, nonce=played.nonce, client=epoch.client
        )
        won = played.game.settle(played.bet, acts=[], cards=cards).won
        sentence = f"the seed was called lost, and was held: the round's cards {'win' if won else 'do not win'}"
        _fail(Code.E_SEED_HELD, sentence, lost.place, context=context)
        try:
            require_visible(played, cards)
        except Fault as fault:
            _fail(fault.code, fault.sentence, lost.place, context=context)
            continue
        context.tally.voided_winning += won
        if context.statistics is not None:
            chain.revealed.take(blind_cell(played.game, ante_minor=played.bet.ante_minor), won=won)
        _count(lost, won=won, side_won=side_bet_pays(played, cards), context=context)
    chain.lost_seeds.clear()


def give_up(chain: PlayerChain, *, context: AuditContext) -> None:
    """Report as lost what nothing has proved to be held, and count it as won."""
    for lost in chain.lost_seeds:
        _fail(Code.E_SEED_LOST, LOST, lost.place, context=context)
        _count(lost, won=True, side_won=True, context=context)
    chain.lost_seeds.clear()


def _count(lost: LostSeed, *, won: bool, side_won: bool, context: AuditContext) -> None:
    if context.statistics is not None:
        context.statistics.take_voided(lost.played, lost.record, won=won, side_bet_pays=side_won)


def _fail(code: Code, sentence: str, place: Place, *, context: AuditContext) -> None:
    context.tally.fail(Failure(code=code, sentence=sentence, place=place))

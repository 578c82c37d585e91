"""What an `open` reveals of seeds that no round was dealt from: those of the epoch it ends, and of replaced commitments.

Source: docs/formats/statistics.md, "Unplayed hands"; record.md, "Epochs".
"""

from collections.abc import Iterator
from itertools import repeat

from verifier import lost_seeds
from verifier.game import Bet
from verifier.player import Announcement, AuditContext, Epoch, PlayerChain
from verifier.records import Open
from verifier.round_cards import replayed, seed_at
from verifier.statistics import NEWEST_HANDS, counted
from verifier.verdict import Code, Fault


def check_revealed(chain: PlayerChain, record: Open, *, context: AuditContext) -> None:
    """Refuse a seed that does not hash down to its commitment; count the hands, also those whose seeds are missing.

    Raises:
        Fault: `E_SEED`.
    """
    if not counted(record["v"]):
        return
    left = _left(chain, record)
    replaced = list(_replaced(chain, record))
    epoch = chain.epoch
    if epoch is not None and epoch.nonce < epoch.rounds:
        if left is not None:
            lost_seeds.prove(chain, epoch, seed=left, nonce=epoch.rounds, context=context)
        _count(chain, epoch, left, context=context)
    for announced, seed in replaced:
        offered = Epoch(
            number=announced.epoch,
            rounds=announced.rounds,
            client=bytes.fromhex(record["client"]),
            seed=announced.commitment,
        )
        _count(chain, offered, seed, context=context)


def _left(chain: PlayerChain, record: Open) -> bytes | None:
    """Return the last seed of the epoch that ends; None if it is not revealed."""
    if "left" not in record:
        return None
    epoch, seed = chain.epoch, bytes.fromhex(record["left"])
    if epoch is None or epoch.nonce >= epoch.rounds:
        raise Fault(Code.E_SEED, "a seed of hands that were left is revealed, and none were left")
    known = seed_at(seed, down=epoch.rounds, to=epoch.seed_nonce, chain=chain.name, epoch=epoch.number)
    if known != epoch.seed:
        raise Fault(Code.E_SEED, "the seed of the hands that were left does not hash to the one before")
    return seed


def _replaced(chain: PlayerChain, record: Open) -> Iterator[tuple[Announcement, bytes | None]]:
    """Yield each replaced commitment with its last seed, None if that is not revealed; both are in log order."""
    revealed = [bytes.fromhex(seed) for seed in record.get("replaced", ())]
    for announced in chain.replaced:
        seed = revealed[0] if revealed else None
        if seed is not None and _commitment(chain, announced, seed) == announced.commitment:
            revealed.pop(0)
            yield announced, seed
        else:
            yield announced, None
    if revealed:
        raise Fault(Code.E_SEED, "a seed of a replaced commitment hashes to none of those that were replaced")


def _commitment(chain: PlayerChain, announced: Announcement, seed: bytes) -> bytes:
    return seed_at(seed, down=announced.rounds, to=0, chain=chain.name, epoch=announced.epoch)


def _count(chain: PlayerChain, epoch: Epoch, last_seed: bytes | None, *, context: AuditContext) -> None:
    """Count the next hands of an epoch, by the sheet and the stake of the chain's newest deal; lost ones as won."""
    newest = chain.newest_bet
    if context.statistics is None or newest is None:
        return
    game, ante_minor = newest
    hands = min(NEWEST_HANDS, epoch.rounds - epoch.nonce)
    winning = repeat(object=True, times=hands) if last_seed is None else _winning(chain, epoch, last_seed, hands=hands)
    for won in winning:
        context.statistics.take_unplayed(game, ante_minor=ante_minor, won=won)


def _winning(chain: PlayerChain, epoch: Epoch, last_seed: bytes, *, hands: int) -> Iterator[bool]:
    assert chain.newest_bet is not None, "hands are dealt by a sheet"
    game, ante_minor = chain.newest_bet
    at, seed = epoch.rounds, last_seed
    # From the last hand to the first, because seeds are hashed downwards.
    for nonce in range(epoch.nonce + hands, epoch.nonce, -1):
        at, seed = nonce, seed_at(seed, down=at, to=nonce, chain=chain.name, epoch=epoch.number)
        cards = replayed(game, seed=seed, chain=chain.name, epoch=epoch.number, nonce=nonce, client=epoch.client)
        yield game.settle(Bet(ante_minor=ante_minor, bonus_minor=0), acts=[], cards=cards).won

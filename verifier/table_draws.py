"""The draws of a hand or a game of a table, in words: from its seed to bytes, from bytes to places, from places to cards.

Written for whoever follows them: what the rules take from the pack is judged elsewhere, by another way of the same shuffle.

Source: docs/formats/tables.md, "Dealing"; shuffle.md.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from verifier.pot_game import PotGame
from verifier.round_draws import Draws
from verifier.table_records import HandEnd, TableAbort, TableRecord
from verifier.table_secrets import EpochSecrets, commitment
from verifier.table_state import Table

_PACK = 52


def sentences(
    table: Table,
    records: Sequence[TableRecord],
    ended: HandEnd | TableAbort,
    *,
    game: PotGame | None,
    announced: str | None,
) -> Iterator[str]:
    """Yield what the seed that ends an epoch shows; nothing where the seed was lost. `game` was played to its end by the seed.

    `announced` is the commitment in the `seats` of the epoch before. A `commit` of this epoch replaces it.
    """
    seed = ended.get("seed")
    if seed is None:
        return
    hashed = commitment(chain=table.name, epoch=ended["epoch"], seed=seed)
    promised = [announced, *(record["commit"] for record in records if record["type"] == "commit")]
    if hashed == promised[-1]:
        yield "hashed once it is the commitment"
    else:
        yield f"DIFFERS: hashed once it is {hashed}, and not the commitment"
    client = [bytes.fromhex(record["client"]) for record in records if record["type"] == "open"]
    if not client:
        return
    secrets = EpochSecrets(chain=table.name, epoch=ended["epoch"], seed=seed, client=client[-1])
    if game is not None:
        yield from _of_game(table, secrets, game)
    elif table.game is not None and any(record["type"] == "hand" for record in records):
        yield from _of_hand(table, records, ended, secrets)


def _of_hand(
    table: Table, records: Sequence[TableRecord], ended: HandEnd | TableAbort, secrets: EpochSecrets
) -> Iterator[str]:
    assert table.game is not None, "asked before"
    seats = [len(record["seats"]) for record in records if record["type"] == "seats"]
    if not seats:
        return
    draws = Draws(stream=secrets.deck_bytes(), size=_PACK * table.game.sheet["decks"])
    deal = table.game.deal_table(draws.cards(), seats=seats[-1])
    yield from (draw.sentence() for draw in draws.made)
    yield f"by the seed the cards are {' '.join(deal.cards)}"
    for record in records:
        if record["type"] == "hand" and "cards" in record and record["cards"] != deal.shown:
            yield "DIFFERS: all saw other cards"
    if ended["type"] == "hand_end" and "cards" in ended and ended["cards"] != deal.cards:
        yield "DIFFERS: these are not the cards of the record"


def _of_game(table: Table, secrets: EpochSecrets, game: PotGame) -> Iterator[str]:
    """Yield the draws of all packs, the last one as far as it was dealt from."""
    assert table.pot is not None, "a game around a pot is played by such a sheet"
    reshuffles, dealt = game.at
    size = _PACK * table.pot.packs(seats=len(game.players))
    for number in range(reshuffles + 1):
        if number == 0:
            draws = Draws(stream=secrets.deck_bytes(), size=size)
        else:
            pack = game.reshuffled[number - 1]
            draws = Draws(stream=secrets.reshuffle_bytes(number), size=len(pack), pack=pack)
            yield f"reshuffle {number}: the {len(pack)} cards that were used, in the order of the pack"
        taken = draws.size if number < reshuffles else dealt
        # No further than the game: what lies below was dealt to nobody.
        cards = list(islice(draws.cards(), taken))
        yield from (draw.sentence() for draw in draws.made)
        yield (
            f"by the seed the pack began with {' '.join(cards)}"
            if number == 0
            else f"so it was dealt as {' '.join(cards)}"
        )

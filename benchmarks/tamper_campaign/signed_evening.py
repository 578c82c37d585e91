"""How an evening goes on with a player who signs: keys, an opening, rounds, and a limit that is loosened.

Two operators let a key in, and the player ends it before it signs anything: so the log is honest, and a row of the
attacks has that key sign.
"""

from __future__ import annotations

import base64
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from audit.core.player_statements import Covered
from audit.operations.open_epoch import open_epoch
from audit.operations.player_key_authority import KeyOperators
from audit.operations.signed_opening import SignedOpening
from audit.queries.chains import load_head
from audit.queries.epochs import epochs_of
from audit.queries.log import newest_checkpoint
from benchmarks.tamper_campaign.devices import LAPTOP, PAPER, PHONE, THIEF
from games.core.action import Action
from games.core.family import Bet
from games.operations.act import ActRequest, act_on_round
from games.operations.deal import DealRequest, deal_round
from games.queries.sheets import current_sheet
from kernel.ids import RoundId
from players.operations.set_pin import set_pin
from players.tokens import session_id_of
from responsible_gaming.core.rules.losses import LOSS_DAY
from responsible_gaming.operations.change_player_limit import change_player_limit
from tests import world
from tests.signed_operations import end, let_in, signature, statement

if TYPE_CHECKING:
    from datetime import datetime

_STAFF: Final = KeyOperators(by=("olga", "pete"), reason="the phone is said to be lost")
_WAIT: Final = timedelta(hours=73)
"""Longer than a key of the operators waits."""
_SECOND: Final = timedelta(seconds=1)
_STAKE_MINOR: Final = 500
_ROUNDS: Final = 3


class SignedEvening:
    """What the player does, one thing after the other, on a clock of its own."""

    def __init__(self, begin: datetime) -> None:
        self.now = begin
        self.player = world.seat_player("kim", now=self.now)
        self.chain = self.player.chain
        self.device = PHONE

    def play(self) -> None:
        """Let keys in, end some of them, open, play and loosen a limit."""
        self._let_keys_in()
        self._open()
        self._play_rounds(self.player.session_id)
        self._loosen()
        let_in(self.chain, THIEF, by=_STAFF, now=self.now)
        world.run_sequencer(now=self.now)
        self.now += _WAIT
        end(self.chain, THIEF, by=PHONE, now=self.now)
        end(self.chain, PHONE, by=LAPTOP, now=self.now)
        self.device = LAPTOP
        self._open()
        self._play_rounds(session_id_of(world.log_in_player("kim", now=self.now).token))
        world.run_sequencer(now=self.now)

    def _let_keys_in(self) -> None:
        let_in(self.chain, PHONE, now=self.now)
        let_in(self.chain, LAPTOP, by=PHONE, now=self.now)
        let_in(self.chain, PAPER, by=PHONE, now=self.now)
        self.now += _SECOND

    def _open(self) -> None:
        world.run_sequencer(now=self.now)
        checkpoint = newest_checkpoint()
        assert checkpoint is not None, "the sequencer signed one"
        _, size, root, *_ = checkpoint.split("\n")
        covered = Covered(root=base64.b64decode(root), size=int(size))
        _, announced = epochs_of(self.chain)
        client = secrets.token_bytes(32)
        said = self._said(
            "open",
            epoch=announced["epoch"],
            client=client.hex(),
            commit=announced["commitment"],
            n=announced["rounds"],
            root=covered.root.hex(),
            size=covered.size,
        )
        signed = SignedOpening(signature=signature(self.device, said), covered=covered)
        open_epoch(self.chain, client_seed=client, signed=signed, now=self.now)

    def _play_rounds(self, session_id: Any) -> None:
        for _ in range(_ROUNDS):
            self.now += 3 * _SECOND
            self._play_round(session_id)

    def _play_round(self, session_id: Any) -> None:
        head, rules = load_head(self.chain), current_sheet(world.GAME).leaf.hex()
        place = {"epoch": head.epoch, "nonce": head.nonce + 1}
        wager = self._said("deal", ante=_STAKE_MINOR, bonus=0, rules=rules, **place)
        bet = DealRequest(
            session_id=session_id,
            game=world.GAME,
            bet=Bet(_STAKE_MINOR, 0),
            currency=self.player.currency,
            idempotency=world.fresh_request(),
            signature=signature(self.device, wager),
        )
        view = deal_round(bet, jurisdiction=world.DEMO, now=self.now)
        if view.outcome is not None:
            return
        act = self._said("settle", deal=view.receipts[0][1].leaf.hex(), acts=[["stand", 0]])
        del act["prev"]
        request = ActRequest(
            session_id=session_id,
            round_id=RoundId.parse(view.round_id),
            action=Action.STAND,
            amount_minor=None,
            idempotency=world.fresh_request(),
            signature=signature(self.device, act),
        )
        act_on_round(request, jurisdiction=world.DEMO, now=self.now)

    def _loosen(self) -> None:
        set_pin(self.chain, proof=world.proof(), new_pin=world.PIN, now=self.now)
        self.now += _SECOND
        change_player_limit(self.chain, LOSS_DAY, 50_000, pin=world.PIN, jurisdiction=world.DEMO, now=self.now)
        act = {"who": "player", "do": "ask", "name": LOSS_DAY.name, "value": 90_000}
        leave = signature(self.device, self._said("limits", act=act))
        change_player_limit(
            self.chain, LOSS_DAY, 90_000, pin=world.PIN, jurisdiction=world.DEMO, now=self.now, signature=leave
        )

    def _said(self, kind: str, **members: Any) -> dict[str, Any]:
        return statement(self.chain, kind, self.now, **members)

"""Every act that nobody does alone, by its name.

A new one is a file here, with an `StaffAct`, and a line in the list. The page docs/approvals.md, the schema, and the tests that
try each act alone follow from the list.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from approvals.act import StaffAct
from approvals.acts.adjust_balance import ADJUST_BALANCE
from approvals.acts.admit_player_key import ADMIT_PLAYER_KEY
from approvals.acts.authorise_key import AUTHORISE_KEY
from approvals.acts.authorise_policy import AUTHORISE_POLICY
from approvals.acts.authorise_publication import AUTHORISE_PUBLICATION
from approvals.acts.authorise_vault_key import AUTHORISE_VAULT_KEY
from approvals.acts.correct_identity import CORRECT_IDENTITY
from approvals.acts.create_staff import CREATE_STAFF
from approvals.acts.decide_person_review import DECIDE_PERSON_REVIEW
from approvals.acts.end_player_key import END_PLAYER_KEY
from approvals.acts.grant_play_money import GRANT_PLAY_MONEY
from approvals.acts.issue_reset_token import ISSUE_RESET_TOKEN
from approvals.acts.lift_deposit_block import LIFT_DEPOSIT_BLOCK
from approvals.acts.lift_exclusion import LIFT_EXCLUSION
from approvals.acts.loosen_operator_limit import LOOSEN_OPERATOR_LIMIT
from approvals.acts.reactivate_player import REACTIVATE_PLAYER
from approvals.acts.reactivate_staff import REACTIVATE_STAFF
from approvals.acts.remove_second_factor import REMOVE_SECOND_FACTOR
from approvals.acts.replace_exclusion_list import REPLACE_EXCLUSION_LIST
from approvals.acts.reset_staff import RESET_STAFF
from approvals.acts.resume_wagers import RESUME_WAGERS
from approvals.acts.set_staff_roles import SET_STAFF_ROLES
from approvals.acts.settle_payment import SETTLE_PAYMENT
from approvals.acts.switch_on import SWITCH_ON
from approvals.acts.verify_identity import VERIFY_IDENTITY
from approvals.acts.void_epoch import VOID_EPOCH
from approvals.acts.void_round import VOID_ROUND
from approvals.acts.void_version import VOID_VERSION

_ACTS: Final = (
    SETTLE_PAYMENT,
    LIFT_DEPOSIT_BLOCK,
    ISSUE_RESET_TOKEN,
    REMOVE_SECOND_FACTOR,
    VERIFY_IDENTITY,
    CORRECT_IDENTITY,
    ADMIT_PLAYER_KEY,
    END_PLAYER_KEY,
    REACTIVATE_PLAYER,
    LIFT_EXCLUSION,
    REPLACE_EXCLUSION_LIST,
    LOOSEN_OPERATOR_LIMIT,
    DECIDE_PERSON_REVIEW,
    GRANT_PLAY_MONEY,
    ADJUST_BALANCE,
    VOID_ROUND,
    VOID_VERSION,
    VOID_EPOCH,
    SWITCH_ON,
    RESUME_WAGERS,
    AUTHORISE_PUBLICATION,
    AUTHORISE_POLICY,
    AUTHORISE_KEY,
    AUTHORISE_VAULT_KEY,
    CREATE_STAFF,
    SET_STAFF_ROLES,
    RESET_STAFF,
    REACTIVATE_STAFF,
)

ACTS: Final[Mapping[str, StaffAct]] = MappingProxyType({act.name: act for act in _ACTS})
assert len(ACTS) == len(_ACTS), "two acts have one name"

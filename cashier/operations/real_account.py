"""Keep test accounts apart from money: they neither deposit nor withdraw.

Source: docs/formats/adjustments.md; regulation F26.
"""

from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.queries.accounts import test_accounts


class NoMoneyOnTestAccount(Refusal):
    """Test accounts have play money alone."""

    code, kind = "test-account", RefusalKind.FORBIDDEN


def require_real_account(chain: ChainId) -> None:
    """Require that a chain is no test account: an auditor refuses a log in which one deposits or withdraws.

    Raises:
        NoMoneyOnTestAccount: nothing was moved.
    """
    if test_accounts([chain]):
        raise NoMoneyOnTestAccount("Nothing was moved. This is a test account: an operator grants it play money.")

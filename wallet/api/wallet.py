"""GET /api/v1/wallet, GET /api/v1/wallet/statement."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.data_age import DATA_AS_OF_HEADER, telling_age
from audit.replica import read_lagging
from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.money import amount_document
from rest.caller import chain_of
from rest.fields import MoneyOutput
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, cursor_of, cursor_text, limit_of
from rest.permissions import IsPlayer
from wallet.core.ledger import Account, Balance
from wallet.queries.balances import balance, currency_of
from wallet.queries.journals import StatementLine, statement


def account_name(account: Account) -> str:
    """Return the API's name of an account, in kebab-case as all enumerations."""
    return account.value.replace("_", "-")


ACCOUNTS: Final = [account_name(account) for account in Account]


class BalanceOutput(serializers.Serializer[Any]):
    """A player's money: cash, and money in play in open rounds."""

    cash = MoneyOutput()
    in_play = MoneyOutput()

    class Meta:
        """The schema's name for it."""

        ref_name = "Balance"


def present_balance(money: Balance, currency: str) -> dict[str, object]:
    """Write a balance."""
    return {
        "cash": amount_document(money.cash_minor, currency),
        "in_play": amount_document(money.in_play_minor, currency),
    }


class WalletView(APIView):
    """The caller's money."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="get_wallet", responses=BalanceOutput)
    def get(self, request: Request) -> Response:
        """Return the caller's cash and money in play."""
        chain = chain_of(request)
        return Response(present_balance(balance(chain), currency_of(chain)))


class _Posting(serializers.Serializer[Any]):
    from_account = serializers.ChoiceField(ACCOUNTS)
    to_account = serializers.ChoiceField(ACCOUNTS)
    amount = MoneyOutput()

    class Meta:
        ref_name = "Posting"


class StatementLineOutput(serializers.Serializer[Any]):
    """A journal, as its player sees it."""

    seq = serializers.IntegerField(help_text="The number of the journal, and of its record in the chain.")
    kind = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    reference = serializers.CharField(help_text="The id of a round or of a payment, or the reason of an adjustment.")
    actor = serializers.CharField()
    postings = _Posting(many=True)
    balance = BalanceOutput()

    class Meta:
        """The schema's name for it."""

        ref_name = "StatementLine"


class StatementView(APIView):
    """The caller's ledger."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """A page of the statement, newest first."""

        items = StatementLineOutput(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Statement"

    @extend_schema(
        operation_id="list_statement_lines",
        parameters=[*INTERVAL_PARAMETERS, *PAGE_PARAMETERS, DATA_AS_OF_HEADER],
        responses=Output,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return a page of the caller's journals with their postings and the balances after them."""
        chain = chain_of(request)
        page = read_lagging(partial(page_of_statement, chain, request.query_params), with_all_of=chain)
        return telling_age(Response(page.value), page.as_of)


def page_of_statement(chain: ChainId, query: Mapping[str, str]) -> dict[str, object]:
    """Return the page of a player's statement that a query asks for."""
    limit, interval, cursor = limit_of(query), interval_of(query), cursor_of(query, parts=1)
    page = statement(
        chain,
        before_seq=None if cursor is None else cursor[0],
        limit=limit,
        start_ms=interval.start_ms,
        end_ms=interval.end_ms,
    )
    currency = currency_of(chain)
    following = cursor_text(page[-1].seq) if len(page) == limit else None
    return {"items": [present_line(line, currency) for line in page], "next": following}


def present_line(line: StatementLine, currency: str) -> dict[str, object]:
    """Write a line of the statement for its player."""
    return {
        "seq": line.seq,
        "kind": line.kind,
        "recorded_at": rfc3339(line.time_ms),
        "reference": line.reference,
        # The player is not told which member of the staff it was.
        "actor": line.actor.partition(":")[0],
        "postings": [
            {
                "from_account": account_name(posting.from_account),
                "to_account": account_name(posting.to_account),
                "amount": amount_document(posting.amount_minor, currency),
            }
            for posting in line.postings
        ],
        "balance": present_balance(line.balance, currency),
    }

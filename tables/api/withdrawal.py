"""The request of a player who takes a stake back, or gets up."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from rest_framework import serializers

from audit.api.signatures import signature_of
from games.api.step_view import json_body
from tables.api.table_path import table_from_path
from tables.operations.withdraw_stake import WithdrawalRequest
from wallet.api.idempotency import read_request


def read_withdrawal(
    request: HttpRequest, body: serializers.Serializer[Any], *, session_id: UUID, table_id: str
) -> WithdrawalRequest:
    """Read the key from the headers, and the epoch and a signature, if it has one, from the body, which `body` validates."""
    idempotency, fields = read_request(request), body.run_validation(json_body(request))
    return WithdrawalRequest(
        session_id=session_id,
        table=table_from_path(table_id),
        epoch=fields["epoch"],
        idempotency=idempotency,
        signature=signature_of(fields.get("psig")),
    )

"""POST /api/v1/ops/person-searches: find the accounts of a person, whom no address or log of requests shall name."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.operators import FoundPlayer, present_player
from players.core.identity import NAME_LENGTH
from players.core.person import Person
from players.operations.find_by_person import find_by_person
from rest.caller import actor_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsOperator


class PersonSearchesView(APIView):
    """A search for a person's accounts, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(StrictSerializer):
        """The whole name with the birth date, as papers have them."""

        given_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True)
        family_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True)
        birth_date = serializers.DateField()

        class Meta:
            """The schema's name for it."""

            ref_name = "PersonSearch"

    class Output(serializers.Serializer[Any]):
        """The accounts of the person."""

        items = FoundPlayer(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: this is all.")

        class Meta:
            """The schema's name for it."""

            ref_name = "PersonsAccounts"

    @extend_schema(operation_id="create_person_search", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Find a person's accounts by the whole name with the birth date. Who was found, and by whom, is stored."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        described = body.validated_data
        person = Person(
            given_name=described["given_name"], family_name=described["family_name"], born=described["birth_date"]
        )
        found = find_by_person(person, actor=actor_of(request), now=datetime.now(UTC))
        return Response({"items": [present_player(line) for line in found], "next": None}, status=201)

"""GET /api/v1/games/{game}/rules: the public rules of a game, to be read by people."""

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.games import FRESH_SECONDS
from games.documents.page import Language
from games.documents.rules_page import rules_page
from games.queries.public_rules import public_rules
from rest.http_cache import cacheable_response

_LANGUAGES = [language.value for language in Language]


class _Table(serializers.Serializer[Any]):
    columns = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))

    class Meta:
        ref_name = "Table"


class _Section(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="The same in every language.")
    heading = serializers.CharField()
    paragraphs = serializers.ListField(child=serializers.CharField())
    tables = _Table(many=True)

    class Meta:
        ref_name = "Section"


class RulesView(APIView):
    """A game's rules in words."""

    authentication_classes = ()
    permission_classes = ()

    class Output(serializers.Serializer[Any]):
        """A page. `rules` is the leaf of the record that holds its sheet, null while the game is not on offer."""

        game = serializers.CharField()
        version = serializers.IntegerField()
        rules = serializers.CharField(allow_null=True)
        language = serializers.ChoiceField(_LANGUAGES)
        title = serializers.CharField()
        sections = _Section(many=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "RulesPage"

    @extend_schema(
        operation_id="get_rules",
        parameters=[
            OpenApiParameter("lang", enum=_LANGUAGES, description="Without it, Accept-Language decides; else English."),
        ],
        responses=Output,
    )
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """Return how a game is played, dealt and paid, what it returns, and what an interruption does."""
        language = _language(request)
        rules = public_rules(game)
        document = {
            "game": rules.sheet.game,
            "version": rules.sheet.version,
            "rules": None if rules.leaf is None else rules.leaf.hex(),
            **rules_page(rules.sheet, language).document(),
        }
        response = cacheable_response(request, document, fresh_seconds=FRESH_SECONDS)
        response.headers["Content-Language"] = language.value
        patch_vary_headers(response, ["Accept-Language"])
        return response


def _language(request: Request) -> Language:
    """Return the language of the query, or else the first of the caller's preferred languages that exists.

    Raises:
        ValidationError: the query names another.
    """
    language = request.query_params.get("lang")
    if language is not None:
        if language not in _LANGUAGES:
            raise serializers.ValidationError({"lang": [f"One of {', '.join(_LANGUAGES)}."]})
        return Language(language)
    for tag, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        primary = tag.partition("-")[0]
        if primary in _LANGUAGES:
            return Language(primary)
    return Language.EN

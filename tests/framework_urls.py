"""The platform's paths, with the two steps of a round answered by DRF's own way through a view."""

from django.urls import path
from django.urls.resolvers import URLPattern
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.rounds import ActView, DealView
from games.api.step_view import StepView
from reddog_platform import urls
from rest.caller import session_of
from rest.django_request import django_request

handler400, handler404, handler500 = urls.handler400, urls.handler404, urls.handler500


def _by_framework(view: type[StepView]) -> type[APIView]:
    class Framework(APIView):
        authentication_classes = view.authentication_classes

        def post(self, request: Request, **parts: str) -> Response:
            document = view().post(django_request(request), session_of(request), **parts)
            return Response(document, status=201)

    return Framework


def _replaced(pattern: URLPattern) -> URLPattern:
    view = getattr(pattern.callback, "view_class", None)
    if view not in {DealView, ActView}:
        return pattern
    return path(str(pattern.pattern), _by_framework(view).as_view())


urlpatterns = [_replaced(pattern) for pattern in urls.urlpatterns]
assert sum(old is not new for old, new in zip(urls.urlpatterns, urlpatterns, strict=True)) == 2, "both were found"

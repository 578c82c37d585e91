"""The answer to a refusal, where no view of DRF's answers it."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.settings import api_settings


def refusal_response(refusal: Exception, request: HttpRequest) -> HttpResponseBase | None:
    """Answer a Refusal or an exception of DRF's as its views do: by the handler that the settings name.

    Return None for a defect, which that handler does not answer.
    """
    handler: Any = api_settings.EXCEPTION_HANDLER
    response: HttpResponseBase | None = handler(refusal, {"request": request})
    return response

"""What is answered to a form that may have been sent by another site's page.

Every command imports it, because Django checks that it is there: it stands apart from what asks the interface.
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that may have been sent by another site's page; Django calls it."""
    problem = {
        "title": _("This form was not sent from a page of the console"),
        "detail": _("Nothing was done. Open the page again, and send the form from there."),
        "code": "csrf-refused",
        "said": reason,
    }
    return render(request, "console/outside.html", {"problem": problem}, status=HTTPStatus.FORBIDDEN)

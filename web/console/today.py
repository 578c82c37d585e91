"""The first page: is it well, and what waits for whom."""

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.console.visit import Visit, console_page


@require_safe
@console_page
def today_page(visit: Visit) -> HttpResponseBase:
    """Show what waits for somebody."""
    return visit.page("today.html", {"title": _("Today")})

"""What is shown of answers about a player that are more than done: who it is, and all that is stored."""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from web.console.interface import Answer
from web.console.visit import Visit


def show_identity(visit: Visit, answer: Answer) -> HttpResponseBase:
    """Show who a player is, once."""
    back = visit.request.path.rpartition("/do/")[0]
    return visit.page("identity.html", {"title": _("Who this is"), "identity": answer.document, "back": back})


def show_data(visit: Visit, answer: Answer) -> HttpResponseBase:
    """Hand over the file as it came."""
    del visit
    response = HttpResponse(answer.content, content_type=answer.media_type)
    response["Content-Disposition"] = f'attachment; filename="player-{answer.document["player_id"]}.json"'
    return response

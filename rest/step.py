"""The way of a request that is a step of a round."""

from typing import Any

from rest_framework.request import Request
from rest_framework.views import APIView


class StepView(APIView):
    """A view on the hot path: DRF's, less what the two steps of a round have no use for.

    There is one version of the interface, one form of an answer and no throttle on play (regulation limits are the
    operations' affair), so nothing is negotiated. Who calls is asked as everywhere.
    """

    def initial(self, request: Request, *_: Any, **__: Any) -> None:
        """Refuse a caller without a token of ours."""
        self.perform_authentication(request)
        self.check_permissions(request)

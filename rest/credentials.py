"""The base of views that take credentials in place of a session: login, unlocking, resetting, enrolment."""

from rest_framework.views import APIView


class CredentialView(APIView):
    """A view that takes credentials in place of a session. All share one throttle: switching gains no guesses."""

    authentication_classes = ()
    permission_classes = ()
    throttle_scope = "log-in"

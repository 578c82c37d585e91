"""The view of log-ins and of what unlocks, resets or enrols: credentials instead of a session."""

from rest_framework.views import APIView

from rest.throttling import AddressThrottle


class CredentialView(APIView):
    """What takes credentials instead of a session. All of them share one brake, so a guesser gains none by changing."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = (AddressThrottle,)
    throttle_scope = "log-in"

"""The addresses of the console's pages about the house: all but those of players and of the login."""

from django.urls import path

from web.console import rounds

urlpatterns = [
    path("console/rounds", rounds.rounds_page),
    path("console/rounds/find", rounds.find_round),
    path("console/rounds/<str:round_id>", rounds.round_page),
    path("console/rounds/<str:round_id>/do/<str:slug>", rounds.round_action),
]

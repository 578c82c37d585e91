"""The addresses of the console."""

from django.urls import path

from web.console import enrol, language, log_in, players, today
from web.console.house_urls import urlpatterns as house

urlpatterns = [
    *house,
    path("console/", today.today_page),
    path("console/log-in", log_in.log_in),
    path("console/second-factor", log_in.prove_factor),
    path("console/log-out", log_in.log_out),
    path("console/enrol", enrol.begin),
    path("console/enrol/second-factor", enrol.prove_factor),
    path("console/enrol/steps", enrol.steps),
    path("console/enrol/end", enrol.leave),
    path("console/language", language.choose_language),
    path("console/players", players.players_page),
    path("console/players/<str:player_id>", players.player_page),
    path("console/players/<str:player_id>/do/<str:slug>", players.player_action),
    path("console/players/<str:player_id>/<str:name>", players.player_part),
    path("console/find", players.find_player),
    path("console/find-person", players.find_person),
]

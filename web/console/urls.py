"""The addresses of the console."""

from django.urls import path

from web.console import language, log_in, players, today

urlpatterns = [
    path("console/", today.today_page),
    path("console/log-in", log_in.log_in),
    path("console/second-factor", log_in.prove_factor),
    path("console/log-out", log_in.log_out),
    path("console/language", language.choose_language),
    path("console/players", players.players_page),
    path("console/players/<str:player_id>", players.player_page),
    path("console/players/<str:player_id>/do/<str:slug>", players.player_action),
    path("console/players/<str:player_id>/<str:name>", players.player_part),
    path("console/find", players.find_player),
]

/** The pages of playing alone: the games, a board, a game's rules. */
import { html } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { addView } from "../app/routes.ts";
import { addWindow } from "../app/windows.ts";
import { sayGames } from "./words.ts";

addView({
  path: "games",
  place: 10,
  title: () => sayGames("games"),
  load: () => import("./games-view.ts"),
  render: () => html`<games-view></games-view>`,
});
addView({
  path: "play",
  layout: "board",
  title: () => sayGames("play"),
  load: () => import("./board-view.ts"),
  render: (game) => keyed(game, html`<red-dog-board game=${game}></red-dog-board>`),
});
addView({
  path: "rules",
  open: true,
  title: () => sayGames("rules"),
  load: () => import("./rules-view.ts"),
  render: (game) => keyed(game, html`<rules-view game=${game}></rules-view>`),
});
addWindow("options-window", () => import("./options-window.ts"));

/** The pages of live tables, and what goes on for the player's own stakes whatever page is shown. */
import { html } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { addView } from "../app/routes.ts";
import { session } from "../app/session.ts";
import { addWindow } from "../app/windows.ts";
import { KeptStakes } from "./kept-stakes.ts";
import { say } from "./words.ts";

addView({
  path: "tables",
  place: 20,
  title: () => say("tables"),
  load: () => import("./tables-view.ts"),
  render: () => html`<tables-view></tables-view>`,
});
addView({
  path: "table",
  layout: "board",
  title: () => say("table"),
  load: () => import("./live-board.ts"),
  render: (id) => keyed(id, html`<live-board table=${id}></live-board>`),
});
addWindow("report-window", () => import("./report-window.ts"));

let resumed: string | null = null;

/** A value that is not told burns the hand of all: a reload, or another page, goes on with the stake. */
session.watch(() => {
  const player = session.state.me?.id ?? null;
  if (player === resumed) return;
  resumed = player;
  const open = player !== null && new KeptStakes(localStorage).hasOpen(player);
  if (open) void import("./seat-keeper.ts").then(({ resume }) => resume());
});

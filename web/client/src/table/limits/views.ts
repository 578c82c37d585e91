/** The pages and windows of limits. */
import { html } from "lit";
import { addView } from "../app/routes.ts";
import { addWindow } from "../app/windows.ts";
import { say } from "./words.ts";

addView({
  path: "limits",
  place: 70,
  title: () => say("limits"),
  short: () => say("limits.short"),
  load: () => import("./limits-view.ts"),
  render: () => html`<limits-view></limits-view>`,
});
addView({
  path: "away",
  title: () => say("away"),
  load: () => import("./away-view.ts"),
  render: () => html`<away-view></away-view>`,
});
addWindow("bet-limit-window", () => import("./bet-limit-window.ts"));
addWindow("break-window", () => import("./break-window.ts"));

/** The pages of money. */
import { html } from "lit";
import { addView } from "../app/routes.ts";
import { say } from "./words.ts";

addView({
  path: "cashier",
  place: 60,
  title: () => say("money"),
  load: () => import("./cashier-view.ts"),
  render: () => html`<cashier-view></cashier-view>`,
});
addView({
  path: "statement",
  title: () => say("statement"),
  load: () => import("./statement-view.ts"),
  render: () => html`<statement-view></statement-view>`,
});

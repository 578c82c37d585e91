/** The pages on which a round, and a hand at a live table, are proved. */
import { html } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { addView } from "../app/routes.ts";
import { catalogue } from "../app/language.ts";
import { verify as en } from "../../base/words/verify/verify.en.ts";
import { verify as ja } from "../../base/words/verify/verify.ja.ts";
import { say as sayLive } from "../live/words.ts";

const say = catalogue(en, ja);

addView({
  path: "verify",
  title: () => say("title"),
  load: () => import("./verify-view.ts"),
  render: (round) => keyed(round, html`<verify-view .round=${round}></verify-view>`),
});
addView({
  path: "verify-hand",
  title: () => sayLive("verify"),
  load: () => import("./hand-view.ts"),
  render: (hand) => keyed(hand, html`<hand-view .hand=${hand}></hand-view>`),
});

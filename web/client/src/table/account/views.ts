/** The pages of the account. */
import { html } from "lit";
import { addView } from "../app/routes.ts";
import { say } from "./words.ts";
import "./log-in-view.ts";

addView({ path: "log-in", open: true, title: () => say("log-in"), render: () => html`<log-in-view></log-in-view>` });
addView({ path: "account", place: 90, title: () => say("account"), render: () => html`<h1>${say("account")}</h1>` });

/** The pages of the account. */
import { html } from "lit";
import { addView } from "../app/routes.ts";
import { say as saySetting } from "./settings-words.ts";
import { say } from "./words.ts";
import "./lock-window.ts";
import "./log-in-view.ts";

addView({ path: "log-in", open: true, title: () => say("log-in"), render: () => html`<log-in-view></log-in-view>` });
addView({
  path: "register",
  open: true,
  title: () => say("register"),
  load: () => import("./register-view.ts"),
  render: () => html`<register-view></register-view>`,
});
addView({
  path: "recover",
  open: true,
  title: () => say("recover"),
  load: () => import("./recover-view.ts"),
  render: () => html`<recover-view></recover-view>`,
});
addView({
  path: "documents",
  open: true,
  title: () => say("documents"),
  load: () => import("./document-view.ts"),
  render: (rest) => html`<document-view kind=${rest}></document-view>`,
});
addView({
  path: "account",
  place: 90,
  title: () => saySetting("account"),
  load: () => import("./account-view.ts"),
  render: () => html`<account-view></account-view>`,
});
addView({
  path: "account/security",
  title: () => saySetting("security"),
  load: () => import("./security-view.ts"),
  render: () => html`<security-view></security-view>`,
});
addView({
  path: "account/contact",
  title: () => saySetting("contact"),
  load: () => import("./contact-view.ts"),
  render: () => html`<contact-view></contact-view>`,
});
addView({
  path: "account/sessions",
  title: () => saySetting("sessions"),
  load: () => import("./sessions-view.ts"),
  render: () => html`<sessions-view></sessions-view>`,
});
addView({
  path: "account/inbox",
  title: () => saySetting("inbox"),
  load: () => import("./inbox-view.ts"),
  render: () => html`<inbox-view></inbox-view>`,
});
addView({
  path: "account/documents",
  title: () => saySetting("documents"),
  load: () => import("./consents-view.ts"),
  render: () => html`<consents-view></consents-view>`,
});
addView({
  path: "account/disputes",
  title: () => saySetting("disputes"),
  load: () => import("./disputes-view.ts"),
  render: () => html`<disputes-view></disputes-view>`,
});
addView({
  path: "account/data",
  title: () => saySetting("data"),
  load: () => import("./data-view.ts"),
  render: () => html`<data-view></data-view>`,
});

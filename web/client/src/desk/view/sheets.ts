/** The rule sheets that the log publishes. */
import { html } from "lit";
import type { Canonical } from "../../log/canonical.ts";
import { isList, isObject } from "../../log/canonical.ts";
import type { RuleSheet } from "../../log/judged.ts";
import { countText, percentText, type Speech } from "../speech.ts";

export function sheetsView(speak: Speech, sheets: readonly RuleSheet[], onOpen: (index: number) => void): unknown {
  const { say } = speak;
  if (sheets.length === 0) return html`<p class="quiet">${say("sheets.none")}</p>`;
  return html`
    <div class="sheets">
      ${sheets.map((published) => html`<article class="box stack1">${sheetView(speak, published, onOpen)}</article>`)}
    </div>
  `;
}

function sheetView(speak: Speech, { index, leaf, sheet, rounds }: RuleSheet, onOpen: (index: number) => void): unknown {
  const { say, language } = speak;
  const { game, ver, family, cur, authority, stake_min: min, stake_max: max, rtp, pay } = sheet;
  const stakes = say("sheets.range", { min: minor(min, language), max: minor(max, language), cur: text(cur) });
  return html`
    <h3>${text(game)} <span class="quiet">${say("sheets.version", { version: text(ver) })}</span></h3>
    <p class="small">${say("sheets.rounds", { count: rounds })}</p>
    <dl class="pairs small">
      <dt>${say("sheets.family")}</dt>
      <dd>${text(family)}</dd>
      <dt>${say("sheets.stakes")}</dt>
      <dd>${stakes}</dd>
      ${returnView(speak, rtp)}
      <dt>${say("sheets.authority")}</dt>
      <dd>${text(authority)}</dd>
      ${payView(speak, pay)}
    </dl>
    <details>
      <summary class="small">${say("sheets.whole")}</summary>
      <pre class="mono">${JSON.stringify(sheet, null, 1)}</pre>
    </details>
    <p class="mono quiet">${say("record.leaf")} ${leaf}</p>
    <button class="btn low" @click=${() => onOpen(index)}>${say("sheets.open")}</button>
  `;
}

function returnView({ say, language }: Speech, rtp: Canonical | undefined): unknown {
  if (!isObject(rtp)) return undefined;
  const first = fraction(rtp["first_bet"], language);
  const total = fraction(rtp["total_wagered"], language);
  return html`
    <dt>${say("sheets.return")}</dt>
    <dd>
      ${first === undefined ? undefined : html`${say("sheets.first-bet", { percent: first })}<br />`}
      ${total === undefined ? undefined : say("sheets.total", { percent: total })}
    </dd>
  `;
}

function payView({ say }: Speech, pay: Canonical | undefined): unknown {
  if (!isObject(pay)) return undefined;
  const { spread, trips } = pay;
  const lines = (isList(spread) ? spread : []).map((odds, at) =>
    say("sheets.spread", { spread: at + 1, odds: text(odds) }),
  );
  if (typeof trips === "number") lines.push(say("sheets.trips", { odds: trips }));
  return html`
    <dt>${say("sheets.pay")}</dt>
    <dd>${lines.map((line) => html`${line}<br />`)}</dd>
  `;
}

const text = (value: Canonical | undefined): string => (isObject(value) || isList(value) ? "" : String(value ?? ""));

/** A limit of a sheet in minor units, whose decimals only a chain says. */
const minor = (value: Canonical | undefined, language: Speech["language"]): string =>
  typeof value === "number" ? countText(value, language) : "?";

function fraction(value: Canonical | undefined, language: Speech["language"]): string | undefined {
  if (!isList(value)) return undefined;
  const [part, whole] = value;
  return typeof part === "number" && typeof whole === "number" ? percentText(part, whole, language) : undefined;
}

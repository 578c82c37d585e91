/** The limits of a chain, the newest first. */
import { html } from "lit";
import type { Canonical, CanonicalObject } from "../../log/canonical.ts";
import { isObject } from "../../log/canonical.ts";
import type { Currency, LimitsRow, Page } from "../protocol.ts";
import { amountOf, type Speech, timeText } from "../speech.ts";
import { pagesView } from "./lists.ts";

interface Turning {
  readonly pageSize: number;
  readonly onTurn: (from: number) => void;
  readonly onOpen: (index: number) => void;
}

/** Limits that are amounts of money. */
const MONEY = /^(?:stake_max|(?:wager|loss|deposit)_(?:day|week|month))$/;

export function limitsView(speak: Speech, page: Page<LimitsRow> | undefined, turning: Turning): unknown {
  const { say, language } = speak;
  if (page === undefined || page.total === 0) return undefined;
  return html`
    <details>
      <summary>${say("chain.limits")}</summary>
      <ul class="plain stack1">
        ${page.rows.map(
          ({ index, time, rg, currency }) => html`
            <li>
              <button class="btn bare" @click=${() => turning.onOpen(index)}>
                ${say("chain.limits-since", { index, time: timeText(time, language) })}
              </button>
              ${inForceView(speak, rg, currency)}
            </li>
          `,
        )}
      </ul>
      ${pagesView(speak, page, turning)}
    </details>
  `;
}

/** What holds now, and what will hold from when on. */
export function inForceView(speak: Speech, rg: CanonicalObject, currency: Currency | undefined): unknown {
  const { say, language } = speak;
  const { now, next } = rg;
  const later = isObject(next) ? next : undefined;
  const from = later?.["effective_at"];
  return html`
    ${valuesView(speak, say("limits.now"), isObject(now) ? now : {}, currency)}
    ${
      later === undefined || typeof from !== "number"
        ? undefined
        : valuesView(speak, say("limits.next", { time: timeText(from, language) }), later, currency)
    }
  `;
}

function valuesView(speak: Speech, title: string, values: CanonicalObject, currency: Currency | undefined): unknown {
  const entries = Object.entries(values).filter(([name]) => name !== "effective_at");
  return html`
    <p class="small quiet">${title}</p>
    ${entries.length === 0 ? html`<p class="small">${speak.say("limits.none")}</p>` : undefined}
    <dl class="pairs small">
      ${entries.map(
        ([name, value]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${valueText(speak, name, value, currency)}</dd>`,
      )}
    </dl>
  `;
}

function valueText(speak: Speech, name: string, value: Canonical, currency: Currency | undefined): string {
  if (MONEY.test(name) && typeof value === "number" && currency !== undefined) {
    return amountOf(value, currency, speak.language);
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

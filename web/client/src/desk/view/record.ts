/** A record as it is opened: what it says, the round that it ends, what does not hold, and its signed text. */
import { html } from "lit";
import type { Canonical } from "../../log/canonical.ts";
import { isObject } from "../../log/canonical.ts";
import type { Finding } from "../../log/verdict.ts";
import type { RecordDetail } from "../protocol.ts";
import { cardsOf, stepsOf } from "../rounds.ts";
import { sayKnown, type Speech, timeText } from "../speech.ts";
import { cardsView } from "./cards.ts";
import { findingView } from "./finding.ts";
import { inForceView } from "./limits.ts";
import { roundView } from "./round.ts";

interface Actions {
  /** Whether the findings name every record that does not hold. */
  readonly told: boolean;
  readonly onOpen: (index: number) => void;
  /** Look for what has this name: a leaf or a chain. */
  readonly onName: (name: string) => void;
}

/** Fields that every record has, which are told apart from what it says. */
const COMMON = new Set(["v", "type", "chain", "seq", "prev", "time", "salt"]);
const LEAF = /^[0-9a-f]{64}$/;
/** Fields that name other records by their leaf. */
const CITES = new Set(["deal", "limits", "rules", "prev"]);

export function recordView(speak: Speech, detail: RecordDetail, actions: Actions): unknown {
  const { say } = speak;
  const { record, findings, round, before, after } = detail;
  const steps = round === undefined ? [] : stepsOf(round, actions.told);
  const inSteps = (finding: Finding): boolean => steps.some((step) => step.finding === finding);
  return html`
    <h3 tabindex="-1" data-record>${heading(speak, detail)}</h3>
    ${record === undefined ? undefined : placeView(speak, detail, actions)}
    ${findings.filter((finding) => !inSteps(finding)).map((finding) => findingView(speak, finding, detail.currency))}
    ${findings.length > 0 ? html`<p class="small quiet">${say("record.fails")}</p>` : undefined}
    ${cardsView(speak, cardsOf(round?.ended ?? record ?? {}))}
    ${round === undefined ? undefined : roundView(speak, round, steps, { ...actions, currency: detail.currency })}
    ${record === undefined ? undefined : saysView(speak, detail, actions)} ${textView(speak, detail)}
    <div class="row between small">
      ${neighbour(say("record.before"), before, actions)} ${neighbour(say("record.after"), after, actions)}
    </div>
  `;
}

function heading(speak: Speech, { record, index }: RecordDetail): string {
  const type = record?.["type"];
  const name = typeof type === "string" ? (sayKnown(speak, `type.${type}`) ?? type) : speak.say("record.unreadable");
  return speak.say("record.heading", { type: name, index });
}

function placeView(
  { say, language }: Speech,
  { record, chain, witnessed }: RecordDetail,
  { onName }: Actions,
): unknown {
  const { time, seq } = record ?? {};
  const instant = typeof time === "number" ? timeText(time, language) : String(time);
  return html`
    <p class="small quiet">${say("record.place", { time: instant, seq: String(seq) })}</p>
    ${
      witnessed === undefined
        ? undefined
        : html`<p class="small quiet">
            ${
              witnessed.from === undefined
                ? say("record.witnessed-until", { until: timeText(witnessed.until, language) })
                : say("record.witnessed", {
                    from: timeText(witnessed.from, language),
                    until: timeText(witnessed.until, language),
                  })
            }
          </p>`
    }
    ${
      chain === undefined
        ? undefined
        : html`<p class="small">
            ${say("record.chain")} <button class="name mono" @click=${() => onName(chain)}>${chain}</button>
          </p>`
    }
  `;
}

function saysView(speak: Speech, { record, currency }: RecordDetail, actions: Actions): unknown {
  const fields = Object.entries(record ?? {}).filter(([name]) => !COMMON.has(name));
  const rg = record?.["rg"];
  return html`
    <details ?open=${record?.["type"] !== "rules"}>
      <summary>${speak.say("record.fields")}</summary>
      ${isObject(rg) ? inForceView(speak, rg, currency) : undefined}
      <dl class="pairs small">
        ${fields.map(
          ([name, value]) =>
            html`<dt><code>${name}</code></dt>
              <dd>${fieldView(name, value, actions)}</dd>`,
        )}
      </dl>
    </details>
  `;
}

function fieldView(name: string, value: Canonical, { onName }: Actions): unknown {
  if (typeof value === "string" && CITES.has(name) && LEAF.test(value)) {
    return html`<button class="name mono" @click=${() => onName(value)}>${value}</button>`;
  }
  return html`<span class="mono">${typeof value === "string" ? value : JSON.stringify(value)}</span>`;
}

function textView({ say }: Speech, { record, note, leaf }: RecordDetail): unknown {
  return html`
    <details>
      <summary>${say("record.text")}</summary>
      ${record === undefined ? undefined : html`<pre class="mono">${JSON.stringify(record, null, 1)}</pre>`}
      <p class="small">${say("record.note")}</p>
      <pre class="mono">${note}</pre>
    </details>
    <p class="mono quiet">${say("record.leaf")} ${leaf}</p>
  `;
}

function neighbour(text: string, index: number | undefined, { onOpen }: Actions): unknown {
  if (index === undefined) return html`<span></span>`;
  return html`<button class="btn low" @click=${() => onOpen(index)}>${text}</button>`;
}

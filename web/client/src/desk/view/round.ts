/** A round, played again step by step. */
import { html } from "lit";
import type { CanonicalObject } from "../../log/canonical.ts";
import { isList, isObject } from "../../log/canonical.ts";
import type { Currency, RoundDetail } from "../protocol.ts";
import { actsOf, cardsOf, drawsOf, payOf, spreadOf, type Step } from "../rounds.ts";
import { amountOf, sayKnown, type Speech, timeText } from "../speech.ts";
import { cardsText } from "./cards.ts";
import { resultTag } from "./checks.ts";
import { findingView } from "./finding.ts";

interface Opened {
  readonly currency: Currency | undefined;
  readonly onOpen: (index: number) => void;
}

export function roundView(speak: Speech, round: RoundDetail, steps: readonly Step[], opened: Opened): unknown {
  return html`
    <h4>${speak.say("record.round")}</h4>
    <p class="mono quiet">${round.steps.place.id}</p>
    <ol class="steps">
      ${steps.map((step) => stepView(speak, step, round, opened))}
    </ol>
  `;
}

function stepView(speak: Speech, step: Step, round: RoundDetail, opened: Opened): unknown {
  const { say } = speak;
  return html`
    <li>
      <p class="row between"><strong>${say(`step.${step.name}`)}</strong> ${resultTag(speak, step.result)}</p>
      <div class="small stack1">
        ${EXPLAINED[step.name](speak, round, opened)}
        ${step.finding === undefined ? undefined : findingView(speak, step.finding, opened.currency)}
        ${step.result === "not-checked" ? html`<p class="quiet">${say("step.unchecked")}</p>` : undefined}
      </div>
    </li>
  `;
}

type Explained = (speak: Speech, round: RoundDetail, opened: Opened) => unknown;

const EXPLAINED: Readonly<Record<Step["name"], Explained>> = {
  committed: ({ say }, { steps, opened }, { onOpen }) => html`
    <p>
      ${say("step.committed.what", {
        committed: steps.place.committed,
        size: Number(opened["size"]),
        opened: steps.place.opened,
      })}
    </p>
    <p class="row">
      ${[steps.place.committed, steps.place.opened].map(
        (index) =>
          html`<button class="btn low" @click=${() => onOpen(index)}>${say("verdict.place-short", { index })}</button>`,
      )}
    </p>
  `,
  client: ({ say }, { steps }) => html`
    <p>${say("step.client.what")}</p>
    <p class="mono">${steps.client}</p>
  `,
  seed: seedView,
  cards: drawsView,
  acts: actsView,
  payout: payoutView,
  money: (speak, { ended }, { currency }) => {
    const { bal } = ended;
    if (!isList(bal) || currency === undefined) return undefined;
    const [before, after] = bal.map((amount) => amountOf(Number(amount), currency, speak.language));
    return html`<p>${speak.say("step.money.what", { before: before ?? "", after: after ?? "" })}</p>`;
  },
};

function seedView({ say }: Speech, { steps }: RoundDetail): unknown {
  const { seed, hashedBack } = steps;
  const between = hashedBack.slice(1, -1);
  const commitment = hashedBack.at(-1) ?? seed;
  return html`
    <p>${say("step.seed.what", { count: hashedBack.length - 1 })}</p>
    <dl class="hexes">
      <dt>${say("step.seed.revealed")}</dt>
      <dd class="mono">${seed}</dd>
      ${
        between.length === 0
          ? undefined
          : html`<dt>${say("step.seed.back")}</dt>
              ${between.map((hashed) => html`<dd class="mono">${hashed}</dd>`)}`
      }
      <dt>${say("step.seed.commitment")}</dt>
      <dd class="mono">${commitment}</dd>
    </dl>
  `;
}

function drawsView(speak: Speech, round: RoundDetail): unknown {
  const { say } = speak;
  return html`
    <p>${say("step.cards.what")}</p>
    <ol class="plain">
      ${drawsOf(round).map(
        ({ at, from, card }) =>
          html`<li>${say("step.cards.draw", { at, from, card: "" })} ${cardsText(speak, [card])}</li>`,
      )}
    </ol>
  `;
}

function actsView(speak: Speech, { ended }: RoundDetail, { currency }: Opened): unknown {
  const { say, language } = speak;
  const acts = actsOf(ended);
  if (acts.length === 0) return html`<p>${say("step.acts.none")}</p>`;
  return acts.map(({ action, amount, by, at }) => {
    const words = {
      action: sayKnown(speak, `act.${action}`) ?? action,
      by: sayKnown(speak, `by.${by}`) ?? by,
      time: timeText(at, language),
    };
    if (amount === 0 || currency === undefined) return html`<p>${say("step.acts.plain", words)}</p>`;
    return html`<p>${say("step.acts.act", { ...words, amount: amountOf(amount, currency, language) })}</p>`;
  });
}

function payoutView(speak: Speech, round: RoundDetail, { currency }: Opened): unknown {
  const { say, language } = speak;
  const { ended, sheet, steps } = round;
  const { game, ver } = sheet;
  const pay = payOf(ended);
  const { result, reason } = ended;
  const told = sayKnown(speak, `result.${String(result)}`) ?? String(result);
  return html`
    <p>${say("step.payout.sheet", { game: String(game), version: String(ver), index: steps.place.rules })}</p>
    ${sheet["family"] === "red-dog" ? html`<p>${oddsText(speak, sheet, cardsOf(ended))}</p>` : undefined}
    ${
      pay === undefined || currency === undefined
        ? undefined
        : html`<p>
            ${say("step.payout.result", {
              result: told,
              staked: amountOf(pay.staked, currency, language),
              returned: amountOf(pay.returned, currency, language),
            })}
          </p>`
    }
    ${typeof reason === "string" ? html`<p>${say("step.payout.void", { reason })}</p>` : undefined}
  `;
}

/** What the sheet pays for the spread of the first two cards. */
function oddsText({ say }: Speech, sheet: CanonicalObject, cards: readonly string[]): string {
  const spread = spreadOf(cards);
  const { pay } = sheet;
  if (spread === undefined || !isObject(pay)) return "";
  if (spread === 0) return say("step.payout.consecutive");
  if (spread < 0) return say("step.payout.pair", { odds: String(pay["trips"]) });
  const odds = isList(pay["spread"]) ? pay["spread"][spread - 1] : undefined;
  return say("step.payout.spread", { spread, odds: String(odds) });
}

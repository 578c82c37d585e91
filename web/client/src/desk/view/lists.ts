/** The explorer's lists, a page at a time. */
import { html } from "lit";
import type { Finding } from "../../log/verdict.ts";
import type { ChainRow, Page, RecordRow } from "../protocol.ts";
import { countText, sayKnown, type Speech } from "../speech.ts";
import { cardsText } from "./cards.ts";

interface Turning {
  readonly pageSize: number;
  readonly onTurn: (from: number) => void;
}

interface Opening extends Turning {
  /** The record that is open. */
  readonly current: number | undefined;
  readonly onOpen: (index: number) => void;
}

/** Where a list of several pages is, with buttons to its neighbours. */
export function pagesView({ say, language }: Speech, { from, total, rows }: Page<unknown>, turning: Turning): unknown {
  if (total <= turning.pageSize) return undefined;
  const words = {
    from: countText(from + 1, language),
    to: countText(from + rows.length, language),
    total: countText(total, language),
  };
  const { pageSize, onTurn } = turning;
  return html`
    <nav class="row between pages small" aria-label=${say("explore.pages")}>
      <button class="btn low" ?disabled=${from === 0} @click=${() => onTurn(Math.max(0, from - pageSize))}>
        ${say("explore.previous")}
      </button>
      <span role="status">${say("explore.range", words)}</span>
      <button class="btn low" ?disabled=${from + rows.length >= total} @click=${() => onTurn(from + pageSize)}>
        ${say("explore.next")}
      </button>
    </nav>
  `;
}

interface Chains extends Turning {
  readonly onOpen: (chain: string) => void;
}

export function chainListView(speak: Speech, page: Page<ChainRow>, chains: Chains): unknown {
  const { say } = speak;
  if (page.total === 0) return html`<p class="quiet">${say("explore.nothing")}</p>`;
  return html`
    <ul class="plain">
      ${page.rows.map(
        ({ chain, kind, records, failing }) => html`
          <li>
            <button class="chain" @click=${() => chains.onOpen(chain)}>
              <span>${say(`chain.${kind}`)}</span>
              <span class="num">${say("chain.records", { count: records })}</span>
              <span class="mono">${chain}</span>
              ${failing === 0 ? undefined : html`<strong class="bad">${fault(speak, failing)}</strong>`}
            </button>
          </li>
        `,
      )}
    </ul>
    ${pagesView(speak, page, chains)}
  `;
}

interface Records extends Opening {
  readonly onBack: () => void;
}

export function recordListView(speak: Speech, chain: string, page: Page<RecordRow>, records: Records): unknown {
  const { say } = speak;
  return html`
    <button class="btn bare" @click=${records.onBack}>${say("chain.back")}</button>
    <h3 class="mono">${say("chain.heading", { chain })}</h3>
    <ul class="plain">
      ${page.rows.map((row) => recordRow(speak, row, records))}
    </ul>
    ${pagesView(speak, page, records)}
  `;
}

function recordRow(
  speak: Speech,
  { index, type, cards, note, code }: RecordRow,
  { current, onOpen }: Opening,
): unknown {
  const { say } = speak;
  return html`
    <li>
      <button class="entry" aria-current=${index === current ? "true" : "false"} @click=${() => onOpen(index)}>
        <span class="i">${index}</span>
        <span>${type ?? say("record.unreadable")}</span>
        <span>${cardsText(speak, cards)} ${sayKnown(speak, `result.${note}`) ?? note}</span>
        ${code === undefined ? undefined : html`<strong class="bad">✕ ${code}</strong>`}
      </button>
    </li>
  `;
}

interface Findings extends Opening {
  /** Whether the list has all findings. */
  readonly all: boolean;
}

export function findingListView(speak: Speech, page: Page<Finding>, findings: Findings): unknown {
  const { say } = speak;
  if (page.total === 0) return html`<p class="quiet">${say("explore.no-findings")}</p>`;
  return html`
    ${findings.all ? undefined : html`<p class="small">${say("explore.some-findings")}</p>`}
    <ul class="plain">
      ${page.rows.map((finding) => html`<li>${findingRow(speak, finding, findings)}</li>`)}
    </ul>
    ${pagesView(speak, page, findings)}
  `;
}

function findingRow(speak: Speech, { code, logIndex, detail }: Finding, { current, onOpen }: Opening): unknown {
  const words = html`<strong class="bad">${code}</strong> <span>${sayKnown(speak, `code.${code}`) ?? detail}</span>`;
  if (logIndex === undefined) return html`<div class="entry"><span class="i"></span> ${words}</div>`;
  return html`
    <button class="entry" aria-current=${logIndex === current ? "true" : "false"} @click=${() => onOpen(logIndex)}>
      <span class="i">${logIndex}</span> ${words}
    </button>
  `;
}

const fault = ({ say }: Speech, count: number): string => say("chain.failing", { count });

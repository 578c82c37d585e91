import { html, nothing } from "lit";
import { PlainElement } from "../app/plain-element.ts";
import { client, session } from "../app/session.ts";
import { titleOf } from "../play/board-parts.ts";
import { games, type Game } from "../play/answers.ts";
import { amount, sayGames } from "../play/words.ts";
import { tables, type TableSummary } from "./answers.ts";
import { say, shortId } from "./words.ts";
import "../app/problem-box.ts";

const PAGE = 50;

/** The tables that are open: what is played, for how much, and where they stand. */
export class TablesView extends PlainElement {
  static override properties = {
    items: { state: true },
    next: { state: true },
    games: { state: true },
    error: { state: true },
  };
  declare protected items: readonly TableSummary[] | null;
  declare protected next: string | null;
  declare protected games: readonly Game[];
  declare protected error: unknown;

  constructor() {
    super();
    this.items = null;
    this.next = null;
    this.games = [];
    this.error = null;
    this.watch(session);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#read();
  }

  readonly #read = async (): Promise<void> => {
    try {
      const [offered, page] = await Promise.all([
        client.call({ path: "/games", read: games }),
        client.call({ path: `/tables?limit=${PAGE}`, read: tables }),
      ]);
      this.games = offered.items;
      this.items = page.items;
      this.next = page.next;
      this.error = null;
    } catch (error) {
      this.error = error;
    }
  };

  readonly #more = async (): Promise<void> => {
    try {
      const cursor = encodeURIComponent(this.next ?? "");
      const page = await client.call({ path: `/tables?limit=${PAGE}&cursor=${cursor}`, read: tables });
      this.items = [...(this.items ?? []), ...page.items];
      this.next = page.next;
    } catch (error) {
      this.error = error;
    }
  };

  protected override render(): unknown {
    return html`<div class="stack">
      <div class="row between">
        <h1>${say("tables")}</h1>
        <button class="btn low" type="button" @click=${this.#read}>${say("tables.refresh")}</button>
      </div>
      <p class="quiet">${say("tables.text")}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.items === null ? nothing : this.#list(this.items)}
      ${
        this.next === null
          ? nothing
          : html`<button class="btn" type="button" @click=${this.#more}>${say("hands.more")}</button>`
      }
    </div>`;
  }

  #list(items: readonly TableSummary[]): unknown {
    if (items.length === 0) return html`<p class="box quiet">${say("tables.none")}</p>`;
    return html`<ul class="plain tables">
      ${items.map((table) => this.#table(table))}
    </ul>`;
  }

  #table(table: TableSummary): unknown {
    const game = this.games.find((each) => each.game === table.game);
    const name = game === undefined ? table.game : titleOf(game);
    const { currency } = session.state.wallet?.cash ?? table.stake_max;
    const max = `${amount(table.stake_max.amount, table.stake_max.currency)} ${table.stake_max.currency}`;
    return html`<li class="box stack1">
      <div class="row between">
        <h2>${say("table.title", { game: name, table: shortId(table.id) })}</h2>
        <a class="btn" href="#/table/${table.id}">${say("tables.go", { table: shortId(table.id) })}</a>
      </div>
      <p class="row small">
        ${tagOf(table)} ${table.test ? html`<span class="tag">${say("tables.test")}</span>` : nothing}
        ${
          table.stake_max.currency === currency
            ? nothing
            : html`<span class="tag warn">${sayGames("other-currency", { currency })}</span>`
        }
        ${table.admission === "invited" ? html`<span class="tag">${say("tables.invited")}</span>` : nothing}
      </p>
      <dl class="pairs small">
        <dt>${say("tables.stakes")}</dt>
        <dd>${say("tables.between", { min: amount(table.stake_min.amount, table.stake_min.currency), max })}</dd>
        <dt>${say("tables.seats")}</dt>
        <dd>${say("tables.of", { taken: table.seats_taken, seats: table.seats_max })}</dd>
      </dl>
    </li>`;
  }
}

function tagOf(table: TableSummary): unknown {
  if (table.status !== "open") return html`<span class="tag warn">${say(`phase.${table.status}`)}</span>`;
  if (!table.available) return html`<span class="tag warn">${say("phase.off")}</span>`;
  return html`<span class="tag info">${say(`phase.${table.phase}`)}</span>`;
}

customElements.define("tables-view", TablesView);

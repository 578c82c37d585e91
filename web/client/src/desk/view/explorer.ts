/** Looks around in the judged log: chains, records, rule sheets, and what does not hold. A page of rows at a time. */
import { html, LitElement } from "lit";
import type { Judging } from "../judging.ts";
import type { ChainRow, Judged, LimitsRow, Page, RecordDetail, RecordRow } from "../protocol.ts";
import type { Speech } from "../speech.ts";
import { chainListView, findingListView, recordListView } from "./lists.ts";
import { limitsView } from "./limits.ts";
import { recordView } from "./record.ts";
import { sheetsView } from "./sheets.ts";

type View = "chains" | "sheets" | "findings";

const VIEWS: readonly View[] = ["chains", "findings", "sheets"];
const CHAINS_SHOWN = 20;
const RECORDS_SHOWN = 50;
const LIMITS_SHOWN = 5;
const BEGINS_A_CHAIN = /^[0-9a-f]{0,32}$/;

export class DeskExplorer extends LitElement {
  static override properties = {
    speak: { attribute: false },
    judged: { attribute: false },
    judging: { attribute: false },
    view: { state: true },
    chains: { state: true },
    chain: { state: true },
    records: { state: true },
    limits: { state: true },
    found: { state: true },
    detail: { state: true },
    missed: { state: true },
  };

  declare speak: Speech;
  declare judged: Judged;
  declare judging: Judging;
  declare private view: View;
  declare private chains: Page<ChainRow> | undefined;
  declare private chain: string | undefined;
  declare private records: Page<RecordRow> | undefined;
  declare private limits: Page<LimitsRow> | undefined;
  /** From where on the findings are listed. */
  declare private found: number;
  declare private detail: RecordDetail | undefined;
  declare private missed: boolean;
  private like = "";

  constructor() {
    super();
    this.view = "chains";
    this.found = 0;
    this.missed = false;
  }

  /** Show a record, with the page of its chain on which it stands. */
  async open(index: number): Promise<void> {
    this.detail = await this.judging.ask("record", { index });
    const { chain, position } = this.detail;
    if (this.view === "sheets") this.view = "chains";
    if (this.view === "chains" && chain !== undefined) {
      await this.showChain(chain, Math.floor(position / RECORDS_SHOWN) * RECORDS_SHOWN);
    }
    await this.updateComplete;
    this.querySelector<HTMLElement>("[data-record]")?.focus();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    void this.begin();
  }

  private async begin(): Promise<void> {
    await this.showChains(0);
    const { first } = this.judged.verdict;
    if (first?.logIndex === undefined || first.logIndex >= this.judged.size) return;
    this.detail = await this.judging.ask("record", { index: first.logIndex });
  }

  protected override render(): unknown {
    const { say } = this.speak;
    return html`
      <section aria-labelledby="explorer">
        <h2 id="explorer">${say("explore.heading")}</h2>
        <div class="row between tools">
          <div class="row" role="group" aria-label=${say("explore.what")}>
            ${VIEWS.map(
              (view) => html`
                <button
                  class="btn low"
                  aria-pressed=${this.view === view}
                  @click=${() => {
                    this.view = view;
                  }}
                >
                  ${say(`explore.${view}`)}
                </button>
              `,
            )}
          </div>
          <form class="row find" @submit=${(event: SubmitEvent) => this.find(event)}>
            <label for="find" class="small">${say("explore.find")}</label>
            <input id="find" name="find" type="search" class="mono" autocomplete="off" spellcheck="false" />
            <button class="btn low">${say("explore.go")}</button>
          </form>
        </div>
        ${this.missed ? html`<p class="problem warn" role="alert">${say("explore.not-found")}</p>` : undefined}
        ${this.view === "sheets" ? sheetsView(this.speak, this.judged.sheets, (index) => void this.open(index)) : this.recordsView()}
      </section>
    `;
  }

  private recordsView(): unknown {
    const { say } = this.speak;
    return html`
      <div class="explore">
        <div class="list" role="region" aria-label=${say("explore.list")}>${this.listView()}</div>
        <div class="detail" role="region" aria-label=${say("explore.record")}>
          ${
            this.detail === undefined
              ? html`<p class="quiet">${say("explore.pick")}</p>`
              : recordView(this.speak, this.detail, {
                  told: this.toldAll,
                  onOpen: (index) => void this.open(index),
                  onName: (name) => void this.look(name),
                })
          }
        </div>
      </div>
    `;
  }

  private listView(): unknown {
    const current = this.detail?.index;
    const onOpen = (index: number): void => void this.open(index);
    if (this.view === "findings") {
      const { findings } = this.judged.verdict;
      const rows = findings.slice(this.found, this.found + RECORDS_SHOWN);
      const page = { from: this.found, total: findings.length, rows };
      return findingListView(this.speak, page, {
        current,
        onOpen,
        all: this.toldAll,
        onTurn: (from) => {
          this.found = from;
        },
        pageSize: RECORDS_SHOWN,
      });
    }
    if (this.chain === undefined) {
      if (this.chains === undefined) return undefined;
      return chainListView(this.speak, this.chains, {
        onOpen: (chain) => void this.showChain(chain, 0),
        onTurn: (from) => void this.showChains(from),
        pageSize: CHAINS_SHOWN,
      });
    }
    const { chain, records } = this;
    if (records === undefined) return undefined;
    return html`
      ${recordListView(this.speak, chain, records, {
        current,
        onOpen,
        onBack: () => {
          this.chain = undefined;
        },
        onTurn: (from) => void this.showChain(chain, from),
        pageSize: RECORDS_SHOWN,
      })}
      ${limitsView(this.speak, this.limits, {
        onOpen,
        onTurn: (from) => void this.showLimits(chain, from),
        pageSize: LIMITS_SHOWN,
      })}
    `;
  }

  /** Whether every record that does not hold is named among the findings. */
  private get toldAll(): boolean {
    const { findings, others, first } = this.judged.verdict;
    const counted = Object.values(others).reduce((sum, count) => sum + count, first === undefined ? 0 : 1);
    return findings.length === counted;
  }

  private async showChains(from: number): Promise<void> {
    this.chains = await this.judging.ask("chains", { from, count: CHAINS_SHOWN, like: this.like });
  }

  private async showChain(chain: string, from: number): Promise<void> {
    this.records = await this.judging.ask("records", { chain, from, count: RECORDS_SHOWN });
    if (this.chain !== chain) await this.showLimits(chain, 0);
    this.chain = chain;
  }

  private async showLimits(chain: string, from: number): Promise<void> {
    this.limits = await this.judging.ask("limits", { chain, from, count: LIMITS_SHOWN });
  }

  private find(event: SubmitEvent): void {
    event.preventDefault();
    const { currentTarget } = event;
    if (!(currentTarget instanceof HTMLFormElement)) return;
    const text = new FormData(currentTarget).get("find");
    void this.look(typeof text === "string" ? text.trim().toLowerCase() : "");
  }

  /** Open what has this name; where no record has it, list the chains that begin so. */
  private async look(name: string): Promise<void> {
    const index = await this.judging.ask("find", { text: name });
    this.missed = false;
    if (index !== undefined) {
      await this.open(index);
      return;
    }
    this.like = BEGINS_A_CHAIN.test(name) ? name : "";
    this.view = "chains";
    this.chain = undefined;
    await this.showChains(0);
    this.missed = name !== this.like || this.chains?.total === 0;
  }
}

customElements.define("desk-explorer", DeskExplorer);

declare global {
  interface HTMLElementTagNameMap {
    "desk-explorer": DeskExplorer;
  }
}

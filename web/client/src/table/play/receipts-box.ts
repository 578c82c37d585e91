import { html, nothing } from "lit";
import { PlainElement } from "../app/plain-element.ts";
import { save } from "../app/save.ts";
import { session } from "../app/session.ts";
import { countReceipts, exportReceipts } from "./seeds/receipt-store.ts";
import { historyOf, keeperOf } from "./services.ts";
import { saySettings } from "./words.ts";
import { Watching } from "../app/store.ts";

/** Save the receipts of whoever is logged in as a file, which `python -m verifier --receipts` reads. */
export async function exportNow(): Promise<void> {
  const { me } = session.state;
  if (me === null) return;
  const lines = await exportReceipts(me.id);
  save("receipts.jsonl", lines, "application/x-ndjson");
}

/** How many receipts this browser keeps, how the open epoch began, and the way to take them out. */
export class ReceiptsBox extends PlainElement {
  static override properties = { count: { state: true } };
  declare protected count: number;

  constructor() {
    super();
    this.count = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { me } = session.state;
    if (me === null) return;
    this.addController(new Watching(this, historyOf(me.id).store, session));
  }

  protected override updated(): void {
    void this.#read();
  }

  async #read(): Promise<void> {
    const { me } = session.state;
    if (me !== null) this.count = await countReceipts(me.id);
  }

  protected override render(): unknown {
    const { me } = session.state;
    const own = me === null ? null : keeperOf(me.id).ownEpochs.newest;
    const { count } = this;
    return html`<details class="box receipts">
      <summary>${saySettings("receipts")}</summary>
      <p class="small quiet">${count === 0 ? saySettings("receipts.none") : saySettings("receipts.text", { count })}</p>
      ${
        own === null
          ? nothing
          : html`<p class="small quiet">${saySettings("receipts.seed", { epoch: own.epoch, size: own.size })}</p>`
      }
      ${
        count === 0
          ? nothing
          : html`<button class="btn low" type="button" @click=${exportNow}>${saySettings("receipts.export")}</button>`
      }
    </details>`;
  }
}

customElements.define("receipts-box", ReceiptsBox);

import { html, nothing, type PropertyValues } from "lit";
import { client, platformNow } from "../app/session.ts";
import type { Typed } from "../app/fields.ts";
import { WindowElement } from "../app/window-element.ts";
import type { LiveTable } from "./answers.ts";
import { asked } from "./board-facts.ts";
import { tableClock } from "./board-parts.ts";
import { feedOf } from "./feed.ts";
import { say } from "./report-words.ts";
import { reportFields, reporting, sendReport, type ReportableHand } from "./seat-report.ts";
import "../app/form-box.ts";

const TICK_MS = 250;

/**
 * Report a seat: which one, and what is suspected of it.
 *
 * The table goes on below, which the window covers: it shows the clock, says when the player is asked, and has its way out
 * above all that scrolls.
 */
class ReportWindow extends WindowElement {
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.watch(reporting);
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!changed.has("shown")) return;
    clearInterval(this.#ticking);
    if (this.shown) this.#ticking = setInterval(() => this.requestUpdate(), TICK_MS);
  }

  protected heading(): string {
    const { hand } = reporting.state;
    return hand === null ? say("report") : say("report.label", { epoch: hand.epoch });
  }

  protected content(): unknown {
    const { hand } = reporting.state;
    return hand === null ? nothing : this.#form(hand);
  }

  #form(hand: ReportableHand): unknown {
    return html`${this.#above(feedOf(hand.table).store.state.table)}
      <p>${say("report.text")}</p>
      <form-box
        name="report"
        .fields=${reportFields(hand)}
        button=${say("report.send")}
        .send=${(typed: Typed) => sendReport(client, hand, typed)}
      ></form-box>`;
  }

  #above(table: LiveTable | null): unknown {
    return html`<div class="meanwhile">
      <div class="row">
        ${table === null ? nothing : tableClock(table, platformNow())}
        <button class="btn" type="button" @click=${() => this.close()}>${say("report.close")}</button>
      </div>
      <div role="status">
        ${table !== null && asked(table) ? html`<p class="problem info small">${say("report.turn")}</p>` : nothing}
      </div>
    </div>`;
  }
}

customElements.define("report-window", ReportWindow);

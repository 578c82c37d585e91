import { html } from "lit";
import { instantText, moneyText, signedText } from "../app/language.ts";
import { Listing } from "../app/listing.ts";
import { PlainElement } from "../app/plain-element.ts";
import { changeOf, statementLine, type StatementLine } from "./payments.ts";
import { say, sayKnown } from "./words.ts";

/** Every movement of the player's money. */
class StatementView extends PlainElement {
  readonly #lines = new Listing(this, "/wallet/statement", statementLine);

  protected override render(): unknown {
    return html`<div class="stack">
      <h1>${say("statement")}</h1>
      <p>${say("statement.text")}</p>
      ${this.#lines.render(say("statement.none"), (lines) => this.#table(lines))}
    </div>`;
  }

  #table(lines: readonly StatementLine[]): unknown {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${say("statement")}>
      <table class="cards-on-phone">
        <thead>
          <tr>
            <th scope="col">${say("when")}</th>
            <th scope="col">${say("what")}</th>
            <th scope="col" class="num">${say("change")}</th>
            <th scope="col" class="num">${say("after")}</th>
            <th scope="col" class="num">${say("number")}</th>
          </tr>
        </thead>
        <tbody>
          ${lines.map(
            (line) =>
              html`<tr>
                <th scope="row">${instantText(line.recorded_at)}</th>
                <td data-h=${say("what")}>
                  <span>${sayKnown("kind", line.kind)}<br /><span class="mono quiet">${line.reference}</span></span>
                </td>
                <td class="num" data-h=${say("change")}>${signedText(changeOf(line))}</td>
                <td class="num" data-h=${say("after")}>${moneyText(line.balance.cash)}</td>
                <td class="num" data-h=${say("number")}>${line.seq}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define("statement-view", StatementView);

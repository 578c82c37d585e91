import { html, nothing } from "lit";
import { amountText, type Money } from "../../base/money.ts";
import { durationText, language } from "./language.ts";
import { PlainElement } from "./plain-element.ts";
import { platformNow, session } from "./session.ts";
import { betMaximum, checkSeconds, clockText, lossLeft } from "./strip-figures.ts";
import { openWindow } from "./windows.ts";
import { say } from "./words.ts";

const amount = (money: Money): string => amountText(money, language.state.current);

/** What is always in view: money, net, time, what the limits leave, and the way out. */
export class StatusStrip extends PlainElement {
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.watch(session);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#ticking = setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
  }

  protected override render(): unknown {
    return html`<section class="strip" aria-label=${say("your-session")}>
      <div>
        <dl>${this.#figures()}</dl>
        <button class="btn low" type="button" @click=${() => openWindow("break-window")}>${say("take-a-break")}</button>
      </div>
    </section>`;
  }

  #figures(): unknown {
    const { wallet, time, limits } = session.state;
    if (wallet === null || time === null || limits === null)
      return html`<div>
        <dt>${say("balance")}</dt>
        <dd class="skel"></dd>
      </div>`;
    const now = platformNow();
    const loss = lossLeft(limits);
    const maximum = betMaximum(limits);
    const check = checkSeconds(time, now);
    return html`
      <div>
        <dt>${say("balance")}</dt>
        <dd>${amount(wallet.cash)} <span class="quiet wide">${wallet.cash.currency}</span></dd>
      </div>
      ${
        wallet.in_play.amount > 0
          ? html`<div class="wide">
              <dt>${say("in-play")}</dt>
              <dd>${amount(wallet.in_play)}</dd>
            </div>`
          : nothing
      }
      <div>
        <dt>${say("net")}</dt>
        <dd>${time.net.amount > 0 ? "+" : ""}${amount(time.net)}</dd>
      </div>
      <div>
        <dt>${say("time")}</dt>
        <dd>${clockText(time, now)}</dd>
      </div>
      <div>
        <dt>${loss === null ? say("loss-left") : say(`loss-left.${loss.period}`)}</dt>
        <dd>${loss === null ? say("no-limit") : amount(loss.left)}</dd>
      </div>
      <div>
        <dt>${say("bet-limit")}</dt>
        <dd>${maximum === null ? say("no-limit") : amount(maximum)}</dd>
      </div>
      <div>
        <dt>${say("reality-check")}</dt>
        <dd>${check === 0 ? say("due") : durationText(check)}</dd>
      </div>
    `;
  }
}

customElements.define("status-strip", StatusStrip);

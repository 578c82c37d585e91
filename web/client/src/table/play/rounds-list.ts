import { html, nothing } from "lit";
import { cardOf, type Card } from "../../base/cards/card.ts";
import { inText } from "../../base/cards/drawings.ts";
import { instantText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { session } from "../app/session.ts";
import { Watching } from "../app/store.ts";
import type { Entry, History } from "./history.ts";
import { historyOf, offer } from "./services.ts";
import { cardName, sayBoard, sayOr, signedAmount } from "./words.ts";
import { titleOf } from "./board-parts.ts";
import "../app/problem-box.ts";

/** Return the cards of a round of this page: all that the player was dealt, and the card that decided. */
function cardsOf(names: readonly string[]): unknown {
  const dealt = names.map(cardOf);
  // Of Montana's twelve, the hand and the hit card; the dealer's five are never compared.
  const hand = dealt.slice(0, dealt.length > 3 ? Math.min(5, dealt.length) : 2);
  const decided = dealt.length > hand.length ? dealt.at(-1) : undefined;
  return html`${hand.map(drawn)}${decided === undefined ? nothing : html`<i>→</i>${drawn(decided)}`}`;
}

function drawn(card: Card): unknown {
  return inText(card, cardName(card));
}

/** The rounds of the session, each with its proof one click away. */
export class RoundsList extends PlainElement {
  static override properties = { error: { state: true } };
  declare protected error: unknown;
  #history: History | null = null;

  constructor() {
    super();
    this.error = null;
    this.watch(offer);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { me } = session.state;
    if (me === null || this.#history !== null) return;
    this.#history = historyOf(me.id);
    this.addController(new Watching(this, this.#history.store));
  }

  protected override render(): unknown {
    const { entries, next } = this.#history?.store.state ?? { entries: null, next: null };
    return html`<section class="box hist" aria-labelledby="rounds-heading">
      <h2 id="rounds-heading">${sayBoard("rounds")}</h2>
      <problem-box .error=${this.error}></problem-box>
      ${
        entries === null || entries.length === 0
          ? html`<p class="quiet small none">${sayBoard("rounds.none")}</p>`
          : html`<ol class="plain">
              ${entries.map((entry) => this.#entry(entry))}
            </ol>`
      }
      ${
        next === null
          ? nothing
          : html`<button class="btn bare low" type="button" @click=${this.#more}>${sayBoard("rounds.more")}</button>`
      }
    </section>`;
  }

  #entry(entry: Entry): unknown {
    const { staked, returned, status } = entry;
    const number = entry.id.slice(entry.id.indexOf("-") + 1);
    const net = returned === null || staked === null ? null : returned.amount - staked.amount;
    return html`<li>
      <span class="c">${entry.cards === undefined ? this.#words(entry) : cardsOf(entry.cards)}</span>
      <span class="num">${status === "open" || net === null ? sayBoard("rounds.open") : signedAmount(net)}</span>
      ${
        status === "open"
          ? html`<span></span>`
          : html`<a
              class="btn bare low"
              href="#/verify/${entry.id}"
              aria-label=${sayBoard("rounds.verify.one", { number })}
              >${sayBoard("rounds.verify")}</a
            >`
      }
    </li>`;
  }

  /** A round of before: how it ended, and when and where. */
  #words({ outcome, status, game, dealt_at }: Entry): unknown {
    const word = status === "voided" ? "voided" : (outcome ?? "");
    const offered = offer.state.games?.find((each) => each.game === game);
    return html`<span class="before"
      >${status === "open" ? nothing : sayOr(`rounds.said.${word}`, word)}
      <span class="small quiet"
        >${offered === undefined ? game : titleOf(offered)}, ${instantText(dealt_at)}</span
      ></span
    >`;
  }

  readonly #more = async (): Promise<void> => {
    this.error = null;
    try {
      await this.#history?.more();
    } catch (error) {
      this.error = error;
    }
  };
}

customElements.define("rounds-list", RoundsList);

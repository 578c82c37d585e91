import { html, nothing } from "lit";
import { PlainElement } from "../app/plain-element.ts";
import { session } from "../app/session.ts";
import type { Game } from "./answers.ts";
import { roomOf } from "./bets.ts";
import { openElsewhere, returnOf, titleOf } from "./board-parts.ts";
import { offer, readGames, readOpenRound } from "./services.ts";
import { amount, sayGames } from "./words.ts";
import "../app/problem-box.ts";

const BASES = ["stake", "total-staked", "side-bet"] as const;

/** The games that are played alone: what they take, what they return, and their rules. */
export class GamesView extends PlainElement {
  static override properties = { error: { state: true }, open: { state: true } };
  declare protected error: unknown;
  /** The game of a round that is open. */
  declare protected open: string | null;

  constructor() {
    super();
    this.error = null;
    this.open = null;
    this.watch(offer, session);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      const [open] = await Promise.all([readOpenRound(), readGames()]);
      this.open = open?.game ?? null;
    } catch (error) {
      this.error = error;
    }
  }

  protected override render(): unknown {
    const { games } = offer.state;
    return html`<div class="stack">
      <h1>${sayGames("games")}</h1>
      <p class="quiet">${sayGames("games.text")}</p>
      <problem-box .error=${this.error}></problem-box>
      ${this.open === null ? nothing : openElsewhere(this.open)} ${games === null ? nothing : this.#list(games)}
    </div>`;
  }

  #list(games: readonly Game[]): unknown {
    if (games.length === 0) return html`<p class="box quiet">${sayGames("games.none")}</p>`;
    return html`<ul class="plain games">
      ${games.map((game) => this.#game(game))}
    </ul>`;
  }

  #game(game: Game): unknown {
    const currency = session.state.wallet?.cash.currency ?? game.stakes[0]?.stake_min.currency ?? "";
    const room = roomOf(game.stakes, currency);
    const name = titleOf(game);
    const between = (min: number, max: number): string =>
      `${sayGames("between", { min: amount(min, currency), max: amount(max, currency) })} ${currency}`;
    const returns = BASES.map((basis) => ({ basis, percent: returnOf(game, basis) })).filter(
      (each) => each.percent !== null,
    );
    return html`<li class="box">
      <div class="row between">
        <h2>${name}</h2>
        ${game.available ? nothing : html`<span class="tag warn">${sayGames("off")}</span>`}
        ${room === null ? html`<span class="tag warn">${sayGames("other-currency", { currency })}</span>` : nothing}
      </div>
      <dl class="pairs small">
        ${
          room === null
            ? nothing
            : html`<dt>${sayGames("stake")}</dt>
                <dd>${between(room.stakeMin, room.stakeMax)}</dd>
                ${
                  room.sideMax > 0
                    ? html`<dt>${sayGames("side")}</dt>
                        <dd>${between(room.sideMin, room.sideMax)}</dd>`
                    : nothing
                }`
        }
        ${returns.map(
          ({ basis, percent }) =>
            html`<dt>${sayGames(`return.${basis}`)}</dt>
              <dd>${sayGames("percent", { percent: percent ?? "" })}</dd>`,
        )}
      </dl>
      <div class="row">
        <a class="btn main" href="#/play/${game.game}" aria-label=${sayGames("play.game", { game: name })}
          >${sayGames("play")}</a
        >
        <a class="btn bare" href="#/rules/${game.game}" aria-label=${sayGames("rules.game", { game: name })}
          >${sayGames("rules")}</a
        >
      </div>
    </li>`;
  }
}

customElements.define("games-view", GamesView);

/** The figures by game, as the replayed rounds give them. */
import { html } from "lit";
import type { GameFigures } from "../../log/verdict.ts";
import { amountOf, countText, percentText, type Speech } from "../speech.ts";

const COLUMNS = ["game", "accounts", "rounds", "handle", "returned", "ggr", "rtp"] as const;
const WORDS = new Set(["game", "accounts"]);

export function figuresView(speak: Speech, figures: readonly GameFigures[]): unknown {
  const { say } = speak;
  return html`
    <section aria-labelledby="figures">
      <h2 id="figures">${say("figures.heading")}</h2>
      <p class="small quiet measure">${say("figures.lead")}</p>
      ${figures.length === 0 ? html`<p>${say("figures.none")}</p>` : table(speak, figures)}
    </section>
  `;
}

function table(speak: Speech, figures: readonly GameFigures[]): unknown {
  const { say } = speak;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${say("figures.table")}>
      <table>
        <caption class="vh">
          ${say("figures.heading")}
        </caption>
        <thead>
          <tr>
            ${COLUMNS.map(
              (name) => html`<th scope="col" class=${WORDS.has(name) ? "" : "num"}>${say(`figures.${name}`)}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${figures.map((game) => row(speak, game))}
        </tbody>
      </table>
    </div>
  `;
}

function row({ say, language }: Speech, figures: GameFigures): unknown {
  const { game, ver, test, rounds, staked, returned } = figures;
  const rtp = staked === 0 ? say("figures.no-rtp") : percentText(returned, staked, language);
  return html`
    <tr>
      <th scope="row">${game} <span class="quiet">${ver}</span></th>
      <td>${say(test ? "figures.test" : "figures.players")}</td>
      <td class="num">${countText(rounds, language)}</td>
      <td class="num">${amountOf(staked, figures, language)}</td>
      <td class="num">${amountOf(returned, figures, language)}</td>
      <td class="num">${amountOf(staked - returned, figures, language)}</td>
      <td class="num">${rtp}</td>
    </tr>
  `;
}

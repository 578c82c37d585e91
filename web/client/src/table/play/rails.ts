import { html, nothing } from "lit";
import type { Card } from "../../base/cards/card.ts";
import { rankSign } from "../../base/cards/card.ts";
import { spreadOf } from "./counts.ts";
import { marker } from "./marker.ts";
import { oddsRuns, type RedDogTerms } from "./sheet.ts";
import { sayBoard } from "./words.ts";

const RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const SPREADS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/** Return the spreads with their odds below, and the marker on the one that was dealt. */
export function spreadRail(terms: RedDogTerms, first?: Card, second?: Card): unknown {
  const spread = first === undefined || second === undefined ? null : spreadOf(first, second);
  return html`<div class="rail spreads">
    <div class="railcap">
      <span>${sayBoard("spread")}</span>
      <span>${sayBoard("trips")} <b>${sayBoard("odds", { odds: terms.pay.trips })}</b></span>
    </div>
    <ol>
      ${SPREADS.map(
        (each) =>
          html`<li class=${each === spread ? "on" : ""}>
            ${each}${each === spread ? marker(sayBoard("marker", { spread: each })) : nothing}
          </li>`,
      )}
    </ol>
    <div class="odds">
      ${oddsRuns(terms.pay.spread).map(
        ({ odds, first: from, last }) =>
          html`<span class="run-${last - from + 1}"
            ><b>${sayBoard("odds", { odds })}</b>${
              last - from > 1 ? html` <i>${sayBoard("odds.run", { first: from, last })}</i>` : nothing
            }</span
          >`,
      )}
    </div>
  </div>`;
}

/** Return the ranks with what wins between the two cards, for the eye: the words say it too. */
export function rankRail(first?: Card, second?: Card, third?: Card): unknown {
  const two = first !== undefined && second !== undefined;
  const low = two ? Math.min(first.rank, second.rank) : 0;
  const high = two ? Math.max(first.rank, second.rank) : 0;
  const place = (rank: number): string => {
    const kind = rank === low || rank === high ? "end" : rank > low && rank < high ? "in" : "";
    return third?.rank === rank ? `${kind} hit` : kind;
  };
  return html`<div class="rail ranks">
    <div class="railcap"><span>${sayBoard(high - low > 1 ? "ranks.win" : "ranks")}</span></div>
    <ol aria-hidden="true">
      ${RANKS.map((rank) => html`<li class=${place(rank)}>${rankSign(rank)}</li>`)}
    </ol>
  </div>`;
}

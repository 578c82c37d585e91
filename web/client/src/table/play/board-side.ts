import { html } from "lit";
import type { SessionState } from "../app/session.ts";
import { historyOf } from "./services.ts";
import { atRisk, type Table } from "./table.ts";
import { amount, sayBoard } from "./words.ts";

/** Return what is beside the board: the player's information, the rounds of the session, the keys, the receipts. */
export function sideColumn(table: Table, { me, wallet }: SessionState): unknown {
  const { currency } = table.room;
  const money = (minor: number): string => `${amount(minor, currency)} ${currency}`;
  const win = me === null ? "none" : historyOf(me.id).lastWin();
  return html`<aside>
    <section class="box" aria-labelledby="player-information">
      <h2 id="player-information">${sayBoard("information")}</h2>
      <dl class="pairs information">
        <dt>${sayBoard("balance")}</dt>
        <dd class="num">${money(wallet?.cash.amount ?? 0)}</dd>
        <dt>${sayBoard("bet.now")}</dt>
        <dd class="num">${money(atRisk(table))}</dd>
        <dt>${sayBoard("last-win")}</dt>
        <dd class="num">${typeof win === "number" ? money(win) : sayBoard(`last-win.${win}`)}</dd>
      </dl>
    </section>
    <rounds-list></rounds-list>
    <keys-list></keys-list>
    <receipts-box></receipts-box>
  </aside>`;
}

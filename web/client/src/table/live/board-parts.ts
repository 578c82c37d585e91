/** Parts of the board: its head, the bar with the clock, what did not hold, and the player's information. */
import { html, nothing } from "lit";
import type { Balance } from "../api/answers.ts";
import { moneyText } from "../app/language.ts";
import type { Game } from "../play/answers.ts";
import type { Room } from "../play/bets.ts";
import { returnOf, titleOf } from "../play/board-parts.ts";
import { NotHolding } from "../play/seeds/not-holding.ts";
import { amount, sayBoard, signedAmount } from "../play/words.ts";
import type { LiveTable } from "./answers.ts";
import { deadlineOf, onTable, secondsTo, type Deadline } from "./board-facts.ts";
import { TableCheated } from "./records.ts";
import type { OwnStake } from "./seat-keeper.ts";
import type { Scene } from "./sentences.ts";
import type { Connection } from "./watched.ts";
import { say, seatNumber, shortId } from "./words.ts";

/** Return the head of the board: the game, the table, its limits and its seats, and where the rules are. */
export function liveHead(game: Game, table: LiveTable, room: Room): unknown {
  const bounds = {
    min: amount(room.stakeMin, room.currency),
    max: `${amount(room.stakeMax, room.currency)} ${room.currency}`,
  };
  const side = {
    sideMin: amount(room.sideMin, room.currency),
    sideMax: `${amount(room.sideMax, room.currency)} ${room.currency}`,
  };
  const percent = returnOf(game, "stake");
  const stakes = room.sideMax > 0 ? say("stakes.side", { ...bounds, ...side }) : say("stakes", bounds);
  return html`<div class="head">
    <h1>${say("table.title", { game: titleOf(game), table: shortId(table.id) })}</h1>
    <p class="small quiet">
      ${table.family === "pot" ? say("buy-in", bounds) : stakes}
      ${say("seats.count", { seats: table.seats_max, seconds: table.deciding_seconds })}
      ${percent === null || table.family === "pot" ? nothing : sayBoard("returns", { percent })}
      <a href="#/rules/${table.game}">${say("rules")}</a>
    </p>
  </div>`;
}

/** Return the bar above the seats: whether the stream stands, whose time runs, and what lies on the table. */
export function liveBar(table: LiveTable, connection: Connection, nowMs: number): unknown {
  const lost =
    connection === "lost" && table.own !== null ? "connection.lost.seat" : (`connection.${connection}` as const);
  const sum = amount(onTable(table), table.stake_min.currency);
  return html`<div class="livebar">
    <span class="tag ${connection === "live" ? "ok" : "warn"}" role="status"
      ><span aria-hidden="true">${connection === "live" ? "●" : "◌"}</span> ${say(lost)}</span
    >
    ${tableClock(table, nowMs)}
    <span class="small quiet"
      >${table.pot_game === null ? say("on-table", { amount: sum }) : say("pot", { amount: sum })}</span
    >
  </div>`;
}

/** Return whose time runs, and how much of it is left. */
export function tableClock(table: LiveTable, nowMs: number): unknown {
  const deadline = deadlineOf(table);
  if (deadline === null) {
    return html`<span class="clock">${table.phase === "betting" ? say("clock.betting.waits") : nothing}</span>`;
  }
  const seconds = secondsTo(deadline.at, nowMs);
  return html`<span class="clock"
    >${clockText(deadline, seconds)}
    <progress
      max=${deadline.seconds}
      .value=${Math.min(seconds, deadline.seconds)}
      aria-label=${say("clock.left")}
    ></progress
  ></span>`;
}

function clockText(deadline: Deadline, seconds: number): string {
  const seat = deadline.seat === null ? "" : seatNumber(deadline.seat);
  return say(`clock.${deadline.for}`, { seconds, seat });
}

/** Return what did not hold of the table's records, as an alert; nothing while all does. */
export function faultBox(own: OwnStake | null): unknown {
  if (own === null || own.fault === null) return nothing;
  const { fault } = own;
  const known = fault instanceof TableCheated ? fault.deviation : fault instanceof NotHolding ? "not-proved" : null;
  if (known === null) return html`<problem-box .error=${fault}></problem-box>`;
  return html`<div class="problem small" role="alert">
    <strong>${say("fault.heading")}</strong>
    <p>${say(`fault.${known}`)} ${own.kept.revealed ? nothing : say("fault.unsent")} ${say("fault.text")}</p>
    <code>${known}</code>
  </div>`;
}

/** Return the player's information: balance, bet, and the last win at this table. */
export function sideInformation({ table, own }: Scene, wallet: Balance | null): unknown {
  const { currency } = table.stake_min;
  const placed = table.seats.find((each) => each.seat === table.own?.seat);
  const bet = (placed?.stake.amount ?? 0) + (placed?.side_bet?.amount ?? 0) + (placed?.decision?.amount.amount ?? 0);
  const ended = own?.ended ?? null;
  const net = ended === null ? 0 : (ended.returned?.amount ?? 0) - ended.staked.amount;
  return html`<section class="box" aria-labelledby="player-information">
    <h2 id="player-information">${say("information")}</h2>
    <dl class="pairs information">
      <dt>${say("balance")}</dt>
      <dd class="num">${moneyText(wallet?.cash ?? { amount: 0, currency })}</dd>
      <dt>${say("bet.now")}</dt>
      <dd class="num">${amount(bet, currency)} ${currency}</dd>
      <dt>${say("last-win")}</dt>
      <dd class="num">${net > 0 ? `${signedAmount(net, currency)} ${currency}` : say("last-win.none")}</dd>
    </dl>
  </section>`;
}

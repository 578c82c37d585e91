/** Below the cloth: the bet and the seat, or what may be decided now. */
import { html, nothing } from "lit";
import { chip } from "../../base/cards/drawings.ts";
import type { Money } from "../../base/money.ts";
import type { Bets, Box, Room } from "../play/bets.ts";
import { keyText, type KeyMap } from "../play/keys.ts";
import { amount, chipWords, sayBoard } from "../play/words.ts";
import type { LiveTable } from "./answers.ts";
import { costOf, plainAction, type Mode } from "./board-facts.ts";
import { say, sayOr, seatNumber } from "./words.ts";

/** What the buttons do. */
export interface Hands {
  chip(minor: number, event: Event): void;
  box(box: Box, event: Event): void;
  repeat(event: Event): void;
  remove(event: Event): void;
  sit(event: Event): void;
  withdraw(event: Event): void;
  decide(action: string, event: Event): void;
  raise(minor: number, event: Event): void;
  mark(mark: "vote" | "away" | "back", event: Event): void;
}

/** What the console shows. */
export interface Bench {
  readonly table: LiveTable;
  readonly mode: Mode;
  readonly bets: Bets;
  readonly room: Room;
  /** The free seat that is offered. */
  readonly seat: number | null;
  /** What is raised where it can be chosen, in minor units. */
  readonly raise: number;
  /** Whether an order is under way. */
  readonly pending: boolean;
  /** Whether a hand has only just ended. */
  readonly resting: boolean;
  readonly keys: KeyMap;
}

const AGAINST_HOUSE: readonly number[] = [100, 500, 2_500, 10_000];
/** Chips come in units of five around a pot. */
const AROUND_POT: readonly number[] = [500, 2_500, 10_000];

/** Return the chips of a table, in minor units. */
export function chipsOf(table: LiveTable): readonly number[] {
  return table.family === "pot" ? AROUND_POT : AGAINST_HOUSE;
}

export function liveConsole(bench: Bench, hands: Hands): unknown {
  const { mode } = bench;
  if (mode === "bet") return html`${chips(bench, hands)} ${boxes(bench, hands)} ${sitting(bench, hands)}`;
  if (mode === "watch") return nothing;
  const marks = bench.table.phase === "playing" ? potMarks(bench.table, hands, bench.pending) : nothing;
  if (mode === "decide") return html`${placed(bench)} ${raiser(bench, hands)} ${decisions(bench, hands)} ${marks}`;
  if (mode === "seated") {
    return html`${placed(bench)}
      <div class="acts">
        <button class="btn" type="button" ?disabled=${bench.pending} @click=${hands.withdraw}>
          ${say("withdraw")}
        </button>
      </div>`;
  }
  return html`${placed(bench)} ${marks}`;
}

function chips({ table, room }: Bench, hands: Hands): unknown {
  const change = (minor: number, event: Event): void => {
    event.preventDefault();
    hands.chip(minor, event);
  };
  return html`<div class="chips" role="group" aria-label=${sayBoard("chips")}>
    ${chipsOf(table).map((minor) => {
      const { said, figure } = chipWords(minor, room.currency);
      const facts = { amount: said, currency: room.currency };
      return html`<span>
        <button
          class="add"
          type="button"
          aria-label=${sayBoard("chip.add", facts)}
          @click=${(event: Event) => change(minor, event)}
          @contextmenu=${(event: Event) => change(-minor, event)}
        >
          ${chip(figure, AGAINST_HOUSE.indexOf(minor))}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${sayBoard("chip.less", facts)}
          @click=${(event: Event) => change(-minor, event)}
        >
          −
        </button>
      </span>`;
    })}
  </div>`;
}

function boxes({ bets, room }: Bench, hands: Hands): unknown {
  const box = (name: Box, label: string): unknown => {
    const put = bets[name];
    const content = html`<b>${put === 0 ? "·" : amount(put, room.currency)}</b><span>${label}</span>`;
    if (room.sideMax === 0) return html`<div class="put">${content}</div>`;
    return html`<button
      class="put"
      type="button"
      aria-pressed=${bets.on === name}
      @click=${(event: Event) => hands.box(name, event)}
    >
      ${content}
    </button>`;
  };
  return html`<div class="puts" role="group" aria-label=${sayBoard("bets")}>
    ${box("stake", sayBoard("bet"))} ${room.sideMax > 0 ? box("side", sayBoard("bonus")) : nothing}
  </div>`;
}

function sitting({ seat, pending, resting, keys }: Bench, hands: Hands): unknown {
  const label = pending ? say("taking-seat") : say("take-seat", { seat: seat === null ? "" : seatNumber(seat) });
  return html`<div class="acts">
    <span class="pair">
      <button class="btn side" type="button" @click=${hands.remove}>
        ${sayBoard("remove")} <kbd>${keyText(keys.remove)}</kbd>
      </button>
      <button class="btn side" type="button" @click=${hands.repeat}>
        ${sayBoard("repeat")} <kbd>${keyText(keys.repeat)}</kbd>
      </button>
    </span>
    <button
      class="btn main"
      type="button"
      ?disabled=${seat === null}
      aria-disabled=${pending || resting ? "true" : nothing}
      @click=${hands.sit}
    >
      ${label} <kbd>${keyText(keys.deal)}</kbd>
    </button>
  </div>`;
}

const box = ({ amount: minor, currency }: Money, label: string): unknown =>
  html`<div class="put"><b>${minor === 0 ? "·" : amount(minor, currency)}</b><span>${label}</span></div>`;

/** What this player has at the table. */
function placed({ table }: Bench): unknown {
  const own = table.seats.find((each) => each.seat === table.own?.seat);
  if (own === undefined) return nothing;
  const stack = table.pot_game?.seats.find((each) => each.seat === own.seat)?.stack ?? null;
  const raised = own.decision?.amount ?? { amount: 0, currency: own.stake.currency };
  return html`<div class="puts" role="group" aria-label=${sayBoard("bets")}>
    ${
      stack === null
        ? html`${box(own.stake, sayBoard("bet"))} ${table.family === "pot" ? nothing : box(raised, sayBoard("raise"))}
          ${own.side_bet === null ? nothing : box(own.side_bet, sayBoard("bonus"))}`
        : box(stack, say("chips"))
    }
  </div>`;
}

function decisions({ table, raise, pending, keys }: Bench, hands: Hands): unknown {
  const plain = plainAction(table);
  const legal = table.own?.legal_actions ?? [];
  // What gives something up stands on the far left, where no habit presses it; what costs nothing on the right.
  const rank = (action: string): number => (action === plain ? 2 : action === "surrender" ? 0 : 1);
  const ordered = legal.toSorted((one, other) => rank(one.action) - rank(other.action));
  const keyOf = (action: string): string | null => {
    if (action === plain) return keys.deal;
    if (action === "raise") return keys.raise;
    return action === "surrender" ? keys.surrender : null;
  };
  return html`<div class="acts">
    ${ordered.map(({ action, cost_min }) => {
      const key = keyOf(action);
      const cost = action === "raise" ? raise : cost_min.amount;
      return html`<button
        class="btn"
        type="button"
        data-action=${action}
        aria-disabled=${pending ? "true" : nothing}
        @click=${(event: Event) => hands.decide(action, event)}
      >
        ${actionName(action, cost, table.stake_min.currency)}
        ${key === null ? nothing : html`<kbd>${keyText(key)}</kbd>`}
      </button>`;
    })}
  </div>`;
}

/** Return what a button says. */
export function actionName(action: string, cost: number, currency: string): string {
  if (action === "raise" || action === "down") return say(`action.${action}`, { amount: amount(cost, currency) });
  return sayOr(`action.${action}`, action);
}

/** The amount of a raise, where the rules leave it open. */
function raiser({ table, raise }: Bench, hands: Hands): unknown {
  const cost = costOf(table, "raise");
  if (cost === null || cost.least === cost.most) return nothing;
  const { currency } = table.stake_min;
  const step = (minor: number): unknown => {
    const size = amount(Math.abs(minor), currency);
    const label = say(minor > 0 ? "raise.more" : "raise.less", { amount: size });
    return html`<button
      class="btn"
      type="button"
      aria-label=${label}
      @click=${(event: Event) => hands.raise(raise + minor, event)}
    >
      ${minor > 0 ? "+" : "−"}${size}
    </button>`;
  };
  return html`<div class="raiser row" role="group" aria-label=${say("raise.amount")}>
    <button class="btn low" type="button" @click=${(event: Event) => hands.raise(cost.least, event)}>
      ${say("raise.least")}
    </button>
    ${step(-cost.step)} <output>${amount(raise, currency)}</output> ${step(cost.step)}
    <button class="btn low" type="button" @click=${(event: Event) => hands.raise(cost.most, event)}>
      ${say("raise.most")}
    </button>
  </div>`;
}

/** What a seat of a game around a pot may say at any time. */
function potMarks(table: LiveTable, hands: Hands, pending: boolean): unknown {
  const me = table.pot_game?.seats.find((each) => each.seat === table.own?.seat);
  if (me === undefined || me.stack.amount === 0) return nothing;
  const button = (mark: "vote" | "away" | "back"): unknown =>
    html`<button
      class="btn low"
      type="button"
      aria-disabled=${pending ? "true" : nothing}
      @click=${(event: Event) => hands.mark(mark, event)}
    >
      ${say(mark)}
    </button>`;
  return html`<div class="marks row">
    ${me.voted ? html`<span class="tag info">${say("voted")}</span>` : button("vote")}
    ${button(me.away ? "back" : "away")}
  </div>`;
}

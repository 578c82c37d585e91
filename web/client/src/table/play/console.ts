/** Below the cloth: what may be done now. The most important line of it is the one that is refused. */
import { html, nothing } from "lit";
import { chip } from "../../base/cards/drawings.ts";
import { CHIPS, type Box } from "./bets.ts";
import { keyText, type Command, type KeyMap } from "./keys.ts";
import { actionName } from "./sentences.ts";
import { betting, legal, phaseOf, plainAction, raised, type BetStep, type Table } from "./table.ts";
import { amount, chipWords, sayBoard } from "./words.ts";

/** What the buttons do. */
export interface Hands {
  step(step: BetStep, event: Event): void;
  act(command: Command, event: Event): void;
  /** Whether bets may be made at all: not while something else has to be done first. */
  readonly stopped: boolean;
}

/** Return the chips: each adds by a click, and takes away by a right click or by its minus. */
export function chips(table: Table, hands: Hands): unknown {
  const { currency } = table.room;
  const change = (minor: number, event: Event): void => {
    event.preventDefault();
    hands.step({ does: "change", minor }, event);
  };
  return html`<div class="chips" role="group" aria-label=${sayBoard("chips")}>
    ${CHIPS.map((minor, place) => {
      const { said, figure } = chipWords(minor, currency);
      return html`<span>
        <button
          class="add"
          type="button"
          aria-label=${sayBoard("chip.add", { amount: said, currency })}
          @click=${(event: Event) => change(minor, event)}
          @contextmenu=${(event: Event) => change(-minor, event)}
        >
          ${chip(figure, place)}
        </button>
        <button
          class="btn less"
          type="button"
          aria-label=${sayBoard("chip.less", { amount: said, currency })}
          @click=${(event: Event) => change(-minor, event)}
        >
          −
        </button>
      </span>`;
    })}
  </div>`;
}

/** Return the boxes of the bets. With a bonus bet the one that is pressed takes the chips. */
export function boxes(table: Table, hands: Hands): unknown {
  const { bets, room } = table;
  const up = raised(table);
  const box = (name: Box, called: string): unknown => {
    const put = bets[name];
    const content = html`<b>${put === 0 ? "·" : amount(put)}</b><span>${called}</span>`;
    if (room.sideMax === 0) return html`<div class="put">${content}</div>`;
    return html`<button
      class="put"
      type="button"
      aria-pressed=${bets.on === name}
      @click=${(event: Event) => hands.step({ does: "turn", to: name }, event)}
    >
      ${content}
    </button>`;
  };
  return html`<div class="puts" role="group" aria-label=${sayBoard("bets")}>
    ${box("stake", sayBoard("bet"))}
    <div class="put"><b>${up === null ? "·" : amount(up)}</b><span>${sayBoard("raise")}</span></div>
    ${room.sideMax > 0 ? box("side", sayBoard("bonus")) : nothing}
  </div>`;
}

/** Return the buttons of what is legal now. The deal's own button becomes the one that costs nothing. */
export function actions(table: Table, hands: Hands, keys: KeyMap): unknown {
  const deciding = phaseOf(table) === "deciding";
  const plain = plainAction(table);
  const names = table.round?.legal_actions.map((each) => each.action) ?? [];
  // To surrender stands on the far left, where no habit presses it.
  const others = ["surrender", "raise"].filter((action) => names.includes(action));
  return html`<div class="acts" @keydown=${onceAKey}>
    ${
      deciding
        ? others.map((action) => button(table, hands, keys, action === "raise" ? "raise" : "surrender", "btn"))
        : html`<span class="pair"> ${side(table, hands, keys, "remove")}${side(table, hands, keys, "repeat")} </span>`
    }
    ${button(table, hands, keys, "deal", deciding && plain !== null ? "btn" : "btn main")}
  </div>`;
}

/** A key that is held presses a button that has the focus once. */
function onceAKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}

function side(table: Table, hands: Hands, keys: KeyMap, command: "remove" | "repeat"): unknown {
  return html`<button
    class="btn side"
    type="button"
    ?disabled=${hands.stopped}
    aria-disabled=${!hands.stopped && !betting(table) ? "true" : nothing}
    @click=${(event: Event) => hands.act(command, event)}
  >
    ${sayBoard(command)} <kbd>${keyText(keys[command])}</kbd>
  </button>`;
}

function button(
  table: Table,
  hands: Hands,
  keys: KeyMap,
  command: "deal" | "raise" | "surrender",
  classes: string,
): unknown {
  const stopped = hands.stopped && phaseOf(table) !== "deciding";
  return html`<button
    class=${classes}
    type="button"
    data-command=${command}
    ?disabled=${stopped}
    aria-disabled=${table.pending !== null && !stopped ? "true" : nothing}
    @click=${(event: Event) => hands.act(command, event)}
  >
    ${label(table, command)} <kbd>${keyText(keys[command])}</kbd>
  </button>`;
}

function label(table: Table, command: "deal" | "raise" | "surrender"): string {
  const action = command === "deal" ? plainAction(table) : command;
  const found = action === null ? null : legal(table, action);
  if (phaseOf(table) === "deciding" && found !== null) {
    return actionName(found.action, found.label, found.cost_max.amount);
  }
  return sayBoard(table.pending === "deal" ? "dealing" : "deal");
}

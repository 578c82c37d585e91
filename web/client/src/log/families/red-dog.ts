/** The family `red-dog`: docs/formats/rule-sheet.md. */

import type { CanonicalObject } from "../canonical.ts";
import { numberOf, numbersIn, objectIn } from "../fields.ts";
import { listOf, money, objectOf, oneOf, optional } from "../form.ts";
import type { Deck } from "../shuffle.ts";
import type { Act, Family, Outcome } from "./family.ts";
import { raised, rankOf } from "./family.ts";

const ranks = (cards: readonly string[]): [number, number, number] => {
  const [one, other, third] = cards.map(rankOf);
  const first = one ?? -1;
  const second = other ?? -1;
  return [Math.min(first, second), Math.max(first, second), third ?? -1];
};

function outcome(sheet: CanonicalObject, cards: readonly string[], ante: number, acts: readonly Act[]): Outcome {
  const pay = objectIn(sheet, "pay");
  const [low, high, third] = ranks(cards);
  if (high - low === 1) return { result: "consecutive_push", returned: ante };
  if (low === high) {
    if (third !== low) return { result: "pair_push", returned: ante };
    return { result: "trips", returned: ante * (1 + numberOf(pay, "trips")) };
  }
  if (third <= low || third >= high) return { result: "lose", returned: 0 };
  const odds = numbersIn(pay, "spread")[high - low - 2] ?? 0;
  return { result: "win", returned: (ante + raised(acts)) * (1 + odds) };
}

function dealt(_: CanonicalObject, deck: Deck): readonly string[] {
  const shown = deck.deal(2);
  const [low, high] = ranks(shown);
  return high - low === 1 ? shown : [...shown, ...deck.deal(1)];
}

export const redDog: Family = {
  name: "red-dog",
  actions: ["raise", "stand"],
  fields: {
    ace: oneOf("high"),
    pay: objectOf({ spread: listOf(money, 11, 11), trips: money, quotes: optional(oneOf("totals")) }),
    raise_mode: oneOf("equal", "up_to"),
    timeout_action: oneOf("stand"),
  },
  agree: () => undefined,
  betWrong: () => undefined,
  hasSideBet: () => false,
  cards: dealt,
  tableCards(sheet, deck) {
    const all = dealt(sheet, deck);
    return { shown: all.slice(0, 2), hands: [], all, of: () => all };
  },
  hides: false,
  visible: () => 2,
  asks(shown) {
    const [low, high] = ranks(shown);
    return high - low > 1;
  },
  priced(sheet, ante, act) {
    if (act.a === "stand") return act.amt === 0;
    return sheet["raise_mode"] === "equal" ? act.amt === ante : act.amt >= 1 && act.amt <= ante;
  },
  outcome,
};

/** The family `montana`: docs/formats/rule-sheet.md. */

import type { CanonicalObject } from "../canonical.ts";
import { numberOf, numbersIn, objectIn } from "../fields.ts";
import { integer, listOf, money, objectOf, oneOf, pair, positive, text } from "../form.ts";
import type { Act, Family, Outcome } from "./family.ts";
import { raised, rankOf, suitOf } from "./family.ts";
import { CATEGORIES, category } from "./poker.ts";

const DEALER = 5;
const SIDE_BET = objectOf({ max: money, min: positive, pay: listOf(money, 8, 8), scale: text });

const offered = (sheet: CanonicalObject): boolean => Object.keys(objectIn(sheet, "bonus")).length > 0;
const handOf = (sheet: CanonicalObject, cards: readonly string[]): readonly string[] =>
  cards.slice(0, numberOf(sheet, "hand"));

function outcome(sheet: CanonicalObject, cards: readonly string[], ante: number, acts: readonly Act[]): Outcome {
  if (acts[0]?.a === "surrender") return { result: "surrender", returned: ante / 2 };
  const hit = cards.at(-1) ?? "";
  const beats = handOf(sheet, cards).some((card) => suitOf(card) === suitOf(hit) && rankOf(card) > rankOf(hit));
  return beats ? { result: "win", returned: 2 * (ante + raised(acts)) } : { result: "lose", returned: 0 };
}

export const montana: Family = {
  name: "montana",
  actions: ["play", "raise", "surrender"],
  fields: {
    ace: oneOf("high"),
    hand: oneOf(3, 5),
    raise_mode: oneOf("equal"),
    surrender: pair(oneOf(1), oneOf(2)),
    bonus: (value) => objectOf({})(value) || SIDE_BET(value),
    decks: integer(1, 1),
    timeout_action: oneOf("play"),
  },
  agree(sheet) {
    const cards = numberOf(sheet, "seats") * numberOf(sheet, "hand") + DEALER + 2;
    if (cards > 52) return `a deal takes ${cards} cards from one pack`;
    if (!offered(sheet)) return undefined;
    const bonus = objectIn(sheet, "bonus");
    if (sheet["hand"] !== 5) return "a side bet needs a hand of five";
    return numberOf(bonus, "min") <= numberOf(bonus, "max") ? undefined : "the least side bet is above the greatest";
  },
  betWrong: (ante) => (ante % 2 === 0 ? undefined : "the stake is odd, and half of it is not whole"),
  hasSideBet: offered,
  cards: (sheet, deck) => deck.deal(numberOf(sheet, "hand") + DEALER + 2),
  tableCards(sheet, deck, seats) {
    const hands = Array.from({ length: seats }, () => deck.deal(numberOf(sheet, "hand")));
    const rest = deck.deal(DEALER + 2);
    return { shown: [], hands, all: [...hands.flat(), ...rest], of: (place) => [...(hands[place] ?? []), ...rest] };
  },
  hides: true,
  visible: (sheet) => numberOf(sheet, "hand"),
  asks: () => true,
  priced: (_, ante, act) => act.amt === (act.a === "raise" ? ante : 0),
  outcome,
  sideBet(sheet, cards, bonus) {
    const best = category([...handOf(sheet, cards), cards.at(-1) ?? ""]);
    const place = CATEGORIES.indexOf(best) - CATEGORIES.indexOf("two_pair");
    const odds = place < 0 ? undefined : numbersIn(objectIn(sheet, "bonus"), "pay")[place];
    return { category: best, returned: odds === undefined ? 0 : bonus * (1 + odds) };
  },
};

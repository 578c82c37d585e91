/** Rule sheets: docs/formats/rule-sheet.md. */

import type { CanonicalObject } from "./canonical.ts";
import { SHEETS } from "./families/families.ts";
import { numberOf, objectIn, objectsIn, textOf } from "./fields.ts";
import type { Fields } from "./form.ts";
import * as form from "./form.ts";
import type { Version } from "./part.ts";

const COMMON: Fields = {
  game: form.kebab,
  ver: form.positive,
  family: form.text,
  cur: form.currency,
  decks: form.integer(1, 8),
  shuffle: form.oneOf("every-round"),
  stake_min: form.positive,
  stake_max: form.positive,
  seats: form.positive,
  timeout_ms: form.positive,
  mmd_ms: form.money,
  authority: form.text,
  source: form.listOf(form.text),
  engine_sha256: form.leaf,
};

const LIMITS = form.objectOf({ max: form.positive, min: form.positive });

/** What is wrong with a sheet, in words; undefined if nothing is. */
export function sheetWrong(sheet: CanonicalObject, version: Version): string | undefined {
  const name = sheet["family"];
  const family = typeof name === "string" ? SHEETS.get(name) : undefined;
  if (family === undefined) return "the family is not known";
  if (family.since === "rdf/2" && version === "rdf/1") return "the family is of the second version";
  const labels = form.objectOf(Object.fromEntries(family.actions.map((action) => [action, form.text])));
  const fields: Fields = { ...COMMON, labels, rtp: () => true, stakes: form.optional(() => true), ...family.fields };
  const wrong = form.wrongField(sheet, fields) ?? family.agree(sheet);
  if (wrong !== undefined) return wrong;
  const bets = family.hasSideBet(sheet);
  const rtp = form.objectOf({
    first_bet: form.fraction,
    total_wagered: form.fraction,
    ...(bets ? { bonus: form.fraction } : {}),
  });
  if (!rtp(objectIn(sheet, "rtp"))) return "the field rtp is not of its form";
  if (numberOf(sheet, "stake_min") > numberOf(sheet, "stake_max")) return "the least stake is above the greatest";
  return sheet["stakes"] === undefined ? undefined : stakesWrong(sheet, bets, version);
}

function stakesWrong(sheet: CanonicalObject, bets: boolean, version: Version): string | undefined {
  if (version === "rdf/1") return "the field stakes is not known here";
  const member = form.objectOf({
    cur: form.currency,
    max: form.positive,
    min: form.positive,
    ...(bets ? { bonus: LIMITS } : {}),
  });
  const { stakes } = sheet;
  if (stakes === undefined || !form.listOf(member, 1)(stakes)) return "the field stakes is not of its form";
  let last = "";
  for (const stake of objectsIn(sheet, "stakes")) {
    const cur = textOf(stake, "cur");
    if (cur <= last || cur === sheet["cur"]) return "a currency of stakes is not in its place";
    last = cur;
    if (numberOf(stake, "min") > numberOf(stake, "max")) return "the least stake is above the greatest";
    if (bets && numberOf(objectIn(stake, "bonus"), "min") > numberOf(objectIn(stake, "bonus"), "max")) {
      return "the least side bet is above the greatest";
    }
  }
  return undefined;
}

/** The limits of bets in one currency. */
export interface StakeLimits {
  readonly min: number;
  readonly max: number;
  /** Of the side bet; undefined where there is none. */
  readonly bonus: { readonly min: number; readonly max: number } | undefined;
}

/** The limits of a sheet in a currency; undefined if the game is not played in it. */
export function stakeLimits(sheet: CanonicalObject, cur: string): StakeLimits | undefined {
  const own = sheet["cur"] === cur;
  const stakes = sheet["stakes"] === undefined ? [] : objectsIn(sheet, "stakes");
  const member = own ? sheet : stakes.find((stake) => stake["cur"] === cur);
  if (member === undefined) return undefined;
  const [min, max] = own ? ["stake_min", "stake_max"] : ["min", "max"];
  const bonus = member["bonus"] === undefined ? {} : objectIn(member, "bonus");
  return {
    min: numberOf(member, min ?? ""),
    max: numberOf(member, max ?? ""),
    bonus: bonus["min"] === undefined ? undefined : { min: numberOf(bonus, "min"), max: numberOf(bonus, "max") },
  };
}

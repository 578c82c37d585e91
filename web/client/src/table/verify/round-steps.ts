/**
 * The judging of one round from its records: docs/formats/shuffle.md, record.md and rule-sheet.md.
 *
 * Nothing here asks the platform: what it says comes in, and is compared with what follows from the seeds.
 */
import { canonicalValue, isObject, type CanonicalObject } from "../../log/canonical.ts";
import { hex, utf8 } from "../../log/bytes.ts";
import { FAMILIES } from "../../log/families/families.ts";
import { raised, type Family } from "../../log/families/family.ts";
import { numberOf, numbersIn, objectIn, objectsIn, textOf, textsIn } from "../../log/fields.ts";
import { readNote } from "../../log/note.ts";
import { Deck, roundStream, seedsDown } from "../../log/shuffle.ts";
import { leafHash } from "../../log/tree.ts";
import type { Announced } from "../play/seeds/chain.ts";
import type { Drawn } from "../play/seeds/own-epochs.ts";
import type { PlayerRecord } from "../play/seeds/records.ts";
import type { Fact, Step } from "./step.ts";

/** The records of a round, and what the page was shown of it. */
export interface RoundRecords {
  /** What was announced for the round's epoch, before the player's seed. */
  readonly announced: Announced;
  readonly opened: PlayerRecord;
  readonly deal: PlayerRecord;
  /** The settlement or the void. */
  readonly end: PlayerRecord;
  /** The record of the rules that the deal names, as a signed note. */
  readonly rules: string | undefined;
  /** What this browser knows of the seed of the epoch. */
  readonly drawn: Drawn;
  /** The cards on the page. */
  readonly cards: readonly string[];
}

const nonceOf = ({ deal }: RoundRecords): number => numberOf(deal.fields, "nonce");
const epochOf = ({ deal }: RoundRecords): number => numberOf(deal.fields, "epoch");
const seedOf = ({ end }: RoundRecords): string | undefined =>
  end.fields["seed"] === undefined ? undefined : textOf(end.fields, "seed");

/** The player's seed. Only the browser that drew it knows that it was drawn and not chosen by somebody else. */
export function ownSeed({ opened, drawn }: Pick<RoundRecords, "opened" | "drawn">): Step {
  const client = textOf(opened.fields, "client");
  const facts: Fact[] = [{ name: "client", value: client }];
  if (typeof drawn === "string") return { name: "own-seed", result: "given", said: drawn, facts };
  if (drawn.seed === client) return { name: "own-seed", result: "holds", said: "drawn", facts };
  return { name: "own-seed", result: "fails", said: "other", facts: [...facts, { name: "drawn", value: drawn.seed }] };
}

/** The revealed seed hashes down to the commitment, through the seeds of the rounds before. */
export function revealedSeed(records: RoundRecords): Step {
  const seed = seedOf(records);
  if (seed === undefined) return { name: "seed", result: "not-checked", said: "lost", facts: [] };
  const { deal, announced } = records;
  const found = seedsDown(deal.chain, epochOf(records), nonceOf(records), 0, seed).at(-1) ?? "";
  const holds = found === announced.commitment;
  return {
    name: "seed",
    result: holds ? "holds" : "fails",
    said: holds ? "equal" : "differs",
    args: { rounds: nonceOf(records) },
    facts: [
      { name: "seed", value: seed },
      { name: "computed", value: found },
      { name: "commitment", value: announced.commitment },
    ],
  };
}

/** The sheet of the record that the deal names by its leaf; a word for what is wrong, where there is none. */
function sheetOf({ deal, rules }: RoundRecords): { sheet: CanonicalObject; family: Family } | "no-rules" | "no-family" {
  if (rules === undefined || hex(leafHash(utf8(rules))) !== deal.fields["rules"]) return "no-rules";
  const note = readNote(utf8(rules));
  const record = note === undefined ? undefined : canonicalValue(note.text.subarray(0, -1));
  if (!isObject(record) || !isObject(record["rules"])) return "no-rules";
  const family = FAMILIES.get(textOf(record["rules"], "family"));
  return family === undefined ? "no-family" : { sheet: record["rules"], family };
}

function dealt(records: RoundRecords, seed: string, sheet: CanonicalObject): Deck {
  const stream = roundStream(
    records.deal.chain,
    epochOf(records),
    nonceOf(records),
    seed,
    textOf(records.opened.fields, "client"),
  );
  return new Deck(stream, 52 * numberOf(sheet, "decks"));
}

/** The cards of the deal, of the settlement and of the page are those that both seeds give. */
export function drawnCards(records: RoundRecords): Step {
  const seed = seedOf(records);
  const found = sheetOf(records);
  if (seed === undefined) return { name: "cards", result: "not-checked", said: "lost", facts: [] };
  if (typeof found === "string") return { name: "cards", result: "not-checked", said: found, facts: [] };
  const { sheet, family } = found;
  const deck = dealt(records, seed, sheet);
  const cards = family.cards(sheet, deck);
  const { deal, end } = records;
  const first = textsIn(deal.fields, "cards");
  const all = end.type === "settle" ? textsIn(end.fields, "cards") : first;
  const begins = (said: readonly string[]): boolean => said.every((card, at) => cards[at] === card);
  const whole = end.type !== "settle" || all.length === cards.length;
  const holds = whole && begins(first) && begins(all) && begins(records.cards);
  return {
    name: "cards",
    result: holds ? "holds" : "fails",
    said: holds ? "equal" : "differ",
    facts: [],
    draws: deck.draws,
    shown: all,
  };
}

/** What came back follows from cards, decisions and rules, and the balance from what came back. */
export function paid(records: RoundRecords): Step {
  const { deal, end } = records;
  const ante = numberOf(deal.fields, "ante");
  const bonus = deal.fields["bonus"] === undefined ? 0 : numberOf(deal.fields, "bonus");
  if (end.type === "void") return { name: "payout", ...voided(records, ante + bonus) };
  const found = sheetOf(records);
  const seed = seedOf(records);
  if (typeof found === "string" || seed === undefined) {
    return { name: "payout", result: "not-checked", said: typeof found === "string" ? found : "lost", facts: [] };
  }
  const { sheet, family } = found;
  const cards = family.cards(sheet, dealt(records, seed, sheet));
  const acts = objectsIn(end.fields, "acts").map((act) => ({ a: textOf(act, "a"), amt: numberOf(act, "amt") }));
  const due = family.outcome(sheet, cards, ante, acts);
  const side = bonus > 0 ? (family.sideBet?.(sheet, cards, bonus).returned ?? 0) : 0;
  const [staked, returned] = [ante + bonus + raised(acts), due.returned + side];
  const pay = objectIn(end.fields, "pay");
  const right = pay["staked"] === staked && pay["returned"] === returned && textOf(end.fields, "result") === due.result;
  const [before = 0] = numbersIn(deal.fields, "bal");
  const after = numbersIn(end.fields, "bal")[1] ?? 0;
  const balanced = moved(deal) + moved(end) === returned - staked;
  const holds = right && balanced;
  return {
    name: "payout",
    result: holds ? "holds" : "fails",
    said: holds ? "right" : right ? "unbalanced" : "wrong",
    args: { result: due.result, staked, returned, before, after, recorded: numberOf(pay, "returned") },
    facts: [],
  };
}

const moved = (record: PlayerRecord): number => {
  const [before = 0, after = 0] = numbersIn(record.fields, "bal");
  return after - before;
};

/** A void gives back what the deal took. */
function voided(records: RoundRecords, placed: number): Omit<Step, "name"> {
  const returned = moved(records.end);
  const holds = returned === placed;
  const args = { staked: placed, returned, reason: textOf(records.end.fields, "reason") };
  return { result: holds ? "holds" : "fails", said: holds ? "voided" : "void-short", args, facts: [] };
}

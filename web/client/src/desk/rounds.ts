/** A round in steps: what each shows, and whether it holds, by what the judgement found. */
import type { CanonicalObject } from "../log/canonical.ts";
import { isList, isObject } from "../log/canonical.ts";
import { gravity } from "../log/codes.ts";
import type { Draw } from "../log/judged.ts";
import type { Check, Finding } from "../log/verdict.ts";
import type { RoundDetail } from "./protocol.ts";

export type StepName = "committed" | "client" | "seed" | "cards" | "acts" | "payout" | "money";

/** A step of a round with the finding that is about it. */
export interface Step {
  readonly name: StepName;
  readonly result: Check["result"];
  readonly finding: Finding | undefined;
}

/** The codes of each step that the record which ends the round is judged by, in the order of the judgement. */
const CODES: readonly (readonly [StepName, readonly string[]])[] = [
  ["seed", ["E_SEED", "E_SEED_HELD"]],
  ["cards", ["E_CARDS"]],
  ["acts", ["E_ACTION"]],
  ["payout", ["E_PAYOUT"]],
  ["money", ["E_UNBALANCED", "E_MOVES", "E_BALANCE"]],
];
/** Codes of what is looked at after all of a round's steps, or over the whole log: they stop no step. */
const AFTERWARDS = new Set(["E_EVENT", "E_EVENT_MISSING", "E_WITHHELD_EVENT", "E_TAG", "E_CLOCK"]);

/**
 * Return the steps of a round.
 *
 * A record is judged up to its first failure. The steps before it hold, the one that it is about fails, and those after
 * it were not checked. `told` says whether the findings name every failing record: if not, a round without a finding
 * may be one that fails, and nothing is said of it.
 */
export function stepsOf(round: RoundDetail, told: boolean): Step[] {
  const { opened, ended } = round.steps.place;
  const late = round.findings.find((finding) => finding.logIndex === opened && finding.code === "E_COMMIT_LATE");
  const unopened = round.findings.some((finding) => finding.logIndex === opened && stops(finding));
  const stopping = round.findings.find((finding) => finding.logIndex === ended && stops(finding));
  const failing = CODES.findIndex(([, codes]) => stopping !== undefined && codes.includes(stopping.code));
  const judged = stopping === undefined ? (told ? CODES.length : 0) : Math.max(failing, 0);
  const first: Check["result"] = late === undefined ? (unopened || !told ? "not-checked" : "holds") : "fails";
  return [
    { name: "committed", result: first, finding: late },
    { name: "client", result: "given", finding: undefined },
    ...CODES.map(([name], at): Step => {
      if (at === failing) return { name, result: "fails", finding: stopping };
      return { name, result: at < judged ? "holds" : "not-checked", finding: undefined };
    }),
  ];
}

const stops = ({ code }: Finding): boolean => {
  const grave = gravity(code);
  return (grave === "tampered" || grave === "incomplete") && !AFTERWARDS.has(code);
};

/** The draws that made the cards of a round, as many as were dealt. */
export function drawsOf(round: RoundDetail): readonly Draw[] {
  return round.steps.draws.slice(0, Math.max(cardsOf(round.ended).length, cardsOf(round.dealt).length));
}

/** The cards of a record; none where there are none. */
export function cardsOf(record: CanonicalObject): string[] {
  const { cards } = record;
  return isList(cards) ? cards.filter((card) => typeof card === "string") : [];
}

/** A decision as it stands in a settlement. */
export interface LoggedAct {
  readonly action: string;
  readonly amount: number;
  readonly by: string;
  readonly at: number;
}

export function actsOf(record: CanonicalObject): LoggedAct[] {
  const { acts } = record;
  if (!isList(acts)) return [];
  return acts.filter(isObject).map((act) => ({
    action: String(act["a"]),
    amount: Number(act["amt"]),
    by: String(act["by"]),
    at: Number(act["t"]),
  }));
}

/** What a settlement says was staked and returned; undefined in a record without pay. */
export function payOf(record: CanonicalObject): { staked: number; returned: number } | undefined {
  const { pay } = record;
  return isObject(pay) ? { staked: Number(pay["staked"]), returned: Number(pay["returned"]) } : undefined;
}

const RANKS = "23456789TJQKA";

/** The number of ranks strictly between the first two cards, -1 for a pair; undefined without two cards. */
export function spreadOf(cards: readonly string[]): number | undefined {
  const [one, other] = cards.map((card) => RANKS.indexOf(card.charAt(0)));
  return one === undefined || other === undefined ? undefined : Math.abs(one - other) - 1;
}

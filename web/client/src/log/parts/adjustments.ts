/** Money that comes in and goes out, and what it says it is: docs/formats/adjustments.md. */

import { must } from "../failure.ts";
import { movedTo, numberOf, objectIn, textOf } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { calendarStart } from "../windows.ts";

/** A record that money may be given back for, or that may be corrected. */
interface Movement {
  readonly chain: string;
  readonly kind: string;
  /** What it gave to the account; of a result what it moved, either way. */
  readonly amount: number;
  /** All corrections so far, without their signs. */
  corrected: number;
  returned: boolean;
}

const ENDS = new Set(["settle", "void"]);

export function adjustments(log: Log): Part {
  const movements = new Map<string, Movement>();

  /** The earlier record of the chain that an adjustment names. */
  function named({ chain, fields }: Reading): Movement | undefined {
    const of = movements.get(textOf(fields, "of"));
    return of?.chain === chain ? of : undefined;
  }

  function returns(read: Reading): void {
    const of = named(read);
    must(of?.kind === "withdrawal", "E_CAUSE", "What is returned is no earlier withdrawal of the chain.");
    must(!of.returned, "E_CAUSE", "The withdrawal was returned before.");
    const [given, due] = [movedTo(read.fields, "cash"), -of.amount - of.corrected];
    must(given === due, "E_CAUSE", "The withdrawal is not returned by its amount.", given, due);
  }

  function corrects(read: Reading): void {
    const of = named(read);
    must(of !== undefined, "E_CAUSE", "What is corrected is no earlier record of the chain.");
    must(!of.returned, "E_CAUSE", "The withdrawal was returned, and is corrected.");
    const given = movedTo(read.fields, "cash");
    const against = ENDS.has(of.kind) || Math.sign(given) !== Math.sign(of.amount);
    must(against, "E_CAUSE", "The correction goes the way of what it corrects.", given, of.amount);
    const [sum, most] = [of.corrected + Math.abs(given), Math.abs(of.amount)];
    must(sum <= most, "E_CAUSE", "The corrections come to more than what was moved.", sum, most);
  }

  function hasCause(read: Reading): void {
    const { fields, version, chain, time } = read;
    if (version === "rdf/1") return;
    const kind = textOf(fields, "kind");
    const test = log.chains.get(chain)?.player?.test === true;
    const real = kind === "deposit" || kind === "withdrawal";
    must(!(test && real), "E_ACCOUNT", `A test account has a ${kind}.`);
    if (kind !== "adjustment") return;
    const cause = textOf(fields, "cause");
    if (cause === "returned") returns(read);
    else if (cause === "correction") corrects(read);
    else if (cause === "play_money") {
      const terms = log.profiles.inForce(time)?.fields;
      // What a profile leaves out it does not allow.
      const barred = !test && terms !== undefined && terms["play_money"] !== true;
      must(!barred, "E_CAUSE", "Play money is given to an account that is none of a test.");
    }
    log.count("adjustments");
  }

  /** What a record adds to what was deposited. */
  function deposited(read: Reading): number {
    const { fields, version } = read;
    const given = movedTo(fields, "cash");
    const kind = textOf(fields, "kind");
    if (kind === "deposit") return given;
    if (version === "rdf/1") return 0;
    if (kind === "bonus") return aboveFree(read, given);
    return kind === "adjustment" && fields["cause"] === "other" ? Math.max(given, 0) : 0;
  }

  /** How much of a bonus exceeds what a month may have. */
  function aboveFree({ chain, time }: Reading, given: number): number {
    const terms = log.profiles.inForce(time)?.fields;
    if (terms === undefined) return 0;
    const start = calendarStart(time, "month", textOf(terms, "zone")) ?? 0;
    const before = log.limits.sinceStart(chain, start, "given");
    const free = BigInt(terms["bonus_free_month"] === undefined ? 0 : numberOf(terms, "bonus_free_month"));
    const above = (sum: bigint): bigint => (sum > free ? sum - free : 0n);
    return Number(above(before + BigInt(given)) - above(before));
  }

  function mayComeIn(read: Reading): void {
    const amount = deposited(read);
    const counts = amount > 0 || read.fields["kind"] === "deposit";
    if (counts) log.limits.mayDeposit(read.chain, read.time, amount);
  }

  function remember({ leaf, chain }: Reading, kind: string, amount: number): void {
    movements.set(leaf, { chain, kind, amount, corrected: 0, returned: false });
  }

  function moved(read: Reading): void {
    const { fields, chain, time } = read;
    const [kind, given] = [textOf(fields, "kind"), movedTo(fields, "cash")];
    const of = fields["of"] === undefined ? undefined : named(read);
    if (of !== undefined && fields["cause"] === "returned") of.returned = true;
    if (of !== undefined && fields["cause"] === "correction") of.corrected += Math.abs(given);
    remember(read, kind, given);
    log.limits.add(chain, time, { deposited: deposited(read) });
    if (kind === "bonus") log.limits.add(chain, time, { given });
  }

  return {
    checks: ["adjustments"],
    steps: [
      { stage: "rules", types: ["wallet"], judge: hasCause },
      { stage: "rules", types: ["wallet"], judge: mayComeIn },
    ],
    follow: {
      wallet: moved,
      settle: (read) => {
        const pay = objectIn(read.fields, "pay");
        remember(read, "settle", Math.max(numberOf(pay, "staked"), numberOf(pay, "returned")));
      },
      void: (read) => remember(read, "void", movedTo(read.fields, "cash")),
    },
  };
}

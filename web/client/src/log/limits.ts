/** Which limits bind a chain, and what counts towards them: docs/formats/record.md, "Limits in force". */

import type { CanonicalObject } from "./canonical.ts";
import { must } from "./failure.ts";
import { numberOf, objectIn, textOf } from "./fields.ts";
import { SPANS, windowStart } from "./windows.ts";

/** What a record adds to its chain's totals. */
export interface Added {
  readonly staked?: number;
  readonly returned?: number;
  readonly deposited?: number;
  /** Bonuses, which count as deposits only beyond what a profile lets pass. */
  readonly given?: number;
}

const TOTALS = ["staked", "returned", "deposited", "given"] as const;
type Total = (typeof TOTALS)[number];

/** A sum of amounts by time; beyond 2^53 too. */
class Running {
  private readonly times: number[] = [];
  /** All that came up to and with the entry. */
  private readonly sums: bigint[] = [];

  add(amount: number, at: number): void {
    this.times.push(Math.max(at, this.times.at(-1) ?? 0));
    this.sums.push((this.sums.at(-1) ?? 0n) + BigInt(amount));
  }

  /** What came at an instant or later. */
  since(start: number): bigint {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (this.sums.at(-1) ?? 0n) - (low === 0 ? 0n : (this.sums[low - 1] ?? 0n));
  }
}

class Totals {
  readonly staked = new Running();
  readonly returned = new Running();
  readonly deposited = new Running();
  readonly given = new Running();
}

/** The limits that an `rg` puts in force at an instant. */
export function inForce(rg: CanonicalObject | undefined, time: number): CanonicalObject {
  if (rg === undefined) return {};
  if (rg["next"] === undefined) return objectIn(rg, "now");
  const { effective_at: at, ...limits } = objectIn(rg, "next");
  return time >= Number(at) ? limits : objectIn(rg, "now");
}

export class Limits {
  private readonly totals = new Map<string, Totals>();
  private readonly newest = new Map<string, CanonicalObject>();

  /** The newest `limits` of a chain. */
  put(chain: string, rg: CanonicalObject): void {
    this.newest.set(chain, rg);
  }

  newestOf = (chain: string): CanonicalObject | undefined => this.newest.get(chain);

  at = (chain: string, time: number): CanonicalObject => inForce(this.newest.get(chain), time);

  add(chain: string, time: number, added: Added): void {
    let totals = this.totals.get(chain);
    if (totals === undefined) this.totals.set(chain, (totals = new Totals()));
    for (const name of TOTALS) {
      const amount = added[name] ?? 0;
      if (amount !== 0) totals[name].add(amount, time);
    }
  }

  /** A first bet is within its limits. */
  mayPlace(chain: string, time: number, amount: number): void {
    const limits = this.at(chain, time);
    must(limits["excluded"] !== 1, "E_RG", "The player is excluded.");
    const most = limits["stake_max"];
    must(typeof most !== "number" || amount <= most, "E_RG", "The stake is above stake_max.", amount, Number(most));
    this.mayStake(chain, time, amount);
  }

  /** More is staked, as by a raise. */
  mayStake(chain: string, time: number, amount: number): void {
    this.within(chain, time, "wager", amount, (totals, start) => totals.staked.since(start));
    this.within(
      chain,
      time,
      "loss",
      amount,
      (totals, start) => totals.staked.since(start) - totals.returned.since(start),
    );
  }

  /** The least that the limits on what is staked leave; undefined where there are none. */
  wagersLeft(chain: string, time: number): bigint | undefined {
    const limits = this.at(chain, time);
    const left = SPANS.filter((span) => limits[`wager_${span}`] !== undefined).map((span) => {
      const start = windowStart(time, span, textOf(limits, "windows"), textOf(limits, "zone"));
      const staked = start === undefined ? undefined : this.sinceStart(chain, start, "staked");
      return staked === undefined ? 0n : BigInt(numberOf(limits, `wager_${span}`)) - staked;
    });
    return left.length === 0 ? undefined : left.reduce((least, each) => (each < least ? each : least));
  }

  mayDeposit(chain: string, time: number, amount: number): void {
    must(this.at(chain, time)["excluded"] !== 1, "E_RG", "The player is excluded.");
    this.within(chain, time, "deposit", amount, (totals, start) => totals.deposited.since(start));
  }

  /** What came to a chain's total in the window of an instant. */
  sinceStart(chain: string, start: number, total: Total): bigint {
    return this.totals.get(chain)?.[total].since(start) ?? 0n;
  }

  private within(
    chain: string,
    time: number,
    kind: string,
    amount: number,
    counted: (totals: Totals, start: number) => bigint,
  ): void {
    const limits = this.at(chain, time);
    for (const span of SPANS) {
      const name = `${kind}_${span}`;
      if (limits[name] === undefined) continue;
      const most = numberOf(limits, name);
      const start = windowStart(time, span, textOf(limits, "windows"), textOf(limits, "zone"));
      must(start !== undefined, "E_RG", `The calendar has no ${span} in which ${name} could be counted.`);
      const totals = this.totals.get(chain);
      const reached = (totals === undefined ? 0n : counted(totals, start)) + BigInt(amount);
      must(
        reached <= BigInt(most),
        "E_RG",
        `${name} would come to ${reached}, the limit is ${most}.`,
        `${reached}`,
        most,
      );
    }
  }
}

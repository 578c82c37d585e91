/** What many rounds show together: docs/formats/statistics.md, "Evidence". */

import type { Chance } from "./chances.ts";

export const WIDE: readonly number[] = [1 / 64, 1 / 8, 1 / 2, 2, 8, 64];
export const NARROW: readonly number[] = [0.8, 0.9, 0.95, 0.98, 1.02, 1.05, 1.1, 1.25];
export const RISING: readonly number[] = [1.02, 1.05, 1.1, 1.25];

interface Counted {
  readonly chance: number;
  readonly weight: number;
  readonly won: boolean;
  rounds: number;
}

/** Rounds of one test, counted by chance, weight and whether they were won. */
export class Evidence {
  private readonly counted = new Map<string, Counted>();

  /** The weight is in eighths. */
  add([above, below]: Chance, eighths: number, won: boolean, rounds = 1): void {
    const chance = above / below;
    const key = `${chance} ${eighths} ${won}`;
    const known = this.counted.get(key);
    if (known === undefined) this.counted.set(key, { chance, weight: eighths / 8, won, rounds });
    else known.rounds += rounds;
  }

  /** log10 E; `evenly` says whether the weight 1 counts beside that of the stake. */
  log10(factors: readonly number[], evenly: boolean): number {
    const ways = factors.flatMap((t) => [this.product(t, true), ...(evenly ? [this.product(t, false)] : [])]);
    const most = Math.max(...ways);
    const mean = ways.reduce((sum, way) => sum + Math.exp(way - most), 0) / ways.length;
    return (most + Math.log(mean)) / Math.LN10;
  }

  private product(t: number, weighted: boolean): number {
    let sum = 0;
    for (const { chance, weight, won, rounds } of this.counted.values()) {
      const ratio = (won ? t : 1) / (1 - chance + t * chance);
      sum += rounds * Math.log1p((weighted ? weight : 1) * (ratio - 1));
    }
    return sum;
  }
}

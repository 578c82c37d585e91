/** Terms of protection, and which of them are in force: docs/formats/protection.md, "Profiles". */

import type { CanonicalObject } from "./canonical.ts";
import { numberOf } from "./fields.ts";
import type { Reading } from "./part.ts";

export interface Profile {
  readonly time: number;
  /** The millisecond from which it holds. */
  readonly from: number;
  readonly fields: CanonicalObject;
}

export class Profiles {
  /** In the order in which they were announced. */
  readonly announced: Profile[] = [];

  announce({ time, fields }: Reading): void {
    this.announced.push({ time, from: numberOf(fields, "from"), fields });
  }

  /** Of those that were announced and hold at t the last one; before the first one's time the first one. */
  inForce(time: number): Profile | undefined {
    return this.announced.findLast(({ from }) => from <= time) ?? this.announced[0];
  }
}

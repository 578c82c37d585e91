/** When records were dated between the checkpoints that witnesses may have signed: docs/formats/witnesses.md, rule 7. */

import { isObject } from "./canonical.ts";
import type { Parsed } from "./reading.ts";

export interface Dated {
  /** In ms. */
  readonly time: number;
  readonly index: number;
}

/** The first record of the least time, and the first of the greatest. */
export interface Extent {
  readonly earliest: Dated;
  readonly latest: Dated;
}

/** The extent of each stretch of the log. A stretch ends at each of the marks, which are sizes. */
export class RecordTimes {
  private readonly marks: readonly number[];
  private readonly extents: (Extent | undefined)[] = [];
  /** The number of the stretch that the next record is in. */
  private stretch = 0;

  constructor(marks: readonly number[]) {
    this.marks = marks.toSorted((one, other) => one - other);
  }

  /** Take the next record into account, whether it holds or not. One of the first version is not dated by witnesses. */
  see({ index, value }: Parsed): void {
    while (index >= (this.marks[this.stretch] ?? Number.POSITIVE_INFINITY)) this.stretch++;
    if (this.stretch === this.marks.length || !isObject(value) || value["v"] !== "rdf/2") return;
    const { time } = value;
    if (typeof time !== "number" || !Number.isSafeInteger(time) || time < 0) return;
    const dated = { time, index };
    this.extents[this.stretch] = joinedWith(this.extents[this.stretch], { earliest: dated, latest: dated });
  }

  /** The extent of the records from the log index `after` to below `size`, which are marks, or 0. */
  between(after: number, size: number): Extent | undefined {
    let found: Extent | undefined;
    for (const [number, mark] of this.marks.entries()) {
      const extent = this.extents[number];
      if (mark > after && mark <= size && extent !== undefined) found = joinedWith(found, extent);
    }
    return found;
  }
}

/** The extent of two stretches, of which `next` comes later in the log. */
function joinedWith(known: Extent | undefined, next: Extent): Extent {
  if (known === undefined) return next;
  return {
    earliest: next.earliest.time < known.earliest.time ? next.earliest : known.earliest,
    latest: next.latest.time > known.latest.time ? next.latest : known.latest,
  };
}

/** The log's own list of its checkpoints: docs/formats/log.md, "Checkpoints in the log". */

import { must } from "../failure.ts";
import { numberOf, numbersIn } from "../fields.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import { SYSTEM } from "../log.ts";
import type { Part, Reading } from "../part.ts";

const SIZES = 1024;
/** Ten minutes from list to list, and the ten seconds within which a record is in the log. */
const LATE_MS = 610_000;

/** The newest list. */
interface Newest {
  /** The next list goes on after this size. */
  readonly mark: number;
  /** What was signed up to this size is listed. */
  readonly covered: number;
  readonly time: number;
}

export function checkpointList(log: Log): Part {
  const listed = new Set<number>();
  let begins = 0;
  let newest: Newest | undefined;

  function follows({ fields, index }: Reading): void {
    const after = numberOf(fields, "after");
    const due = newest?.mark ?? after;
    must(after === due, "E_CHECKPOINT", "The list of checkpoints goes on after another size.", after, due);
    const sizes = numbersIn(fields, "sizes");
    const largest = Math.max(after, ...sizes);
    must(largest <= index, "E_CHECKPOINT", "A checkpoint is listed that covers the record itself.", largest, index);
    const rise = sizes.every((size, at) => size > (sizes[at - 1] ?? after));
    must(rise, "E_CHECKPOINT", "The sizes of the listed checkpoints do not rise.");
  }

  function list({ fields, index, time }: Reading): void {
    const after = numberOf(fields, "after");
    const sizes = numbersIn(fields, "sizes");
    if (newest === undefined) begins = after;
    for (const size of sizes) listed.add(size);
    newest = { mark: sizes.at(-1) ?? after, covered: index, time };
  }

  function silence(read: Reading): void {
    if (read.chain === SYSTEM || newest === undefined || read.time <= newest.time + LATE_MS) return;
    const sentence = "No checkpoints were listed for more than ten minutes.";
    log.tell(read, "E_LIST_LATE", sentence, `${read.time}`, `${newest.time}`);
  }

  function compare(): void {
    for (const size of [...listed].toSorted((one, other) => one - other)) {
      if (log.published.has(size)) log.count("checkpoint-list");
      else log.add({ code: "E_CHECKPOINT", detail: `The checkpoint of size ${size} is listed, and missing.` });
    }
    if (newest === undefined) return;
    for (const size of [...log.checkpoints.keys()].toSorted((one, other) => one - other)) {
      if (size <= begins || size > newest.covered || listed.has(size)) continue;
      log.add({ code: "E_CHECKPOINT_OMITTED", detail: `The log signed a checkpoint of size ${size}, and lists none.` });
    }
  }

  return {
    checks: ["checkpoint-list"],
    forms: [
      {
        type: "checkpoints",
        place: "system",
        since: "rdf/2",
        fields: () => ({ after: form.money, sizes: form.listOf(form.positive, 0, SIZES) }),
      },
    ],
    steps: [
      { stage: "rules", types: ["checkpoints"], judge: follows },
      { stage: "event", types: ["*"], judge: silence },
    ],
    follow: { checkpoints: list },
    end: compare,
  };
}

/** Dates over the whole log: docs/formats/log.md, rules 8 and 9. */

import type { Log } from "../log.ts";
import { SYSTEM } from "../log.ts";
import type { Part, Reading } from "../part.ts";

const APART_MS = 12_000;
const LISTS = new Set(["checkpoints", "events"]);

/** Tell of each list that a record behind it contradicts: one dated before it, that came when it was signed. */
function lists(log: Log): (read: Reading) => void {
  const sizes = [...log.published].toSorted((one, other) => one - other);
  let passed = 0;
  /** The newest list, and the newest one that a checkpoint covers and no record has contradicted. */
  let newest: Reading | undefined;
  let covered: Reading | undefined;

  return (read) => {
    // What waited for a list is in the log up to the next checkpoint, however old it is. Behind that nothing is.
    while ((sizes[passed] ?? Infinity) <= read.index) {
      passed++;
      covered = newest ?? covered;
      newest = undefined;
    }
    if (read.chain === SYSTEM) {
      if (LISTS.has(read.type)) newest = read;
      return;
    }
    if (covered === undefined || read.version === "rdf/1" || read.time + APART_MS >= covered.time) return;
    const detail = `It is dated ${covered.time - read.time} ms after the record at log index ${read.index}, which stands behind a checkpoint of this one.`;
    log.tell(covered, "E_CLOCK", detail, String(covered.time), String(read.time));
    covered = undefined;
  };
}

export function dates(log: Log): Part {
  /** Records that no later one contradicts yet, the newest date last. */
  const times: number[] = [];
  const indexes: number[] = [];
  const list = lists(log);

  return {
    checks: ["dates"],
    follow: {
      "*": (read, held) => {
        if (held) list(read);
        if (read.chain === SYSTEM || read.version === "rdf/1") return;
        while ((times.at(-1) ?? 0) > read.time + APART_MS) {
          const time = times.pop() ?? 0;
          const detail = `The record at log index ${indexes.pop() ?? 0}, which stands before this one, is dated ${time - read.time} ms after it.`;
          log.tell(read, "E_CLOCK", detail, String(read.time), String(time));
        }
        let at = times.length;
        while (at > 0 && (times[at - 1] ?? 0) > read.time) at--;
        times.splice(at, 0, read.time);
        indexes.splice(at, 0, read.index);
      },
    },
  };
}

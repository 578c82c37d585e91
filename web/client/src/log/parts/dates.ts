/** Dates over the whole log: docs/formats/log.md, rule 8. */

import type { Log } from "../log.ts";
import { SYSTEM } from "../log.ts";
import type { Part } from "../part.ts";

const APART_MS = 12_000;

export function dates(log: Log): Part {
  /** Records that no later one contradicts yet, the newest date last. */
  const times: number[] = [];
  const indexes: number[] = [];

  return {
    checks: ["dates"],
    follow: {
      "*": (read) => {
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

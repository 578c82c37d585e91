/** In which session a stake was placed: docs/formats/sessions.md. */

import { must } from "../failure.ts";
import { textOf } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";

/** A day, and a minute for clocks that differ. */
const LASTS_MS = 86_400_000 + 60_000;
const STAKES = ["deal", "sit"];

const keyOf = ({ chain, fields }: Reading): string => `${chain} ${textOf(fields, "sess")}`;

export function sessions(log: Log): Part {
  /** When the first stake of each session was placed, by chain and reference. */
  const first = new Map<string, number>();

  function begin(read: Reading): void {
    if (read.fields["sess"] === undefined) return;
    const key = keyOf(read);
    if (!first.has(key)) first.set(key, read.time);
  }

  return {
    checks: ["sessions"],
    steps: [
      {
        stage: "place",
        types: STAKES,
        judge(read) {
          if (read.fields["sess"] === undefined) return;
          const most = (first.get(keyOf(read)) ?? read.time) + LASTS_MS;
          must(read.time <= most, "E_SESSION", "The stake comes after its session.", read.time, most);
          log.count("sessions");
        },
      },
    ],
    follow: { deal: begin, sit: begin },
  };
}

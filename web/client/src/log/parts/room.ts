/** What limits mean in a game around a pot, where a player bets on with what was won: docs/formats/tables.md, "Limits". */

import { must } from "../failure.ts";
import { numberOf, objectIn, objectsIn, textOf } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";

export function room(log: Log): Part {
  /** What the raises of a game came to beyond the buy-in. */
  function betOn({ chain, fields }: Reading): number {
    const end = fields["end"] === undefined ? undefined : log.tables.ends.get(textOf(fields, "end"));
    const stake = log.tables.stakes.get(textOf(fields, "sit"));
    if (end?.read.type !== "hand_end" || stake?.read.chain !== chain) return 0;
    const result = objectsIn(end.read.fields, "results").find(({ seat }) => seat === stake.seat);
    const raised = result?.["raised"];
    return typeof raised === "number" ? Math.max(0, raised - stake.amount) : 0;
  }

  return {
    checks: ["limits"],
    steps: [
      {
        stage: "rules",
        types: ["sit"],
        judge({ chain, time, fields }) {
          const left = log.limits.wagersLeft(chain, time);
          const told = fields["room"] === undefined ? undefined : numberOf(fields, "room");
          const due = (told === undefined) === (left === undefined);
          must(due, "E_RG", "Room is told exactly where a limit on what is staked is in force.");
          const within = told === undefined || left === undefined || BigInt(told) <= left;
          must(within, "E_RG", "The room is more than the limits leave.", told, left?.toString());
        },
      },
    ],
    follow: {
      leave: (read) => {
        const staked = betOn(read);
        const returned = staked + numberOf(objectIn(read.fields, "pay"), "returned");
        log.limits.add(read.chain, read.time, { staked, returned });
      },
    },
  };
}

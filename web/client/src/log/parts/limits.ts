/** What limits bind: docs/formats/record.md, "Bounds". */

import { movedTo, numberOf, objectIn } from "../fields.ts";
import { raised } from "../families/family.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { actsOf, betsOf } from "./round-replay.ts";

const placedBy = ({ type, fields }: Reading): number =>
  type === "sit" ? numberOf(fields, "buy_in") : betsOf(fields).placed;
const isAlone = ({ fields }: Reading): boolean => fields["nonce"] !== undefined;

export function limits(log: Log): Part {
  const place = (read: Reading): void => log.limits.mayPlace(read.chain, read.time, placedBy(read));
  const stake = ({ chain, time }: Reading, amount: number): void => {
    if (amount > 0) log.limits.mayStake(chain, time, amount);
  };
  const placed = (read: Reading): void => log.limits.add(read.chain, read.time, { staked: placedBy(read) });

  return {
    checks: ["limits"],
    steps: [
      { stage: "rules", types: ["deal", "sit"], judge: place },
      {
        stage: "rules",
        types: ["settle"],
        judge: (read) => {
          if (isAlone(read)) stake(read, raised(actsOf(read.fields)));
        },
      },
      { stage: "rules", types: ["act"], judge: (read) => stake(read, numberOf(read.fields, "amt")) },
    ],
    follow: {
      deal: placed,
      sit: placed,
      act: ({ chain, time, fields }) => log.limits.add(chain, time, { staked: numberOf(fields, "amt") }),
      settle: (read) => {
        const staked = isAlone(read) ? raised(actsOf(read.fields)) : 0;
        const returned = numberOf(objectIn(read.fields, "pay"), "returned");
        log.limits.add(read.chain, read.time, { staked, returned });
      },
      void: ({ chain, time, fields }) => log.limits.add(chain, time, { returned: movedTo(fields, "cash") }),
    },
  };
}

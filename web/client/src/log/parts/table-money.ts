/** That accounts hold what tables and rounds owe: docs/formats/tables.md, "Money". */

import { gravity } from "../codes.ts";
import { movedTo, numberOf, objectsIn } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part } from "../part.ts";
import type { EpochEnd, Stake } from "../tables.ts";
import { betsOf } from "./round-replay.ts";

/** What a stake holds: chips change hands in a game, and what a seat is owed then is known at its end. */
function owedTo(stake: Stake, end: EpochEnd | undefined): number {
  const chips = stake.read.type === "sit" && end?.read.type === "hand_end";
  if (!chips) return stake.amount + stake.bonus + stake.raised;
  const result = objectsIn(end.read.fields, "results").find(({ seat }) => seat === stake.seat);
  return result === undefined ? 0 : numberOf(result, "returned") + numberOf(result, "rake");
}

export function tableMoney(log: Log): Part {
  const accounts = { table: 0, in_play: 0 };

  return {
    checks: ["tables"],
    follow: {
      "*": (read) => {
        if (log.chainOf(read).player === undefined || !Array.isArray(read.fields["moves"])) return;
        accounts.table += movedTo(read.fields, "table");
        accounts.in_play += movedTo(read.fields, "in_play");
      },
    },
    end() {
      if (log.findings.some(({ code }) => gravity(code) === "tampered")) return;
      const due = { table: 0, in_play: 0 };
      const ends = new Map([...log.tables.ends.values()].map((end) => [end.epoch, end]));
      for (const stake of log.tables.open.values()) {
        const owed = owedTo(stake, stake.named && ends.get(stake.named));
        due[stake.read.type === "sit" ? "table" : "in_play"] += owed;
      }
      for (const { player } of log.chains.values()) {
        if (player?.round !== undefined) due.in_play += betsOf(player.round.deal.fields).placed;
      }
      for (const account of ["table", "in_play"] as const) {
        if (accounts[account] === due[account]) continue;
        const detail = `The accounts ${account} do not hold what is owed.`;
        log.add({ code: "E_CHIPS", detail, said: String(accounts[account]), due: String(due[account]) });
      }
    },
  };
}

/** Moves, balances and what comes in and goes out: docs/formats/record.md, "Parts". */

import { isList } from "../canonical.ts";
import { must } from "../failure.ts";
import { listIn, movedTo, numbersIn, textOf } from "../fields.ts";
import * as form from "../form.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { event } from "./system.ts";

const CAUSES = ["returned", "correction", "play_money", "other"];
const NAMING = new Set(["returned", "correction"]);

function balanced({ fields }: Reading): void {
  if (fields["moves"] === undefined) return;
  const sum = listIn(fields, "moves").reduce((all: number, move) => all + (isList(move) ? Number(move[1]) : 0), 0);
  must(sum === 0, "E_UNBALANCED", "The moves do not sum to 0.", sum, 0);
}

function movesOfKind({ fields }: Reading): void {
  const kind = textOf(fields, "kind");
  const given = movedTo(fields, "cash");
  const named = listIn(fields, "moves").length === 2 && given !== 0 && movedTo(fields, kind) !== 0;
  must(named, "E_MOVES", `The moves are not between cash and ${kind}.`);
  const way = kind === "adjustment" || (kind === "withdrawal" ? given < 0 : given > 0);
  must(way, "E_MOVES", `The ${kind} goes the wrong way.`, given);
}

export function money(log: Log): Part {
  return {
    checks: ["moves", "balances"],
    forms: [
      {
        type: "wallet",
        place: "player",
        fields(version, { kind, cause }) {
          const adjusts = version === "rdf/2" && kind === "adjustment";
          return {
            kind: form.oneOf("deposit", "withdrawal", "adjustment", "bonus"),
            moves: form.moves,
            bal: form.balance,
            ...(adjusts ? { cause: form.oneOf(...CAUSES) } : {}),
            ...(adjusts && NAMING.has(String(cause)) ? { of: form.leaf } : {}),
            ...(kind === "adjustment" || kind === "bonus" ? event(version) : {}),
          };
        },
      },
    ],
    steps: [
      { stage: "moves", types: ["*"], judge: balanced },
      { stage: "moves", types: ["wallet"], judge: movesOfKind },
      {
        stage: "balance",
        types: ["*"],
        judge(read) {
          const { player } = log.chainOf(read);
          const { fields } = read;
          if (player === undefined || fields["bal"] === undefined || fields["moves"] === undefined) return;
          const [before = 0, after = 0] = numbersIn(fields, "bal");
          must(before === player.balance, "E_BALANCE", "The balance does not follow.", before, player.balance);
          const due = before + movedTo(fields, "cash");
          must(after === due, "E_BALANCE", "The balance after is not that of the moves.", after, due);
          must(after >= 0, "E_BALANCE", "The balance is negative.", after);
        },
      },
    ],
    follow: {
      "*": (read) => {
        const { player } = log.chainOf(read);
        const { bal } = read.fields;
        // The fields of a record that fails by its form are of any form.
        if (player === undefined || bal === undefined || !form.balance(bal)) return;
        player.balance = numbersIn(read.fields, "bal")[1] ?? 0;
      },
    },
  };
}

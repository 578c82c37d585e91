/** Where hands and games stand among the epochs of a table, of either kind: docs/formats/tables.md. */

import { must } from "../failure.ts";
import { numberOf, textOf } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { Table } from "../tables.ts";
import { graceOf } from "../tables.ts";

const TYPES = ["hand", "turn", "hand_end"];

/** A table plays one kind of game, and its records have the form of that kind. */
function isOfGame({ type, fields }: Reading, { terms }: Table): boolean {
  const around = { hand: fields["order"], turn: fields["a"], hand_end: fields["why"] }[type] !== undefined;
  return around === (terms !== undefined);
}

function fitsGame(read: Reading, table: Table): void {
  must(isOfGame(read, table), "E_FORM", "The record is one of another kind of game.");
}

function endsHand({ type, fields }: Reading, { current }: Table): void {
  if (type !== "hand_end" || current?.hand === undefined) return;
  const named = textOf(fields, "hand");
  must(named === current.hand.leaf, "E_CHAIN", "The end names another hand.", named, current.hand.leaf);
}

function mayFollow({ type, fields }: Reading, { current }: Table): void {
  const epoch = numberOf(fields, "epoch");
  must(current?.number === epoch, "E_NONCE", "No such epoch is open.", epoch, current?.number);
  if (type === "hand") {
    must(current.open !== undefined, "E_NONCE", "The epoch was not opened.");
    must(current.hand === undefined, "E_NONCE", "The epoch has its hand.");
  } else must(current.hand !== undefined, "E_NONCE", "The epoch has no hand.");
}

export function hands(log: Log): Part {
  const { tables } = log;
  const ofTable = (judge: (read: Reading, table: Table) => void) => (read: Reading) => {
    const table = tables.byChain.get(read.chain);
    // What is not of a table's form fails by its chain.
    if (table !== undefined && read.place === "table") judge(read, table);
  };

  return {
    checks: ["tables", "deadlines"],
    steps: [
      { stage: "chain", types: TYPES, judge: ofTable(fitsGame) },
      { stage: "chain", types: TYPES, judge: ofTable(endsHand) },
      { stage: "place", types: TYPES, judge: ofTable(mayFollow) },
    ],
    follow: {
      hand: (read, held) =>
        ofTable((_, { current }) => {
          if (current === undefined || current.hand !== undefined) return;
          current.broken ||= !held;
          if (!isOfGame(read, current.table)) return;
          current.hand = read;
          tables.hands.set(read.leaf, { epoch: current, read });
        })(read),
    },
    end() {
      for (const { current } of tables.byChain.values()) {
        if (current?.open === undefined) continue;
        const { hand, game, table } = current;
        const until = hand?.fields["until"] ?? current.open.time;
        const grace = (game?.deadline() ?? Number(until)) + graceOf(table);
        if (log.newest <= grace) continue;
        const waits = hand ?? current.open;
        log.tell(waits, "E_UNSETTLED", "The hand is not played to its end.", undefined, String(grace));
      }
    },
  };
}

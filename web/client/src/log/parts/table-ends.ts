/** How an epoch of a table ends: its seed, and the epochs that are burnt or voided. docs/formats/tables.md. */

import { must } from "../failure.ts";
import { numberOf, numbersIn, objectIn, textOf, textsIn } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import { seedBefore } from "../shuffle.ts";
import type { TableEpoch } from "../tables.ts";
import { graceOf } from "../tables.ts";
import { isCovered, judgeReveals, revealsIn } from "./tables.ts";

const isVoid = ({ fields }: Reading): boolean => fields["reason"] === "void";
const rising = (seats: readonly number[]): boolean =>
  seats.every((seat, at) => at === 0 || seat > (seats[at - 1] ?? 0));

/** From when an epoch whose values did not all come may be burnt. */
export const burntFrom = ({ seats, table }: TableEpoch): number =>
  seats.time + numberOf(objectIn(table.read.fields, "clock"), "reveal");

/** Two operators, with a reason. */
function voidHolds({ fields }: Reading): void {
  const by = fields["by"] === undefined ? [] : textsIn(fields, "by");
  must(by.length === 2 && by[0] !== by[1], "E_ABORT", "The void is not by two operators.", by.join(", "));
  const text = fields["text"] === undefined ? "" : textOf(fields, "text");
  must(text !== "", "E_ABORT", "The void has no reason.");
  const nobody = numbersIn(fields, "missing").length === 0 && revealsIn({ fields } as Reading).length === 0;
  must(nobody, "E_ABORT", "A void accuses nobody.");
}

export function tableEnds(log: Log): Part {
  const { tables: known } = log;

  const ofEpoch = (judge: (read: Reading, epoch: TableEpoch) => void) => (read: Reading) => {
    const epoch = known.byChain.get(read.chain)?.current;
    if (epoch !== undefined) judge(read, epoch);
  };

  function mayVoid(read: Reading): void {
    const table = known.byChain.get(read.chain);
    if (table === undefined) return;
    if (isVoid(read)) {
      must(table.current?.number === read.fields["epoch"], "E_NONCE", "No such epoch is open.");
      return;
    }
    if (table.current === undefined) return;
    const used = revealsIn(read).find(({ r }) => table.values.has(r));
    must(used === undefined, "E_CLIENT_REUSE", `The value of seat ${used?.seat ?? 0} was used at this table before.`);
  }

  function aborts(read: Reading): void {
    const table = known.byChain.get(read.chain);
    if (table === undefined) return;
    if (isVoid(read)) voidHolds(read);
    else burns(read, table.current);
  }

  function burns(read: Reading, epoch: TableEpoch | undefined): void {
    const { fields } = read;
    const awaited = epoch?.open === undefined && epoch?.number === fields["epoch"];
    must(epoch !== undefined && awaited, "E_ABORT", "No epoch waits for values.");
    must(fields["by"] === undefined && fields["text"] === undefined, "E_ABORT", "Only a void is by operators.");
    const from = burntFrom(epoch);
    must(read.time >= from, "E_ABORT", "The epoch is burnt too early.", read.time, from);
    const covered = isCovered(log, epoch, read.index);
    const reason = covered ? "no_reveal" : "not_covered";
    must(fields["reason"] === reason, "E_ABORT", "The reason is another.", textOf(fields, "reason"), reason);
    const missing = numbersIn(fields, "missing");
    const reveals = revealsIn(read);
    const came = reveals.map(({ seat }) => seat);
    must(missing.length > 0, "E_ABORT", "Nobody is missing.");
    must(rising(missing) && rising(came), "E_ABORT", "The seats are not in their order.");
    const all = [...missing, ...came].toSorted((one, other) => one - other).join(" ");
    must(
      all === epoch.named.map(({ seat }) => seat).join(" "),
      "E_ABORT",
      "The seats are not those of the epoch.",
      all,
    );
    judgeReveals(read, epoch, reveals);
  }

  function seedHolds(read: Reading, { number, commit }: TableEpoch): void {
    if (read.fields["seed"] === undefined) {
      must(isVoid(read), "E_SEED", "The epoch is burnt without its seed.");
      return;
    }
    const seed = textOf(read.fields, "seed");
    const due = seedBefore(read.chain, number, 1, seed);
    must(due === commit, "E_SEED", "The seed is not that of the commitment.", due, commit);
    must(!known.seeds.has(seed), "E_SEED", "The seed was used before.", seed);
    log.count("seeds");
  }

  function tellLate(read: Reading, epoch: TableEpoch): void {
    if (isVoid(read)) {
      if (read.fields["seed"] === undefined) log.tell(read, "E_SEED_LOST", "The void reveals no seed.");
      return;
    }
    const grace = burntFrom(epoch) + graceOf(epoch.table);
    if (read.time <= grace) return;
    log.tell(read, "E_LATE", "The epoch is burnt after its deadline and the grace.", String(read.time), String(grace));
  }

  /** Who sent no value owes it, where a checkpoint covered the seats. */
  function owe(read: Reading, epoch: TableEpoch): void {
    for (const seat of numbersIn(read.fields, "missing")) {
      const named = epoch.named.find((each) => each.seat === seat);
      if (named?.stake === undefined) continue;
      const { contrib } = named;
      known.debts.set(named.stake.read.chain, {
        abort: read.leaf,
        chain: read.chain,
        epoch: epoch.number,
        seat,
        contrib,
      });
    }
  }

  function ended(read: Reading): void {
    const table = known.byChain.get(read.chain);
    if (read.fields["seed"] !== undefined) known.seeds.add(textOf(read.fields, "seed"));
    if (table?.current === undefined) return;
    const epoch = table.current;
    known.ends.set(read.leaf, { epoch, read });
    table.current = undefined;
    if (read.type !== "table_abort") return;
    for (const { r } of revealsIn(read)) table.values.add(r);
    if (read.fields["reason"] === "no_reveal") owe(read, epoch);
  }

  return {
    checks: ["deadlines", "seeds", "lost-seeds"],
    steps: [
      { stage: "place", types: ["table_abort"], judge: mayVoid },
      { stage: "rules", types: ["table_abort"], judge: aborts },
      { stage: "seed", types: ["hand_end", "table_abort"], judge: ofEpoch(seedHolds) },
      { stage: "balance", types: ["table_abort"], judge: ofEpoch(tellLate) },
    ],
    follow: { hand_end: ended, table_abort: ended },
    end() {
      for (const { current } of known.byChain.values()) {
        if (current === undefined || current.open !== undefined) continue;
        const grace = burntFrom(current) + graceOf(current.table);
        if (log.newest <= grace) continue;
        log.tell(current.seats, "E_UNSETTLED", "Values are awaited at the end of the log.", undefined, String(grace));
      }
    },
  };
}

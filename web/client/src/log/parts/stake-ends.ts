/** Decisions against the house, and how stakes at tables end: docs/formats/tables.md. */

import { isObject } from "../canonical.ts";
import type { CanonicalObject } from "../canonical.ts";
import { must } from "../failure.ts";
import { numberOf, objectIn, objectsIn, textOf, textsIn } from "../fields.ts";
import type { Log } from "../log.ts";
import type { Part, Reading } from "../part.ts";
import type { EpochEnd, Stake } from "../tables.ts";
import { epochKey, graceOf } from "../tables.ts";
import { expectMoves } from "./round-replay.ts";

const ENDS = ["settle", "void", "leave"];

const stakeNamed = ({ type, fields }: Reading): string => textOf(fields, type === "leave" ? "sit" : "deal");

/** The result that an epoch's end has for a seat. */
const resultOf = ({ read }: EpochEnd, { seat }: Stake): CanonicalObject =>
  objectsIn(read.fields, "results").find((result) => result["seat"] === seat) ?? {};

function equal(said: CanonicalObject, due: CanonicalObject, name: string): void {
  const [one, other] = [said[name], due[name]];
  must(one === other, "E_PAYOUT", `The ${name} is not that of the seat.`, String(one), String(other));
}

function mayAct({ fields, time }: Reading, stake: Stake): void {
  const epoch = stake.named;
  const { hand } = epoch ?? {};
  const runs = epoch !== undefined && epoch.table.current === epoch && hand?.leaf === fields["hand"];
  const until = hand?.fields["until"];
  const asked = runs && typeof until === "number" && epoch.game === undefined;
  must(asked, "E_CLOCK", "No hand asks for this decision.", textOf(fields, "hand"), hand?.leaf);
  must(time <= until, "E_CLOCK", "The decision comes after the deadline.", time, until);
  must(!epoch.acts.has(stake.seat), "E_ACTION", "The seat has decided before.");
  const { family, sheet } = epoch.table;
  const shown = textsIn(hand?.fields ?? {}, "cards");
  must(family?.hides === true || family?.asks(shown) === true, "E_ACTION", "The hand asks for no decision.");
  const act = { a: textOf(fields, "a"), amt: numberOf(fields, "amt") };
  const fits = family?.actions.includes(act.a) === true && family.priced(sheet.sheet, stake.amount, act);
  must(fits, "E_ACTION", "The act has not its price.", `${act.a} ${act.amt}`);
}

export function stakeEnds(log: Log): Part {
  const { tables } = log;

  /** Ends and acts are judged by the open stake that they name; without it they fail by their chain. */
  const ofStake = (judge: (read: Reading, stake: Stake) => void) => (read: Reading) => {
    if (read.fields["nonce"] !== undefined) return;
    const stake = tables.open.get(read.chain);
    if (stake !== undefined) judge(read, stake);
  };
  const endOf = ({ fields }: Reading): EpochEnd | undefined =>
    fields["end"] === undefined ? undefined : tables.ends.get(textOf(fields, "end"));

  function namesStake(read: Reading): void {
    if (read.fields["nonce"] !== undefined) return;
    const open = tables.open.get(read.chain)?.read.leaf;
    const named = stakeNamed(read);
    must(named === open, "E_CHAIN", "The record names another stake than the open one.", named, open);
  }

  function inTime(read: Reading): void {
    const { fields, time } = read;
    const cited = read.type === "act" ? tables.hands.get(textOf(fields, "hand")) : endOf(read);
    const after = cited === undefined || time >= cited.read.time;
    must(after, "E_TIME_ORDER", "The record is dated before the one that it cites.", time, cited?.read.time);
  }

  /** The end of the stake's epoch, and of no other. */
  function byItsEnd(read: Reading, stake: Stake): void {
    const kind = stake.read.type === "sit" ? "leave" : undefined;
    must((kind === "leave") === (read.type === "leave"), "E_END", "The stake does not end by such a record.");
    if (read.fields["end"] === undefined) {
      must(stake.named === undefined, "E_END", "The stake was named by seats, and is told to be withdrawn.");
      return;
    }
    const end = endOf(read);
    must(end !== undefined, "E_END", "The end that is named is not in the log.");
    must(end.epoch === stake.named, "E_END", "The end is that of another epoch.");
    const played = end.read.type === "hand_end";
    const due = read.type === "leave" || played === (read.type === "settle");
    must(due, "E_END", "The epoch did not end so.");
  }

  function paysResult(read: Reading, stake: Stake): void {
    const { fields } = read;
    const pay = objectIn(fields, "pay");
    const end = endOf(read);
    if (end?.read.type !== "hand_end") {
      const back = { staked: stake.amount, returned: stake.amount };
      for (const name of ["staked", "returned"]) equal(pay, back, name);
      return;
    }
    const due = resultOf(end, stake);
    for (const name of ["staked", "returned"]) equal(pay, due, name);
    if (read.type === "leave") return;
    equal(fields, due, "result");
    const [side, dueSide] = [fields["bonus"], due["bonus"]];
    const both = (side === undefined) === (dueSide === undefined);
    must(both, "E_PAYOUT", "A side bet is settled that was not placed, or the reverse.");
    if (!isObject(side) || !isObject(dueSide)) return;
    for (const name of ["category", "returned"]) equal(side, dueSide, name);
  }

  function movesOf(read: Reading, stake: Stake): Readonly<Record<string, number>> {
    const held = stake.amount + stake.bonus + stake.raised;
    if (read.type === "void") return { cash: held, in_play: -held };
    const returned = numberOf(objectIn(read.fields, "pay"), "returned");
    if (read.type === "settle") return { cash: returned, in_play: -held, house: held - returned };
    const end = endOf(read);
    const rake = end?.read.type === "hand_end" ? Number(resultOf(end, stake)["rake"] ?? 0) : 0;
    return { cash: returned, house: rake, table: -returned - rake };
  }

  /** Until when the end of a stake is in time; undefined while nothing ends it. */
  function graceFor(stake: Stake, end: EpochEnd | undefined): number | undefined {
    const grace = graceOf(stake.table);
    if (end !== undefined) return end.read.time + grace;
    const seated = tables.seated.get(epochKey(stake.table, stake.epoch));
    if (stake.named !== undefined || seated === undefined) return undefined;
    return Math.max(seated.time, stake.read.time) + grace;
  }

  function tellLate(read: Reading, stake: Stake): void {
    const grace = graceFor(stake, endOf(read));
    if (grace === undefined || read.time <= grace) return;
    log.tell(read, "E_LATE", "The stake ends later than the grace allows.", String(read.time), String(grace));
  }

  function ended(read: Reading, stake: Stake, held: boolean): void {
    stake.ended = true;
    tables.open.delete(read.chain);
    const { player } = log.chainOf(read);
    if (!held || player === undefined || endOf(read)?.read.type !== "hand_end") return;
    const pay = objectIn(read.fields, "pay");
    const [staked, returned] = [numberOf(pay, "staked"), numberOf(pay, "returned")];
    log.settled({ sheet: stake.table.sheet.sheet, player, staked, returned });
  }

  const follows = (read: Reading, held: boolean): void => ofStake((_, stake) => ended(read, stake, held))(read);

  return {
    checks: ["tables", "deadlines"],
    steps: [
      { stage: "chain", types: ["act", ...ENDS], judge: namesStake },
      { stage: "time", types: ["act", ...ENDS], judge: ofStake(inTime) },
      { stage: "place", types: ENDS, judge: ofStake(byItsEnd) },
      { stage: "action", types: ["act"], judge: ofStake(mayAct) },
      { stage: "payout", types: ["settle", "leave"], judge: ofStake(paysResult) },
      {
        stage: "moves",
        types: ["act"],
        judge: ofStake((read) => {
          const amount = numberOf(read.fields, "amt");
          expectMoves(read, { cash: -amount, in_play: amount });
        }),
      },
      {
        stage: "moves",
        types: ENDS,
        judge: ofStake((read, stake) => expectMoves(read, movesOf(read, stake))),
      },
      { stage: "balance", types: ENDS, judge: ofStake(tellLate) },
    ],
    follow: {
      act: ofStake((read, stake) => {
        stake.raised += numberOf(read.fields, "amt");
        const epoch = stake.named;
        if (epoch === undefined || epoch.hand?.leaf !== read.fields["hand"]) return;
        if (!epoch.acts.has(stake.seat)) epoch.acts.set(stake.seat, read);
      }),
      settle: follows,
      void: follows,
      leave: follows,
    },
    end() {
      const ends = new Map([...tables.ends.values()].map((end) => [end.epoch, end]));
      for (const stake of tables.open.values()) {
        const grace = graceFor(stake, stake.named && ends.get(stake.named));
        if (grace === undefined || log.newest <= grace) continue;
        log.tell(stake.read, "E_UNSETTLED", "The stake has not ended at the end of the log.", undefined, String(grace));
      }
    },
  };
}

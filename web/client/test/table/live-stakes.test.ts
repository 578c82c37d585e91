import { expect, test } from "vitest";
import type { Stake } from "../../src/table/live/answers.ts";
import { dutyOf, fateOf, mayBeOwed, standsAt } from "../../src/table/live/duty.ts";
import { HeldItems } from "../../src/table/live/held-items.ts";
import { KeptStakes, type KeptStake } from "../../src/table/live/kept-stakes.ts";
import { seat, table } from "./live-scenes.ts";

const DAY_MS = 24 * 3_600_000;

const kept: KeptStake = {
  player: "ada",
  table: "0".repeat(32),
  epoch: 3,
  seat: 1,
  amount: 500,
  contribution: "contribution 1",
  commitment: "c",
  announcedSeq: 6,
  value: "ab".repeat(32),
  drawnAtMs: 0,
  leaf: "leaf",
  signed: false,
  seal: null,
  revealed: false,
  owed: false,
};

const listed = (status: string, change: object = {}): Stake =>
  ({ contribution: kept.contribution, status, end_leaf: null, ...change }) as Stake;

/** A browser's storage, with its keys by number. */
class Storage extends HeldItems {
  readonly #names: string[] = [];
  get length(): number {
    return this.#names.length;
  }
  key(index: number): string | null {
    return this.#names[index] ?? null;
  }
  override setItem(name: string, value: string): void {
    if (!this.#names.includes(name)) this.#names.push(name);
    super.setItem(name, value);
  }
  override removeItem(name: string): void {
    this.#names.splice(this.#names.indexOf(name), 1);
    super.removeItem(name);
  }
}

const revealing = (covered: boolean, revealed = false): ReturnType<typeof table> =>
  table({ phase: "revealing", stakes_covered: covered, seats: [seat(1, { revealed })] });

test("a value is told once the log covers the bets, and not before", () => {
  expect(dutyOf(kept, revealing(false), true)).toBe("wait");
  expect(dutyOf(kept, revealing(true), true)).toBe("reveal");
  expect(dutyOf(kept, revealing(true, true), true)).toBe("wait");
});

test("a stake that is not there any more has ended; one that the table does not know yet has not", () => {
  expect(dutyOf(kept, table(), false)).toBe("wait");
  expect(dutyOf(kept, table(), true), "withdrawn").toBe("ask");
  expect(dutyOf(kept, table({ phase: "revealing", stakes_covered: true }), false), "it came too late").toBe("ask");
  expect(dutyOf(kept, table({ epoch: 4 }), true), "the hand is over").toBe("ask");
  expect(dutyOf({ ...kept, leaf: "" }, table({ epoch: 4 }), false), "no answer came yet").toBe("wait");
  expect(standsAt(kept, table({ seats: [seat(1)] }))).toBe(true);
  expect(standsAt(kept, table({ seats: [seat(1, { contribution: "of somebody else" })] }))).toBe(false);
});

test("after a reload the house's list tells what became of each kept stake", () => {
  expect(fateOf(kept, [listed("open")], 0)).toBe("follow");
  expect(fateOf(kept, [listed("settled")], 0)).toBe("ended");
  expect(fateOf(kept, [], 60_000), "the platform may still be taking it").toBe("underway");
  expect(fateOf(kept, [], 60_001)).toBe("unknown");
  expect(fateOf(kept, [], DAY_MS)).toBe("unknown");
  expect(fateOf(kept, [], DAY_MS + 1)).toBe("lost");
  expect(fateOf({ ...kept, owed: true }, [listed("voided")], 0)).toBe("owed");
});

test("only the value of a burnt hand that was not told may be asked for later", () => {
  expect(mayBeOwed(kept, listed("voided", { end_leaf: "abort" }))).toBe(true);
  expect(mayBeOwed({ ...kept, revealed: true }, listed("voided", { end_leaf: "abort" }))).toBe(false);
  expect(mayBeOwed(kept, listed("voided")), "withdrawn").toBe(false);
  expect(mayBeOwed(kept, listed("settled", { end_leaf: "end" }))).toBe(false);
});

test("stakes are kept one by one, and each player's apart", () => {
  const storage = new Storage();
  const stakes = new KeptStakes(storage);
  stakes.keep({ ...kept, contribution: "later", drawnAtMs: 2 });
  stakes.keep(kept);
  stakes.keep({ ...kept, contribution: "of bob", player: "bob" });
  storage.setItem("reddog.language", "en");

  expect(new KeptStakes(storage).of("ada").map((each) => each.contribution)).toEqual(["contribution 1", "later"]);
  expect(stakes.hasOpen("ada")).toBe(true);
  stakes.keep({ ...kept, contribution: "of bob", player: "bob", owed: true });
  expect(stakes.hasOpen("bob")).toBe(false);
  stakes.forget(kept);
  expect(stakes.get("contribution 1")).toBeNull();
  expect(stakes.of("ada")).toHaveLength(1);
});

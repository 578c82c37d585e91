import { beforeAll, describe, expect, test } from "vitest";
import { hand as words } from "../../src/base/words/verify/hand.en.ts";
import { stepsOfHand, type ToldHand } from "../../src/table/verify/hand-steps.ts";
import type { HandStep } from "../../src/table/verify/hand-step.ts";
import { committed, logged, type Places } from "../../src/table/verify/hand-log.ts";
import { keyOfSecret, type DeviceKey } from "../../src/table/signing/device-keys.ts";
import { House, told, type Lie } from "./told-hands.ts";

type Members = Record<string | number, unknown>;

let house: House;
beforeAll(async () => {
  house = await House.founded();
});

const HANDS = [
  "red dog: a raise",
  "red dog: a pair",
  "montana: a raise",
  "pot: three seats",
  "pot: five seats",
  "pot: seven seats",
  "pot: a rake",
];

const failing = (steps: readonly HandStep[]): readonly string[] =>
  steps.filter(({ result }) => result === "fails").map(({ name }) => name);
const resultOf = (steps: readonly HandStep[], name: string): string | undefined =>
  steps.find((step) => step.name === name)?.result;

/** The steps whose finding has no sentence. */
const speechless = (steps: readonly HandStep[]): readonly string[] =>
  steps
    .map(({ name, said }) => `${name}.${said}`)
    .filter((key) => !(key in words) && !((key.split(".")[1] ?? "") in words));

test.each(HANDS)("%s: every step of an honest house holds", async (start) => {
  const steps = await stepsOfHand(await told(house, start));
  expect(steps.map(({ name, result, said }) => [name, result, said])).toEqual([
    ["values", "holds", "open"],
    ["seed", "holds", "equal"],
    ["cards", "holds", start.startsWith("pot") ? "game" : "equal"],
    ["decisions", "holds", "right"],
    ["payout", "holds", start.startsWith("pot") ? "pot" : "right"],
    ["own", "holds", "paid"],
    ["chained", "holds", "linked"],
    ["signed", "holds", "by-house"],
  ]);
  expect(speechless(steps)).toEqual([]);
});

/** Change what stands at a path of a record; `at` counts from the end below 0. */
const change =
  (at: number, path: readonly (string | number)[], to: (old: unknown) => unknown) =>
  (records: Members[]): void => {
    let inside = records.at(at) as Members;
    for (const step of path.slice(0, -1)) inside = inside[step] as Members;
    const last = path.at(-1) ?? "";
    inside[last] = to(inside[last]);
  };
const more = (number: unknown): number => Number(number) + 500;
const less = (number: unknown): number => Number(number) - 100;
const leaf = (): string => "5e".repeat(32);

const LIES: Readonly<Record<string, readonly (readonly [string, string, Lie])[]>> = {
  "red dog: a raise": [
    ["another card", "cards", { table: change(2, ["cards", 0], () => "5c") }],
    ["another third card", "cards", { table: change(-1, ["cards", 2], () => "9c") }],
    ["a payout too small", "payout", { table: change(-1, ["results", 1, "returned"], less) }],
    ["a value swapped", "values", { table: change(1, ["reveals", 1, "r"], leaf) }],
    ["another mix", "values", { table: change(1, ["client"], leaf) }],
    ["a contribution that my stake has not", "values", { table: change(0, ["seats", 0, "contrib"], leaf) }],
    ["values before the checkpoint", "values", { table: change(1, ["size"], () => 5117) }],
    ["another seed", "seed", { table: change(-1, ["seed"], leaf) }],
    ["a decision of mine changed", "decisions", { table: change(-1, ["acts", 0, "a"], () => "stand") }],
    ["another's decision at no price", "decisions", { table: change(-1, ["acts", 1, "a"], () => "raise") }],
    ["an early default", "decisions", { table: change(-1, ["acts", 2, "t"], (t) => Number(t) - 1) }],
    ["a settlement too small", "own", { own: changeOf("settle", "pay", { staked: 1000, returned: 0 }) }],
    ["a balance that did not move", "own", { own: changeOf("settle", "bal", [0, 0]) }],
  ],
  "montana: a raise": [
    ["a seal exchanged", "cards", { table: change(2, ["sealed", 1, "h"], leaf) }],
    ["a side bet paid less", "payout", { table: change(-1, ["results", 0, "staked"], more) }],
  ],
  "pot: three seats": [
    ["another begins", "values", { table: change(2, ["order"], (order) => (order as number[]).toReversed()) }],
    ["a third card exchanged", "cards", { table: change(3, ["turns", 0, "cards", 2], () => "3d") }],
    ["chips that move", "payout", { table: change(3, ["stacks"], (all) => (all as number[]).toReversed()) }],
    ["a turn of another seat", "decisions", { table: change(3, ["seat"], () => 4) }],
    ["another division", "payout", { table: change(-1, ["results", 0, "returned"], more) }],
  ],
};

/** Change a field of the player's own record of a type. */
function changeOf(type: string, name: string, to: unknown): (records: Members[]) => void {
  return (records) => {
    for (const record of records) if (record["type"] === type) record[name] = to;
  };
}

describe.each(Object.entries(LIES))("%s", (start, lies) => {
  test.each(lies)("%s is found out at the step %s", async (_, step, lie) => {
    const steps = await stepsOfHand(await told(house, start, lie));
    expect(failing(steps)[0]).toBe(step);
    expect(speechless(steps)).toEqual([]);
  });
});

const changed = async (other: (hand: ToldHand) => Partial<ToldHand>): Promise<readonly HandStep[]> => {
  const hand = await told(house, "red dog: a raise");
  return stepsOfHand({ ...hand, ...other(hand) });
};

/** Do something to the player's first signed turn. */
const toFirst =
  (spoil: (turn: Members) => void) =>
  ([turn]: Members[]): void => {
    if (turn !== undefined) spoil(turn);
  };

describe("a browser that signed its stake around a pot", () => {
  const device = keyOfSecret(new Uint8Array(32).fill(7));
  const decisions = async (lie: Lie = {}, key?: DeviceKey | null): Promise<HandStep | undefined> => {
    const hand = await told(house, "pot: three seats", lie, await device);
    const steps = await stepsOfHand(key === undefined ? hand : { ...hand, ownKey: key });
    return steps.find(({ name }) => name === "decisions");
  };
  test("sees that its key signed all turns that are called its own", async () => {
    const step = await decisions();
    expect([step?.result, step?.said]).toEqual(["holds", "signed"]);
    expect(step?.args?.["signed"]).toBeGreaterThan(1);
    expect(words).toHaveProperty(["decisions.signed"]);
  });

  test.each([
    ["bears no signature", toFirst((turn) => delete turn["psig"]), "E_PSIG_MISSING"],
    [
      "bears a signature over something else",
      toFirst((turn) => (turn["psig"] = { ...(turn["psig"] as Members), until: Number(turn["time"]) + 999 })),
      "E_PSIG",
    ],
  ])("finds out a turn that %s", async (_, signed, code) => {
    const step = await decisions({ signed });
    expect([step?.result, step?.args?.["code"]]).toEqual(["fails", code]);
  });

  test("finds out a turn by another key", async () => {
    const step = await decisions({}, await keyOfSecret(new Uint8Array(32).fill(8)));
    expect([step?.result, step?.args?.["code"]]).toEqual(["fails", "E_PSIG"]);
  });

  test("says nothing of signatures where it has lost the key", async () => {
    const step = await decisions({}, null);
    expect([step?.result, step?.said]).toEqual(["holds", "right"]);
  });
});

test("a key that was not announced signs nothing, and what it signed is judged all the same", async () => {
  const stranger = await House.founded();
  const steps = await changed(() => ({ keys: [stranger.key] }));
  expect(failing(steps)).toEqual(["signed"]);
  expect(resultOf(steps, "cards")).toBe("holds");
});

test("a record left out of the chain breaks it", async () => {
  const steps = await changed(({ course }) => ({ course: course.filter(({ type }) => type !== "open") }));
  expect(failing(steps)).toContain("chained");
  expect(resultOf(steps, "cards")).toBe("not-checked");
});

test("a turn left out breaks the order of turns", async () => {
  const steps = await stepsOfHand(
    await told(house, "pot: three seats", { table: (records) => void records.splice(5, 1) }),
  );
  expect(failing(steps)).toContain("chained");
  expect(resultOf(steps, "payout")).toBe("not-checked");
});

test("rules that were not announced prove nothing", async () => {
  const other = (await told(house, "montana: a raise")).rules;
  for (const rules of [undefined, other]) {
    const steps = await changed(() => ({ rules }));
    expect(new Set(steps.map(({ result }) => result))).toEqual(new Set(["not-checked"]));
  }
});

test("what the page was told came back is what the record says", async () => {
  expect(failing(await changed(({ returned }) => ({ returned: (returned ?? 0) + 100 })))).toEqual(["own"]);
});

test("who had no seat sees a hand whose other steps hold", async () => {
  const steps = await changed(() => ({ own: [], returned: null }));
  expect(failing(steps)).toEqual([]);
  expect(resultOf(steps, "own")).toBe("given");
});

test("an end that pays another stake than the one I hold is found out", async () => {
  const other = await told(house, "red dog: a raise", { own: changeOf("deal", "ante", 600) });
  expect(failing(await stepsOfHand(other))[0]).toBe("values");
});

/** Where the announcement, the stakes and the end of the betting stand; what is undefined has no proof. */
const standing = async (
  announced: number,
  staked: readonly (number | undefined)[],
  named: number,
): Promise<HandStep | undefined> => {
  const { course } = await told(house, "red dog: a raise");
  const [announcing, seats] = course;
  if (announcing === undefined || seats === undefined) return undefined;
  const leaves = (seats.fields["seats"] as unknown as { stake: string }[]).map(({ stake }) => stake);
  const indexes = [[announcing.leaf, announced], [seats.leaf, named], ...leaves.map((each, at) => [each, staked[at]])];
  const checkpoint = { size: 100, root: "r" };
  const found = new Map(
    indexes.filter(([, index]) => index !== undefined).map(([each, index]) => [each, { index, checkpoint, note: "" }]),
  );
  return committed(announcing, seats, { found, missing: null } as unknown as Places);
};

describe("the places in the log", () => {
  test("the commitment stands before every stake, and every stake before the end of the betting", async () => {
    expect(await standing(10, [11, 14, 12], 15)).toMatchObject({ result: "holds", said: "before" });
    expect(await standing(12, [11, 14, 13], 15)).toMatchObject({ result: "fails", said: "after" });
    expect(await standing(10, [11, 16, 12], 15)).toMatchObject({ result: "fails", said: "after" });
  });

  test("a stake that is not in the log proves no order", async () => {
    expect(await standing(10, [11, undefined, 12], 15)).toMatchObject({ result: "fails", said: "unproved" });
  });

  test("a record without a proof is told", () => {
    expect(logged({ found: new Map(), missing: "no proof" })).toMatchObject({
      result: "fails",
      args: { detail: "no proof" },
    });
  });
});

import { expect, test } from "vitest";
import { utf8 } from "../../src/log/bytes.ts";
import { judgeLog } from "../../src/log/judge.ts";
import { readPolicy } from "../../src/log/witness-policy.ts";
import { datedBetween } from "../../src/log/witnesses.ts";
import type { Files } from "./folder.ts";
import { vector } from "./folder.ts";
import { CASES, filesOf, named, TWO_OF_THREE } from "./witness-vectors.ts";

test.each(CASES.map((each) => [each.name, each] as const))("%s", async (_, each) => {
  const { verdict } = await judgeLog(filesOf(each), each.trust === undefined ? {} : { trust: utf8(each.trust) });
  const due = each.witnesses;
  expect(verdict.code ?? "OK").toBe(each.code);
  if (due === null) expect(verdict.witnesses).toBeUndefined();
  else {
    expect(verdict.witnesses).toMatchObject({ quorums: due.quorums, signed: due.signed });
    const { newest } = verdict.witnesses!;
    expect(newest === undefined ? null : [newest.least, newest.greatest]).toEqual(
      due.newest === null ? null : [due.newest.least, due.newest.greatest],
    );
  }
});

const second = (time: number): number => (1_790_000_000 + time) * 1000;
const check = async (files: Files) =>
  (await judgeLog(files, {})).verdict.checks.find(({ name }) => name === "witnesses")!;

test("the check of witnesses holds, fails or was not made, and counts the checkpoints with a quorum", async () => {
  expect(await check(filesOf(named("quorum reached")))).toEqual({
    name: "witnesses",
    result: "holds",
    count: 3,
    total: 3,
  });
  expect(await check(filesOf(named("too few signed")))).toMatchObject({ result: "fails", count: 0, total: 1 });
  expect(await check(vector("log-rdf2"))).toEqual({ name: "witnesses", result: "not-checked" });
});

test("an auditor's own policy holds for every size, also where the log has none", async () => {
  const own = readPolicy(TWO_OF_THREE);
  if (typeof own === "string") throw new Error(own);
  const { verdict } = await judgeLog(vector("log-rdf2"), { policy: own });
  expect(verdict).toMatchObject({ code: "E_QUORUM", witnesses: { signed: [], of: 3, quorums: 0 } });
});

test("a record is dated by the checkpoints with a quorum about it", async () => {
  const { quorums } = await judgeLog(filesOf(named("quorum reached")), {});
  expect(datedBetween(0, quorums)).toEqual({ from: undefined, until: second(5 + 3) });
  expect(datedBetween(5, quorums)).toEqual({ from: second(5 - 12), until: second(6 + 3) });
  expect(datedBetween(7, quorums)).toBeUndefined();
});

const [log, one, two] = TWO_OF_THREE.split("\n");
const key = (line: string | undefined): string => line!.split(" ").at(-1)!;

test.each([
  "",
  `${log}\n`,
  "quorum none\nquorum none\n",
  "quorum later\n",
  `witness none ${key(one)}\nquorum none\n`,
  `witness a ${key(one)}\nwitness b ${key(one)}\nquorum a\n`,
  `witness a ${key(one)}\nwitness a ${key(two)}\nquorum a\n`,
  `witness a ${key(log)}\nquorum a\n`,
  `log ${key(one)}\nquorum none\n`,
  `witness a ${key(one)}\ngroup g 2 a\nquorum g\n`,
  `witness a ${key(one)}\ngroup g 0 a\nquorum g\n`,
  `witness a ${key(one)}\ngroup g 01 a\nquorum g\n`,
  `witness a ${key(one)}\ngroup g any a a\nquorum g\n`,
  `witness a ${key(one)}\ngroup g any\nquorum a\n`,
  `witness a ${key(one)}\ngroup a any a\nquorum a\n`,
  `witness a ${key(one)}\ngroup g any a\ngroup h any a\nquorum g\n`,
  `witness a ${key(one)}\ngroup g any b\nquorum g\n`,
  `witness a ${key(one)} url more\nquorum a\n`,
  `witness a ${key(one)}\nquorum a`,
  `witness a ${key(one)}\r\nquorum a\n`,
  `quorum none\u007f\n`,
  `${Array.from({ length: 33 }, (_, at) => `group g${at} any w\n`).join("")}quorum none\n`,
])("the text %j is no policy", (text) => {
  expect(readPolicy(text)).toBeTypeOf("string");
});

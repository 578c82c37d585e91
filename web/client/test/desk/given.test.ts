import { expect, test } from "vitest";
import { exportRoot, type GivenFile, joined, NOTHING, sorted } from "../../src/desk/files/given.ts";

const given = (...paths: string[]): GivenFile[] => paths.map((path) => ({ path, blob: new Blob([path]) }));

test.each([
  [["log/checkpoint", "log/tile/entries/000.p/5", "log/trust.json"], "log/"],
  [["checkpoint", "checkpoints/5", "tile/entries/000.p/5"], ""],
  [["a/b/export/tile/entries/x001/234", "a/README.md"], "a/b/export/"],
  [["trust.json"], undefined],
  [["checkpoint"], undefined],
  [["notes/checkpoint", "log/checkpoints/7", "log/checkpoint"], "log/"],
  [["old/log/checkpoint", "old/log/checkpoints/1", "log/checkpoints/1"], "log/"],
])("finds the export nearest to the top of %j", (paths, root) => {
  expect(exportRoot(paths)).toBe(root);
});

test("takes the folder's own path off, and keeps what lies beside the log apart from it", () => {
  const sortedFiles = sorted(
    given("x/log/checkpoint", "x/log/checkpoints/1", "x/log/trust.json", "x/mine.jsonl", "trust.json", "x/readme.md"),
  );

  expect(sortedFiles.log.map((file) => file.path)).toEqual(["checkpoint", "checkpoints/1", "trust.json"]);
  expect(sortedFiles.name).toBe("log");
  expect(sortedFiles.receipts.map((file) => file.path)).toEqual(["x/mine.jsonl"]);
  expect(sortedFiles.keys.map((file) => file.path)).toEqual(["trust.json"]);
  expect(sortedFiles.unknown.map((file) => file.path)).toEqual(["x/readme.md"]);
});

test("takes no keys and no policy from the folder that the log came in", () => {
  const log = ["delivery/log/checkpoint", "delivery/log/checkpoints/1"];
  const { keys, policies, delivered } = sorted(
    given(...log, "delivery/trust.json", "delivery/witness-policy.txt", "mine/trust.json", "policy"),
  );

  expect(keys.map((file) => file.path)).toEqual(["mine/trust.json"]);
  expect(policies.map((file) => file.path)).toEqual(["policy"]);
  expect(delivered.map((file) => file.path)).toEqual(["delivery/trust.json", "delivery/witness-policy.txt"]);
  expect(sorted(given("privacy-policy.txt")).policies).toEqual([]);
});

test("tells a report and an archive by their names", () => {
  const { archive, reports } = sorted(given("march.zip", "taxable-revenue_2026-11-21_r1.json"));

  expect(archive?.path).toBe("march.zip");
  expect(reports.map((file) => file.path)).toEqual(["taxable-revenue_2026-11-21_r1.json"]);
});

test("tells proofs, kept checkpoints and a policy by their names, and takes none of them out of a log", () => {
  const leaf = "0a".repeat(32);
  const { log, proofs, kept, policies, unknown } = sorted(
    given(
      "log/checkpoint",
      "log/checkpoints/1",
      `${leaf}.tlog-proof`,
      "kept-checkpoint-march",
      "witness-policy.txt",
      "x",
    ),
  );

  expect(log).toHaveLength(2);
  expect(proofs.map((file) => file.path)).toEqual([`${leaf}.tlog-proof`]);
  expect(kept.map((file) => file.path)).toEqual(["kept-checkpoint-march"]);
  expect(policies.map((file) => file.path)).toEqual(["witness-policy.txt"]);
  expect(unknown.map((file) => file.path)).toEqual(["x"]);
});

test("tells a proof of consistency from the checkpoint that it begins with", () => {
  const { proofs, kept } = sorted(given("consistency-6-30", "checkpoint-6.txt", "grown.proof"));

  expect(proofs.map((file) => file.path)).toEqual(["consistency-6-30", "grown.proof"]);
  expect(kept.map((file) => file.path)).toEqual(["checkpoint-6.txt"]);
});

test("adds receipts to the log that is there, and lets a new log take its place", () => {
  const log = sorted(given("log/checkpoint", "log/checkpoints/1"));
  const withReceipts = joined(joined(NOTHING, log), sorted(given("mine.jsonl")));

  expect(withReceipts.log).toHaveLength(2);
  expect(withReceipts.receipts).toHaveLength(1);

  const renewed = joined(withReceipts, sorted(given("other.zip")));

  expect(renewed.log).toHaveLength(0);
  expect(renewed.archive?.path).toBe("other.zip");
  expect(renewed.receipts).toHaveLength(1);
});

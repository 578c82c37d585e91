import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { base64, hex, utf8 } from "../src/log/bytes.ts";
import { leafHash, nodeHash, Tree, rootOver } from "../src/log/tree.ts";
import { readTrust, type Trust } from "../src/log/trust.ts";
import type { Receipt } from "../src/table/play/answers.ts";
import { followed, unread, type Chain } from "../src/table/play/seeds/chain.ts";
import { grows } from "../src/log/consistency.ts";
import { requireGrown, requireIncluded } from "../src/table/play/seeds/log-proofs.ts";
import { NotHolding } from "../src/table/play/seeds/not-holding.ts";
import { PublishedLog } from "../src/table/play/seeds/published-log.ts";
import { readRecord, requireSaid } from "../src/table/play/seeds/records.ts";

// The log of docs/formats/log.md, whose two proofs stand on that page.
const LOG = new URL("../../../tests/vectors/log/", import.meta.url);
const PAGE = readFileSync(new URL("../../../docs/formats/log.md", import.meta.url), "utf-8");
const TRUST = readFileSync(new URL("trust.json", LOG), "utf-8");

function trusted(): Trust {
  const trust = readTrust(utf8(TRUST));
  if (typeof trust === "string") throw new Error(trust);
  return trust;
}

function entries(): string[] {
  const bundle = readFileSync(new URL("tile/entries/000.p/30", LOG));
  const found: string[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + bundle.readUInt16BE(at);
    found.push(bundle.subarray(at + 2, end).toString("utf-8"));
    at = end;
  }
  return found;
}

const receiptOf = (note: string): Receipt => {
  const told = JSON.parse(note.slice(0, note.indexOf("\n"))) as { seq: number };
  return { seq: told.seq, leaf: hex(leafHash(utf8(note))), note };
};

const block = (name: string): string => new RegExp(`\`\`\`${name}\n(.*?)\`\`\``, "s").exec(PAGE)?.[1] ?? "";

/** The reason for which something does not hold, or what else came of it. */
async function reasonOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error instanceof NotHolding ? error.reason : error;
  }
}

// RFC 9162, section 2.1, as it is defined: slow, and written without the code that is tested.
const split = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);
const root = (leaves: Uint8Array[]): Uint8Array => {
  const [first] = leaves;
  if (first === undefined || leaves.length === 1) return first ?? new Uint8Array();
  const half = split(leaves.length);
  return nodeHash(root(leaves.slice(0, half)), root(leaves.slice(half)));
};
const path = (at: number, leaves: Uint8Array[]): Uint8Array[] => {
  if (leaves.length === 1) return [];
  const half = split(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return at < half ? [...path(at, left), root(right)] : [...path(at - half, right), root(left)];
};
const subproof = (size: number, leaves: Uint8Array[], whole: boolean): Uint8Array[] => {
  if (size === leaves.length) return whole ? [] : [root(leaves)];
  const half = split(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return size <= half
    ? [...subproof(size, left, whole), root(right)]
    : [...subproof(size - half, right, false), root(left)];
};

const leaves = (count: number): Uint8Array[] => Array.from({ length: count }, (_, at) => leafHash(Uint8Array.of(at)));
const checkpoint = (size: number): { size: number; root: string } => ({ size, root: hex(root(leaves(size))) });

test("each leaf of each small log is proved, and nothing else is", () => {
  for (let size = 1; size <= 17; size += 1) {
    const tree = leaves(size);
    const due = hex(root(tree));
    for (const [at, leaf] of tree.entries()) {
      const proof = path(at, tree);
      expect(rootOver(leaf, at, size, proof)).toBe(due);
      expect(rootOver(leaf, (at + 1) % (size + 1), size, proof) === due && size > 1).toBe(false);
      expect(rootOver(leaf, at, size, [...proof, leaf])).not.toBe(due);
    }
  }
});

test("each small log is shown to begin with each smaller one, and not with another", () => {
  for (let size = 1; size <= 17; size += 1) {
    for (let from = 1; from <= size; from += 1) {
      const proof = subproof(from, leaves(size), true);
      expect(grows(checkpoint(from), checkpoint(size), proof)).toBe(true);
      const other = { size: from, root: hex(leafHash(utf8("other"))) };
      expect(grows(other, checkpoint(size), proof)).toBe(false);
      if (proof.length > 0) expect(grows(checkpoint(from), checkpoint(size), proof.slice(1))).toBe(false);
    }
  }
});

test("the proofs of the published page hold", async () => {
  const leaf = receiptOf(entries()[2] ?? "").leaf;
  const included = await requireIncluded(block("tlog-proof"), leaf, trusted());
  expect([included.index, included.checkpoint.size]).toEqual([2, 30]);

  const older = new Tree();
  for (const note of entries().slice(0, 6)) older.add(leafHash(utf8(note)));
  const from = { size: 6, root: hex(older.root()) };
  expect((await requireGrown(block("consistency-proof"), from, trusted())).size).toBe(30);
});

test("a proof of another leaf, a cut one and an unsigned checkpoint are told apart", async () => {
  const proof = block("tlog-proof");
  const leaf = receiptOf(entries()[2] ?? "").leaf;
  const other = receiptOf(entries()[3] ?? "").leaf;
  expect(await reasonOf(() => requireIncluded(proof, other, trusted()))).toBe("unproved-record");
  expect(await reasonOf(() => requireIncluded("", leaf, trusted()))).toBe("malformed-text");
  const unsigned = proof.replace("\n30\n", "\n31\n");
  expect(await reasonOf(() => requireIncluded(unsigned, leaf, trusted()))).toBe("unsigned-checkpoint");
  const older = { size: 6, root: other };
  expect(await reasonOf(() => requireGrown(block("consistency-proof"), older, trusted()))).toBe("forked-log");
});

const players = entries()
  .map((note) => readRecord(receiptOf(note)))
  .filter((record) => record.chain !== "0".repeat(32));
const id = players[0]?.chain ?? "";
const own = players.filter((record) => record.chain === id);

test("a player's chain is followed to its head, with its announcement and its newest seed", () => {
  const chain = own.reduce(followed, unread(id));
  const ended = own.findLast((record) => "seed" in record.fields);
  expect(chain.head?.seq).toBe(own.length - 1);
  expect(chain.seed?.seed).toBe(ended?.fields["seed"]);
  expect(chain.announced?.leaf).toBe(own.findLast((record) => ["commit", "open"].includes(record.type))?.leaf);
});

test("a record that is left out, comes twice, or is another player's breaks the chain", async () => {
  const at = (some: typeof own): Chain => some.reduce(followed, unread(id));
  const [first, second, third] = own;
  if (first === undefined || second === undefined || third === undefined) throw new Error("the vector is too short");
  expect(await reasonOf(() => at([first, third]))).toBe("broken-chain");
  expect(await reasonOf(() => at([first, second, second]))).toBe("broken-chain");
  expect(await reasonOf(() => followed(unread("ff".repeat(16)), first))).toBe("broken-chain");
});

test("a seed that does not lead to the commitment is told", async () => {
  const at = own.findIndex((record) => record.type === "settle");
  const before = own.slice(0, at).reduce(followed, unread(id));
  const settle = own[at];
  if (settle === undefined) throw new Error("the vector has no settlement");
  const lie = { ...settle, fields: { ...settle.fields, seed: "00".repeat(32) } };
  expect(await reasonOf(() => followed(before, lie))).toBe("wrong-seed");
});

test("a receipt must be what it says, to the byte", async () => {
  const receipt = receiptOf(entries()[5] ?? "");
  expect(await reasonOf(() => readRecord({ ...receipt, leaf: "00".repeat(32) }))).toBe("broken-chain");
  expect(await reasonOf(() => readRecord({ ...receipt, seq: receipt.seq + 1 }))).toBe("broken-chain");
  expect(await reasonOf(() => readRecord({ ...receipt, note: "{}\n" }))).toBe("malformed-text");
  const spaced = receipt.note.replace("{", "{ ");
  expect(await reasonOf(() => readRecord(receiptOf(spaced)))).toBe("malformed-text");
});

test("a deal of another stake than was asked for is told", async () => {
  const deal = own.find((record) => record.type === "deal");
  if (deal === undefined) throw new Error("the vector has no deal");
  expect(await reasonOf(() => requireSaid(deal, { ante: deal.fields["ante"], bonus: undefined }))).toBeUndefined();
  expect(await reasonOf(() => requireSaid(deal, { ante: 1 }))).toBe("other-record");
});

// The published log as the platform serves it, from the vector.

function kept(): Storage & { readonly all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, value: string) => void all.set(name, value),
    removeItem: (name: string) => void all.delete(name),
  } as Storage & { readonly all: Map<string, string> };
}

const served =
  (answers: Record<string, string>): typeof fetch =>
  (asked) => {
    const text = answers[String(asked)];
    const problem = JSON.stringify({ code: "unknown-leaf" });
    return Promise.resolve(text === undefined ? new Response(problem, { status: 404 }) : new Response(text));
  };

const LEAF = receiptOf(entries()[2] ?? "").leaf;
const PROOF = `/api/v1/log/proof/${LEAF}.tlog-proof`;
const none = (): Promise<void> => Promise.resolve();

test("the log's keys are those of the first meeting", async () => {
  const storage = kept();
  const answers = { "/api/v1/log/trust": TRUST, [PROOF]: block("tlog-proof") };
  expect((await new PublishedLog(storage, served(answers), none).prove(LEAF)).checkpoint.size).toBe(30);
  const stranger = TRUST.replace("casino.example/log", "other.example/log");
  const later = new PublishedLog(storage, served({ ...answers, "/api/v1/log/trust": stranger }), none);
  expect((await later.prove(LEAF)).checkpoint.size).toBe(30);
});

test("a kept checkpoint that the log did not sign is no measure of anything", async () => {
  const storage = kept();
  const answers = { "/api/v1/log/trust": TRUST, [PROOF]: block("tlog-proof") };
  const log = new PublishedLog(storage, served(answers), none);
  await log.prove(LEAF);
  const note = storage.getItem("reddog.log.checkpoint") ?? "";
  storage.setItem("reddog.log.checkpoint", note.replace("\n30\n", `\n30\n${base64(new Uint8Array(3))}`));
  expect(await reasonOf(() => log.prove(LEAF))).toBe("unsigned-checkpoint");
});

test("a record that is not covered yet is asked for again, and not for ever", async () => {
  let asked = 0;
  const fetcher: typeof fetch = (url) => {
    asked += 1;
    return served({ "/api/v1/log/trust": TRUST })(url);
  };
  const told = await reasonOf(() => new PublishedLog(kept(), fetcher, none).prove(LEAF));
  expect(told).toMatchObject({ code: "unknown-leaf" });
  expect(asked).toBe(21);
});

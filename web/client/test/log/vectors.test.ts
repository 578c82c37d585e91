import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fromHex, hex, utf8 } from "../../src/log/bytes.ts";
import { canonicalText, canonicalValue } from "../../src/log/canonical.ts";
import { hmac, sha256 } from "../../src/log/sha256.ts";
import { Deck, roundStream, seedsDown } from "../../src/log/shuffle.ts";
import { leafHash, Tree } from "../../src/log/tree.ts";
import { VECTORS } from "./folder.ts";

const json = (name: string) => JSON.parse(readFileSync(join(VECTORS, name), "utf8"));

test("the digest of the empty text, and of every length about a block", async () => {
  expect(hex(sha256())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (let length = 0; length < 200; length++) {
    const bytes = new Uint8Array(length).fill(length);
    expect(hex(sha256(bytes))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
  }
});

test("HMAC of RFC 4231, test case 2", () => {
  const due = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  expect(hex(hmac(utf8("Jefe"), utf8("what do ya want for nothing?")))).toBe(due);
});

test("roots of 0 to 8 leaves", () => {
  const { leaves, roots } = json("roots.json");
  const tree = new Tree();
  expect(hex(tree.root())).toBe(roots[0]);
  leaves.forEach((leaf: string, at: number) => {
    tree.add(fromHex(leaf));
    expect(hex(tree.root())).toBe(roots[at + 1]);
  });
});

test("seeds, streams and decks", () => {
  const { chain, epoch, rounds, client, commitment, seeds, streams, decks } = json("shuffle.json");
  expect(seedsDown(chain, epoch, rounds, 0, seeds.at(-1)).toReversed()).toEqual([commitment, ...seeds]);
  for (const { nonce, first_96 } of streams) {
    const stream = roundStream(chain, epoch, nonce, seeds[nonce - 1], client);
    expect(hex(Uint8Array.from({ length: 96 }, () => stream.byte()))).toBe(first_96);
  }
  for (const { nonce, decks: packs, first } of decks) {
    const deck = new Deck(roundStream(chain, epoch, nonce, seeds[nonce - 1], client), 52 * packs);
    expect(first.map(() => deck.draw())).toEqual(first);
  }
});

test("the example of the page on the shuffle", () => {
  const { chain, client, seeds } = json("shuffle.json");
  expect(new Deck(roundStream(chain, 0, 1, seeds[0], client), 52).deal(8).join(" ")).toBe("Qh 5s Kc 6d 2d 2s Kd Jc");
});

test("every record of the vectors is canonical, and has its leaf", () => {
  const lines = readFileSync(join(VECTORS, "records.jsonl"), "utf8").trim().split("\n").slice(1);
  for (const line of lines) {
    const { note, leaf } = JSON.parse(line);
    const text = utf8(note.split("\n")[0]);
    expect(canonicalText(canonicalValue(text))).toBe(note.split("\n")[0]);
    expect(hex(leafHash(utf8(note)))).toBe(leaf);
  }
});

test.each([
  '{"a": 1}',
  '{"b":1,"a":1}',
  '{"a":1,"a":1}',
  "[1.0]",
  "[1e2]",
  "[-0]",
  "[01]",
  "[9007199254740992]",
  "null",
  '["\\u0041"]',
  '["\\ud800"]',
  '{"A":1}',
  '["a',
  "[1,]",
])("%s is not canonical", (text) => {
  expect(() => canonicalValue(utf8(text))).toThrow();
});

import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { base64, hex, joined, utf8 } from "../src/log/bytes.ts";
import { canonicalText } from "../src/log/canonical.ts";
import { readKey, type Key } from "../src/log/note.ts";
import { sha256 } from "../src/log/sha256.ts";
import { successor } from "../src/table/play/seeds/successor.ts";

/** A key with a name, which signs. */
interface Signer {
  readonly key: Key;
  readonly secret: KeyObject;
}

function signer(name: string): Signer {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = joined(Uint8Array.of(1), publicKey.export({ format: "der", type: "spki" }).subarray(-32));
  const id = hex(sha256(utf8(`${name}\n`), raw).subarray(0, 4));
  const key = readKey(`${name}+${id}+${base64(raw)}`);
  if (key === undefined) throw new Error("no key");
  return { key, secret: privateKey };
}

function record(type: string, { vkey, name }: Key, by: Signer, use = "checkpoints"): string {
  const text = `${canonicalText({ name, type, use, vkey })}\n`;
  const id = Uint8Array.from(Buffer.from(by.key.id, "hex"));
  return `${text}\n— ${by.key.name} ${base64(joined(id, sign(null, utf8(text), by.secret)))}\n`;
}

const ROOT = signer("casino.example/root");
const [LOG, NEXT, ROUNDS] = [
  signer("casino.example/log"),
  signer("casino.example/log"),
  signer("casino.example/rounds"),
];
const TRUST = { origin: "casino.example/log", root: ROOT.key, log: LOG.key };
const BOTH = [record("key", LOG.key, ROOT), record("key", NEXT.key, ROOT)];
const REVOKED = [record("revoke", LOG.key, ROOT)];

test("the key that the root announced takes the place of the one that it revoked, and not before", async () => {
  expect((await successor(TRUST, BOTH, REVOKED))?.trust.log.vkey).toBe(NEXT.key.vkey);
  expect(await successor(TRUST, BOTH, [])).toBeUndefined();
  expect(await successor(TRUST, BOTH.slice(0, 1), REVOKED)).toBeUndefined();
  expect(await successor(TRUST, BOTH, [...REVOKED, record("revoke", NEXT.key, ROOT)])).toBeUndefined();
});

test("nobody but the root names it, and a key of records is none", async () => {
  expect(await successor(TRUST, [record("key", NEXT.key, LOG)], REVOKED)).toBeUndefined();
  expect(await successor(TRUST, BOTH, [record("revoke", LOG.key, NEXT)])).toBeUndefined();
  expect(await successor(TRUST, [record("key", ROUNDS.key, ROOT)], REVOKED)).toBeUndefined();
  expect(await successor(TRUST, [record("key", NEXT.key, ROOT, "records")], REVOKED)).toBeUndefined();
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fromBase64, fromHex, hex, joined } from "../../src/log/bytes.ts";
import { canonicalText } from "../../src/log/canonical.ts";
import { kidOf, messageOf, playerKey, signs } from "../../src/log/player-key.ts";
import { VECTORS } from "./folder.ts";

const lines = readFileSync(join(VECTORS, "player_keys.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const of = (what: string) => lines.filter((line) => line.what === what);

test.each(of("key"))("a key of $alg for $use", async ({ alg, pub, kid }) => {
  expect(await playerKey(alg, pub)).toBeDefined();
  expect(kidOf(alg, pub)).toBe(kid);
});

test.each(of("refused"))("$alg: $why is no key", async ({ alg, pub }) => {
  expect(await playerKey(alg, pub)).toBeUndefined();
});

test("a y that no point of the curve has signs nothing", async () => {
  const key = (await playerKey("ed25519", "02".padEnd(64, "0")))!;
  expect(await signs(key, new Uint8Array(64), messageOf("{}"))).toBe(false);
});

test.each([...of("statement"), ...of("table-statement")])(
  "a statement of type $statement.type, signed with $alg",
  async (vector) => {
    const message = messageOf(canonicalText(vector.statement));
    expect(hex(message)).toBe(vector.message);
    const key = (await playerKey(vector.alg, vector.pub))!;
    const signature = joined(fromBase64(vector.psig.sig)!);
    expect(await signs(key, signature, message)).toBe(true);
    expect(await signs(key, signature, messageOf("{}"))).toBe(false);
  },
);

test("each signature has one spelling", async () => {
  const orders = {
    ed25519: 2n ** 252n + 27742317777372353535851937790883648493n,
    p256: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  };
  for (const { alg, pub, psig, message } of of("statement").slice(0, 2)) {
    const bytes = fromBase64(psig.sig)!;
    const half = alg === "p256" ? bytes.slice(32) : bytes.slice(32).toReversed();
    const s = BigInt(`0x${hex(half)}`);
    const order = orders[alg as keyof typeof orders];
    const other = fromHex((alg === "p256" ? order - s : order + s).toString(16).padStart(64, "0"));
    const respelt = joined(bytes.slice(0, 32), alg === "p256" ? other : other.toReversed());
    const key = (await playerKey(alg, pub))!;
    expect(await signs(key, joined(bytes), joined(fromHex(message)))).toBe(true);
    expect(await signs(key, respelt, joined(fromHex(message)))).toBe(false);
    expect(await signs(key, joined(respelt, respelt), joined(fromHex(message)))).toBe(false);
  }
});

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { fromHex, hex, utf8 } from "../../src/log/bytes.ts";
import { canonicalText, type CanonicalObject } from "../../src/log/canonical.ts";
import { messageOf } from "../../src/log/player-key.ts";
import { Client } from "../../src/table/api/client.ts";
import { Problem } from "../../src/table/api/problem.ts";
import { nothing } from "../../src/table/api/shape.ts";
import { keyLetIn } from "../../src/table/play/seeds/known-keys.ts";
import { keyOfSecret } from "../../src/table/signing/device-keys.ts";
import { codeOf, drawCode, keyOfCode } from "../../src/table/signing/recovery-codes.ts";
import type { Members } from "../../src/table/signing/signature.ts";
import * as statements from "../../src/table/signing/statements.ts";
import { VECTORS } from "../log/folder.ts";

vi.hoisted(() => {
  // The session that `signing.ts` asks for the clock is made when it is imported.
  const items = new Map<string, string>();
  const storage = { getItem: (name: string) => items.get(name) ?? null, setItem: () => undefined };
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", storage);
});
const { possessionOf, psigOf } = await import("../../src/table/signing/signing.ts");

/** State a statement of the format by this page's own words for it. */
function stated(said: Record<string, never>): CanonicalObject {
  const { type, origin, chain, until, prev } = said;
  const place = { origin, chain, prev: prev ?? "", until, next: { epoch: said["epoch"], nonce: said["nonce"] } };
  const { commit, n, client, size, root, rules, ante, bonus, deal, acts, act, pub, use, kid, why, epoch } = said;
  const states: Record<string, () => statements.State> = {
    open: () =>
      statements.opening({ epoch, commitment: commit, rounds: n } as never, client as never, { size, root } as never),
    deal: () => statements.deal(rules as never, ante as never, bonus as never),
    settle: () => statements.settle(deal as never, acts as never),
    limits: () => statements.limits(act as never),
    player_key: () => statements.playerKey(pub as never, use as never),
    player_key_end: () => statements.playerKeyEnd(kid as never, why as never),
  };
  return states[type as unknown as string]!()(place as never);
}

/** State a statement of a table by this page's own words for it. */
function statedAtTable(said: Record<string, never>): CanonicalObject {
  const { type, origin, chain, until, prev } = said;
  const { table, epoch, seat, rules, contrib, ante, bonus, buy_in, deal, hand, sit, asked, a, amt } = said;
  const amounts = { amount: ante ?? buy_in, sideBet: bonus ?? 0, late: said["late"] ?? null };
  const states: Record<string, () => statements.State> = {
    deal: () => statements.stakeAtTable({ kind: "deal", table, epoch, seat, rules, contrib, ...amounts } as never),
    sit: () => statements.stakeAtTable({ kind: "sit", table, epoch, seat, rules, contrib, ...amounts } as never),
    act: () => statements.actAtTable(deal as never, hand as never, a as never, amt as never),
    turn: () =>
      asked === undefined
        ? statements.markAtTable(sit as never, a as never)
        : statements.turnAtTable(sit as never, asked as never, a as never, amt as never),
  };
  return states[type as unknown as string]!()({ origin, chain, prev: prev ?? "", until, next: null } as never);
}

const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const vectors = linesOf(join(VECTORS, "player_keys.jsonl")).filter(
  ({ what, alg, statement }) => what === "statement" && alg === "ed25519" && (statement.alg ?? alg) === "ed25519",
);

test.each(vectors)("the $statement.type of the vectors is stated to the byte", ({ statement, message }) => {
  expect(hex(messageOf(canonicalText(stated(statement))))).toBe(message);
});

const atTables = linesOf(join(VECTORS, "player_keys.jsonl")).filter(
  ({ what, alg }) => what === "table-statement" && alg === "ed25519",
);

test.each(atTables)("what is signed at tables is stated to the byte: $statement.type", ({ statement, message }) => {
  expect(hex(messageOf(canonicalText(statedAtTable(statement))))).toBe(message);
});

test("the vectors have each kind of statement of a table", () => {
  const kinds = atTables.map(({ statement }) => [statement.type, "prev" in statement, "late" in statement].join(" "));
  expect(new Set(kinds).size).toBe(7);
});

test("the vectors have each kind of statement but the enrolment of another algorithm", () => {
  const types = new Set(vectors.map(({ statement }) => statement.type));
  expect([...types].toSorted()).toEqual(["deal", "limits", "open", "player_key_end", "settle"]);
});

test("the example of the page on players’ keys: a deal, its key and its signature", async () => {
  const page = readFileSync(new URL("../../../../docs/formats/player-keys.md", import.meta.url), "utf8");
  const [key, statement, record] = [...page.matchAll(/```json\n(.*?)\n```/gs)].map(([, text]) =>
    JSON.parse(text ?? ""),
  );
  const own = await keyOfSecret(Uint8Array.from({ length: 32 }, (_, at) => at));
  expect({ kid: own.kid, pub: own.pub }).toEqual({ kid: key.kid, pub: key.pub });
  expect(own.secret.extractable).toBe(false);
  expect(await psigOf(stated(statement), own)).toEqual({ ...record.psig, prev: statement.prev });
  expect(await possessionOf(stated(statement), own)).not.toHaveProperty("kid");
});

// Answers that another implementation published, where they lie beside the checkout.
const SHARED = new URL("../../../../../shared/vectors/player-keys.jsonl", import.meta.url);
const shared = existsSync(SHARED) ? linesOf(SHARED.pathname) : [];
const secrets = new Map(shared.filter(({ what }) => what === "key").map(({ pub, secret }) => [pub, secret]));
const published = shared.filter(
  ({ said, alg }) => said !== undefined && alg === "ed25519" && (said.alg ?? alg) === alg,
);

test.runIf(published.length > 0)("published statements are stated and signed to the byte", async () => {
  for (const { what, said, message, pub, sig } of published) {
    const statement = stated(said);
    expect(hex(messageOf(canonicalText(statement)))).toBe(message);
    const key = await keyOfSecret(fromHex(secrets.get(pub)));
    const made = what === "possession" ? await possessionOf(statement, key) : await psigOf(statement, key);
    expect(made["sig"]).toBe(sig);
  }
  expect(new Set(published.map(({ said }) => said.type)).size).toBeGreaterThan(3);
});

test("a recovery code is read as people type it, and nothing else is one", async () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, at) => at);
  expect(codeOf(bytes)).toBe("AAAQEAYEAUDAOCAJBIFQYDIOB4");
  for (const typed of ["AAAQEAYEAUDAOCAJBIFQYDIOB4", "aaaq eaye-auda ocaj bifq ydio b4"]) {
    expect((await keyOfCode(typed))?.kid).toBe("d694c705556883fc");
  }
  // The last letter has bits that no byte has: another spelling of the same 16 bytes.
  for (const typed of ["", "AAAQEAYEAUDAOCAJBIFQYDIOB5", "AAAQEAYEAUDAOCAJBIFQYDIOB41", "AAAQEAYEAUDAOCAJBIFQYDIO"]) {
    expect(await keyOfCode(typed)).toBeNull();
  }
  expect(await keyOfCode(drawCode())).not.toBeNull();
});

test("a deal is not signed where no round is left", () => {
  const place = { origin: "o", chain: "c", prev: "p", until: 1, next: null };
  expect(() => statements.deal("r", 1, 0)(place)).toThrow(statements.NoRoundLeft);
});

test("a record that lets in a key names it", () => {
  const pub = "2c90669657c7d467a036b80443d3a48475e0d6334024bd68acb900a518baef6c";
  expect(keyLetIn({ type: "player_key", fields: { alg: "ed25519", pub } })).toBe("1c44704e8d7ced06");
  expect(keyLetIn({ type: "deal", fields: { alg: "ed25519", pub } })).toBeNull();
});

// The requests.

interface Sent {
  readonly key: string | null;
  readonly body: Members;
}
let items: Map<string, string>;
let sent: Sent[];
beforeEach(() => {
  items = new Map();
  sent = [];
});

/** A client whose requests are answered in turn: by a refusal's code, by nothing at all, or well. */
function answering(...answers: readonly (string | null | "done")[]): Client {
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
  let at = 0;
  const fetcher = async (_: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    sent.push({ key: headers.get("Idempotency-Key"), body: JSON.parse(String(init?.body)) });
    const answer = answers[at++];
    if (answer === null || answer === undefined) throw new TypeError("no network");
    if (answer === "done") return new Response("{}", { status: 200 });
    return new Response(JSON.stringify({ code: answer, detail: "" }), { status: 409 });
  };
  return new Client(storage, fetcher as typeof fetch, () => Promise.resolve());
}

const bet = (sign: (refused: Problem | null) => Promise<Members | null>) =>
  ({ method: "POST", path: "/bet", body: { stake: 5 }, read: nothing, once: true, sign }) as const;

async function once(refused: Problem | null): Promise<Members> {
  if (refused !== null) throw refused;
  return { psig: 1 };
}

async function late(refused: Problem | null): Promise<Members | null> {
  return refused === null ? null : { psig: 1 };
}

const numbered = () => {
  const refusals: (string | null)[] = [];
  const sign = async (refused: Problem | null) => {
    refusals.push(refused?.code ?? null);
    return { psig: refusals.length };
  };
  return { refusals, sign };
};

test("an overtaken bet is signed anew, under the key of the first attempt", async () => {
  const { refusals, sign } = numbered();
  await answering("chain-moved", "outdated-signature", "done").call(bet(sign));
  expect(refusals).toEqual([null, "chain-moved", "outdated-signature"]);
  expect(sent.map(({ body }) => body["psig"])).toEqual([1, 2, 3]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(items.size).toBe(0);
});

test("a bet whose answer is lost is sent again to the byte, also after a reload", async () => {
  const { refusals, sign } = numbered();
  await expect(answering(null, null).call(bet(sign))).rejects.toThrow("no answer");
  await answering("done").call(bet(sign));
  expect(refusals).toEqual([null]);
  expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(sent).toHaveLength(3);
});

test("a bet that is refused by a person’s own doing is not sent again, and the next one is a new one", async () => {
  await expect(answering("chain-moved").call(bet(once))).rejects.toMatchObject({ code: "chain-moved" });
  await answering("done").call(bet(once));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test("it is not signed for ever", async () => {
  const { sign } = numbered();
  const client = answering("chain-moved", "chain-moved", "chain-moved", "done");
  await expect(client.call(bet(sign))).rejects.toMatchObject({ code: "chain-moved" });
  expect(sent).toHaveLength(3);
});

test("what may loosen is sent without a signature first", async () => {
  await answering("signature-required", "done").call(bet(late));
  expect(sent.map(({ body }) => body)).toEqual([{ stake: 5 }, { stake: 5, psig: 1 }]);
});

test("without a key here a refusal stays what it was", async () => {
  const client = answering("signature-required");
  await expect(client.call({ ...bet(async () => null), sign: null })).rejects.toMatchObject({
    code: "signature-required",
  });
  expect(utf8(JSON.stringify(sent[0]?.body))).toEqual(utf8('{"stake":5}'));
});

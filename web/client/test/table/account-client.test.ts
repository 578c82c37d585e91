import { expect, test } from "vitest";
import { Client, type Wait } from "../../src/table/api/client.ts";
import { NoConnection, Problem } from "../../src/table/api/problem.ts";
import { integer, record, WrongShape } from "../../src/table/api/shape.ts";

/** A storage like a tab's. */
class Kept extends Map<string, string> {
  getItem(name: string): string | null {
    return this.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.set(name, value);
  }
  removeItem(name: string): void {
    this.delete(name);
  }
}

type Answer = Response | "lost";

/** A platform that answers in turn, and what it was asked. */
function platform(...answers: readonly Answer[]): {
  readonly client: Client;
  readonly asked: Request[];
  waits: number[];
} {
  const asked: Request[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const fetcher: typeof fetch = (path, options) => {
    asked.push(new Request(`http://localhost${String(path)}`, options));
    const next = left.shift();
    if (next === undefined || next === "lost") return Promise.reject(new TypeError("failed to fetch"));
    return Promise.resolve(next);
  };
  const client = new Client(new Kept(), fetcher, (seconds) => {
    waits.push(seconds);
    return Promise.resolve();
  });
  return { client, asked, waits };
}

const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const refusal = (code: string, status: number, after?: number): Response =>
  new Response(JSON.stringify({ code, title: code, detail: "" }), {
    status,
    headers: after === undefined ? {} : { "Retry-After": String(after) },
  });
const read = record({ n: integer });
const deposit = { method: "POST", path: "/deposits", body: { amount: 5 }, read, once: true } as const;

function keys(asked: readonly Request[]): readonly (string | null)[] {
  return asked.map((request) => request.headers.get("Idempotency-Key"));
}

test("a request carries the token of the tab, and none without one", async () => {
  const { client, asked } = platform(answer({ n: 1 }), answer({ n: 1 }));
  await client.call({ path: "/me", read });
  client.token = "secret";
  await client.call({ path: "/me", read });
  expect(asked.map((request) => request.headers.get("Authorization"))).toEqual([null, "Bearer secret"]);
});

test("an answer of another shape is refused with the place", async () => {
  const { client } = platform(answer({ n: "1" }));
  await expect(client.call({ path: "/me", read })).rejects.toThrow(new WrongShape("/me.n", "integer"));
});

test("a lost answer is asked for again at once with the same key", async () => {
  const { client, asked } = platform("lost", answer({ n: 1 }, 201));
  expect(await client.call(deposit)).toEqual({ n: 1 });
  const [first, second] = keys(asked);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

test("the key is kept until an answer comes, and the next request is a new one", async () => {
  const { client, asked } = platform("lost", "lost", answer({ n: 1 }, 201), answer({ n: 2 }, 201));
  await expect(client.call(deposit)).rejects.toThrow(NoConnection);
  await client.call(deposit);
  await client.call(deposit);
  const [first, second, third, fourth] = keys(asked);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test("a request with another amount has another key, and one with another PIN the same", async () => {
  const { client, asked } = platform(...Array<Answer>(6).fill("lost"));
  const bodies = [
    { amount: 5, pin: "1111" },
    { amount: 6, pin: "1111" },
    { amount: 5, pin: "2580" },
  ];
  for (const body of bodies) await client.call({ ...deposit, body }).catch(() => null);
  const [five, , six, , again] = keys(asked);
  expect(six).not.toBe(five);
  expect(again).toBe(five);
});

test("after a refusal the same request is a new one, because nothing was carried out", async () => {
  const { client, asked } = platform(refusal("insufficient-funds", 409), answer({ n: 1 }, 201));
  await expect(client.call(deposit)).rejects.toThrow(Problem);
  await client.call(deposit);
  const [first, second] = keys(asked);
  expect(second).not.toBe(first);
});

test("a defect is repeated once with the same key, and then told", async () => {
  const { client, asked } = platform(refusal("defect", 500), refusal("defect", 500));
  await expect(client.call(deposit)).rejects.toThrow(Problem);
  expect(asked).toHaveLength(2);
  expect(new Set(keys(asked)).size).toBe(1);
});

test("a POST without a key is not repeated after a defect", async () => {
  const { client, asked } = platform(refusal("defect", 500));
  await expect(client.call({ method: "POST", path: "/me/closure", read })).rejects.toThrow(Problem);
  expect(asked).toHaveLength(1);
});

test("busy waits as long as the platform says and tells that it waits", async () => {
  const { client, waits } = platform(refusal("busy", 409, 3), answer({ n: 1 }));
  const told: (Wait | null)[] = [];
  await client.call({ path: "/me", read, waiting: (wait) => told.push(wait) });
  expect(waits).toEqual([3]);
  expect(told.map((wait) => wait?.seconds ?? null)).toEqual([3, null]);
});

test("a page of a proxy is a problem too", async () => {
  const { client } = platform(new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await expect(client.call({ path: "/me", read })).rejects.toMatchObject({ code: "unexpected-answer", status: 502 });
});

import { expect, test } from "vitest";
import { Client } from "../../src/table/api/client.ts";
import { HeldItems } from "../../src/table/live/held-items.ts";
import { sendDispute, type Disputed } from "../../src/table/verify/dispute.ts";

const CHAIN = "0".repeat(32);
const TYPED = { text: "The third card was another one." };

test.each([
  ["a round", { round: `${CHAIN}-0-7` }, `/rounds/${CHAIN}-0-7/disputes`],
  ["a hand", { table: CHAIN, epoch: 14 }, `/tables/${CHAIN}/hands/14/disputes`],
] satisfies readonly (readonly [string, Disputed, string])[])(
  "%s is disputed in the player’s words, and a sentence says until when it is answered",
  async (_, about, path) => {
    const asked: Request[] = [];
    const fetcher: typeof fetch = (wanted, options) => {
      asked.push(new Request(`http://localhost${String(wanted)}`, options));
      const answer = { id: CHAIN, answer_due_at: "2026-11-26T12:00:00.000Z" };
      return Promise.resolve(new Response(JSON.stringify(answer), { status: 201 }));
    };

    const said = await sendDispute(new Client(new HeldItems(), fetcher), about, TYPED);

    expect(said).toMatch(/^Your dispute is with us\. It is answered by .*2026.* at the latest\.$/);
    expect(asked.map((request) => [request.method, new URL(request.url).pathname])).toEqual([
      ["POST", `/api/v1${path}`],
    ]);
    expect(await asked[0]?.json()).toEqual(TYPED);
  },
);

import { expect, test } from "vitest";
import { Client } from "../src/table/api/client.ts";
import { History } from "../src/table/play/history.ts";

const usd = (amount: number) => ({ amount, currency: "USD" });
const ended = (id: string, returned: number) => ({
  id,
  game: "yablon",
  status: "settled",
  dealt_at: "2026-11-24T00:00:00.000Z",
  stake: usd(500),
  side_bet: null,
  staked: usd(500),
  returned: usd(returned),
  outcome: "lose",
});

/** Return a history whose platform has these pages: what each round returned, of 5.00. */
function historyOf(...pages: number[][]): History {
  let number = 0;
  const answer = async (): Promise<Response> => {
    const items = (pages[number] ?? []).map((returned, at) => ended(`${number}-${at}`, returned));
    number += 1;
    return Response.json({ items, next: number < pages.length ? "older" : null });
  };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return new History("ada", new Client(storage, answer), null);
}

test("the last win is the net of the newest round that won", async () => {
  const history = historyOf([0, 1500, 2000]);
  await history.more();

  expect(history.lastWin()).toBe(1000);
});

test("nobody is said to have won nothing yet while older rounds were not read", async () => {
  const history = historyOf([0, 500], [1000]);
  await history.more();
  expect(history.lastWin()).toBe("unread");

  await history.more();
  expect(history.lastWin()).toBe(500);
});

test("who lost every round has no win yet", async () => {
  const history = historyOf([0], [0]);
  await history.more();
  await history.more();

  expect(history.lastWin()).toBe("none");
});

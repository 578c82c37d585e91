import { afterEach, expect, test } from "vitest";
import { Client } from "../../src/table/api/client.ts";
import { Problem } from "../../src/table/api/problem.ts";
import { language } from "../../src/table/app/language.ts";
import type { HandSummary } from "../../src/table/live/answers.ts";
import { HeldItems } from "../../src/table/live/held-items.ts";
import { reportable, reportFields, sendReport, type ReportableHand } from "../../src/table/live/seat-report.ts";

const TABLE = "0".repeat(32);
const usd = (amount: number): { amount: number; currency: string } => ({ amount, currency: "USD" });

function hand(seats: readonly number[], change: Partial<HandSummary> = {}): HandSummary {
  const results = seats.map((seat) => ({
    seat,
    outcome: "lose",
    staked: usd(500),
    returned: usd(0),
    side_bet: null,
  }));
  return {
    epoch: 14,
    ended_by: "decided",
    cards: [],
    results,
    missing: [],
    ended_at: "2026-11-21T12:00:00.000Z",
    ...change,
  };
}

const seatsOf = (summary: HandSummary, mine: number | null): readonly number[] | null =>
  reportable(TABLE, summary, mine)?.seats ?? null;

const OF_TWO: ReportableHand = { table: TABLE, epoch: 14, seats: [1, 3] };

afterEach(() => language.set({ current: "en" }));

test("of a hand that the player sat in, all other seats can be reported, in order", () => {
  expect(reportable(TABLE, hand([3, 0, 1]), 0)).toEqual(OF_TWO);
});

test("who watched a hand, or sat there alone, reports nobody", () => {
  expect(seatsOf(hand([0, 1]), null)).toBeNull();
  expect(seatsOf(hand([0]), 0)).toBeNull();
});

test("of a hand that was burnt, the seats whose value did not come can be reported, but not one’s own", () => {
  const burnt = { ended_by: "no-reveal", missing: [0, 2] } as const;
  expect(seatsOf(hand([], burnt), 0)).toEqual([2]);
  expect(seatsOf(hand([], { ...burnt, missing: [0] }), 0)).toBeNull();
});

test("the form asks which seat and what is suspected, with nothing chosen and no words of the player’s own", () => {
  const fields = reportFields(OF_TWO);
  expect(fields.map((field) => [field.name, field.kind, field.value, field.optional])).toEqual([
    ["seat", "radio", undefined, undefined],
    ["suspicion", "radio", undefined, undefined],
  ]);
  expect(fields[0]?.options).toEqual([
    { value: "1", label: "Seat 2" },
    { value: "3", label: "Seat 4" },
  ]);
});

/** The suspicions as the interface publishes them. */
const SUSPICIONS = ["chip-dumping", "soft-play", "program", "other"];

test.each(["en", "ja"] as const)("in %s each suspicion has words, and none is the interface’s", (current) => {
  language.set({ current });
  const options = reportFields(OF_TWO)[1]?.options ?? [];
  expect(options.map((option) => option.value)).toEqual(SUSPICIONS);
  for (const { label } of options) expect(SUSPICIONS).not.toContain(label);
  expect(new Set(options.map((option) => option.label)).size).toBe(SUSPICIONS.length);
});

/** A platform that gives one answer, and what it was asked. */
function platform(answer: Response): { readonly client: Client; readonly asked: Request[] } {
  const asked: Request[] = [];
  const fetcher: typeof fetch = (path, options) => {
    asked.push(new Request(`http://localhost${String(path)}`, options));
    return Promise.resolve(answer);
  };
  return { client: new Client(new HeldItems(), fetcher), asked };
}

const TYPED = { seat: "3", suspicion: "soft-play" };

test("the report names hand, seat and suspicion, and a sentence says that it was taken", async () => {
  const body = { epoch: 14, seat: 3, suspicion: "soft-play" };
  const { client, asked } = platform(new Response(JSON.stringify(body), { status: 201 }));

  expect(await sendReport(client, OF_TWO, TYPED)).toBe("Seat 4 of hand 14 is reported. Our staff looks at it.");

  expect(asked.map((request) => [request.method, new URL(request.url).pathname])).toEqual([
    ["POST", `/api/v1/tables/${TABLE}/reports`],
  ]);
  expect(await asked[0]?.json()).toEqual(body);
});

test("a refusal is left to the form, which has its words", async () => {
  const refused = { code: "seat-already-reported", title: "", detail: "" };
  const { client } = platform(new Response(JSON.stringify(refused), { status: 409 }));

  const sent = sendReport(client, OF_TWO, TYPED);

  await expect(sent).rejects.toThrow(Problem);
  await expect(sent).rejects.toMatchObject({ code: "seat-already-reported" });
});

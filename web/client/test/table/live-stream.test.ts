import { expect, test } from "vitest";
import type { Problem } from "../../src/table/api/problem.ts";
import { EventStream } from "../../src/table/live/event-stream.ts";

type Answer = (headers: Headers) => Response | Promise<Response>;

const stream =
  (text: string): Answer =>
  () =>
    new Response(text);
const problem =
  (status: number, code: string, retryAfter?: number): Answer =>
  () =>
    new Response(JSON.stringify({ code }), {
      status,
      headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
    });
const gone: Answer = () => Promise.reject(new TypeError("no network"));
/** Nothing more comes: the test is over. */
const never: Answer = () => new Promise(() => undefined);

/** Follow a stream whose connections are answered one after the other, and return what happened. */
async function followed(...answers: readonly Answer[]): Promise<{ readonly told: string[]; readonly sent: string[] }> {
  const told: string[] = [];
  const sent: string[] = [];
  const left = [...answers, never];
  await new Promise<void>((over) => {
    const listener = {
      event: (event: { type: string; id: string | null }): number => told.push(`${event.type} ${event.id ?? "-"}`),
      lost: (): number => told.push("lost"),
      crowded: (seconds: number): number => told.push(`crowded ${seconds}`),
      refused: (refusal: Problem): void => {
        told.push(`refused ${refusal.code}`);
        over();
      },
    };
    const fetching = (_: unknown, init?: RequestInit): Promise<Response> => {
      const headers = new Headers(init?.headers);
      sent.push(`${headers.get("Authorization") ?? "spectator"} ${headers.get("Last-Event-ID") ?? "-"}`);
      if (left.length === 1) over();
      const answer = left.shift() ?? never;
      return Promise.resolve(answer(headers));
    };
    const around = {
      fetch: fetching as typeof fetch,
      pause: (seconds: number): Promise<void> => {
        told.push(`pause ${seconds}`);
        return Promise.resolve();
      },
    };
    new EventStream("http://localhost/", () => "token", listener, around).start();
  });
  return { told, sent };
}

const HAND = "event: snapshot\ndata: {}\n\nid: 8\nevent: hand\ndata: {}\n\n";

test("a stream that breaks off is taken up again after its newest record", async () => {
  const { told, sent } = await followed(stream(HAND), gone, stream("id: 9\nevent: hand_end\ndata: {}\n\n"));
  expect(told).toEqual(["snapshot -", "hand 8", "lost", "pause 1", "lost", "pause 2", "hand_end 9", "lost", "pause 1"]);
  expect(sent).toEqual(["Bearer token -", "Bearer token 8", "Bearer token 8", "Bearer token 9"]);
});

test("pauses grow to eight seconds", async () => {
  const { told } = await followed(...Array.from({ length: 6 }, () => gone));
  expect(told.filter((each) => each.startsWith("pause"))).toEqual([1, 2, 4, 8, 8, 8].map((each) => `pause ${each}`));
});

test("when the session is over the stream goes on as a spectator's", async () => {
  const end = 'event: end\ndata: {"code":"session-locked"}\n\n';
  expect((await followed(stream(HAND + end))).sent).toEqual(["Bearer token -", "spectator 8"]);
  expect((await followed(problem(401, "not-authenticated"))).sent).toEqual(["Bearer token -", "spectator -"]);
});

test("where no stream is free the table is asked page by page meanwhile", async () => {
  const { told } = await followed(problem(503, "too-many-streams", 7));
  expect(told).toEqual(["crowded 7", "pause 7"]);
});

test("a server in trouble is asked again; a table that is none is not", async () => {
  expect((await followed(problem(503, "database-unavailable"))).told).toEqual(["lost", "pause 1"]);
  expect((await followed(problem(404, "table-not-found"))).told).toEqual(["refused table-not-found"]);
});

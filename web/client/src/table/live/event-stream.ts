/** A table's event stream, read by `fetch` because a browser's `EventSource` cannot send a token: docs/api.md, "Events of a table". */
import { problemOf, type Problem } from "../api/problem.ts";
import { EventParser, type ServerEvent } from "./server-events.ts";

/** Whoever follows a stream. */
export interface StreamListener {
  event(event: ServerEvent): void;
  /** That the connection is gone; it comes again by itself. */
  lost(): void;
  /** That the platform has no stream free, and for how many seconds the table is asked page by page. */
  crowded(seconds: number): void;
  /** That it does not come again: why. */
  refused(problem: Problem): void;
}

/** What a stream takes from the browser. */
export interface Surroundings {
  readonly fetch: typeof fetch;
  /** Wait; a pause that is cut short by the signal ends without a fault. */
  readonly pause: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** At least every 15 seconds something comes. If nothing does, the connection is dead without having said so. */
const SILENCE_SECONDS = 40;
const PAUSE_SECONDS_MAX = 8;

/** Session troubles: the stream goes on as a spectator's until the session is in force again. */
const SESSION_OVER: ReadonlySet<string> = new Set(["not-authenticated", "session-locked", "full-login-required"]);

export class EventStream {
  readonly #address: string;
  readonly #token: () => string | null;
  readonly #listener: StreamListener;
  readonly #around: Surroundings;
  #running: AbortController | null = null;
  #last: string | null = null;
  /** A token that the platform refused: without it one is a spectator. */
  #refusedToken: string | null = null;

  constructor(address: string, token: () => string | null, listener: StreamListener, around: Surroundings) {
    this.#address = address;
    this.#token = token;
    this.#listener = listener;
    this.#around = around;
  }

  /** Connect, or connect anew at once: with another token, or because the network is back. */
  start(): void {
    this.stop();
    this.#refusedToken = null;
    this.#running = new AbortController();
    void this.#run(this.#running.signal);
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
  }

  async #run(stopped: AbortSignal): Promise<void> {
    let failures = 0;
    while (!stopped.aborted) {
      const end = await this.#connect(stopped, () => (failures = 0));
      if (stopped.aborted || end === "over") return;
      if (end === "again") continue;
      failures += 1;
      if (end === "lost") this.#listener.lost();
      await this.#around.pause(end === "lost" ? Math.min(2 ** (failures - 1), PAUSE_SECONDS_MAX) : end, stopped);
    }
  }

  /** Follow one connection to its end, and return what comes next; a number is the seconds to wait. */
  async #connect(stopped: AbortSignal, opened: () => void): Promise<"lost" | "again" | "over" | number> {
    const silent = new AbortController();
    const signal = AbortSignal.any([stopped, silent.signal]);
    let watch = setTimeout(() => silent.abort(), SILENCE_SECONDS * 1000);
    const token = this.#token();
    try {
      const answer = await this.#ask(token === this.#refusedToken ? null : token, signal);
      if (!answer.ok) return this.#decline(await problemOf(answer), token);
      if (answer.body === null) return "lost";
      opened();
      const parser = new EventParser();
      for await (const piece of textOf(answer.body)) {
        clearTimeout(watch);
        watch = setTimeout(() => silent.abort(), SILENCE_SECONDS * 1000);
        for (const event of parser.feed(piece)) {
          if (stopped.aborted) return "over";
          if (event.type === "end") {
            this.#refusedToken = token;
            return "again";
          }
          if (event.id !== null) this.#last = event.id;
          this.#listener.event(event);
        }
      }
      return "lost";
    } catch (error) {
      if (signal.aborted || error instanceof TypeError) return "lost";
      throw error;
    } finally {
      clearTimeout(watch);
    }
  }

  #ask(token: string | null, signal: AbortSignal): Promise<Response> {
    const headers = new Headers({ Accept: "text/event-stream" });
    if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    if (this.#last !== null) headers.set("Last-Event-ID", this.#last);
    return this.#around.fetch(this.#address, { headers, signal, cache: "no-store", credentials: "omit" });
  }

  #decline(problem: Problem, token: string | null): "lost" | "again" | "over" | number {
    if (SESSION_OVER.has(problem.code) && token !== null && token !== this.#refusedToken) {
      this.#refusedToken = token;
      return "again";
    }
    if (problem.code === "too-many-streams") {
      const seconds = problem.retryAfterSeconds ?? 5;
      this.#listener.crowded(seconds);
      return seconds;
    }
    if (problem.status >= 500 || problem.status === 429) return "lost";
    this.#listener.refused(problem);
    return "over";
  }
}

async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A table that is followed: by its stream, and page by page while no stream is free. */
import { client, session } from "../app/session.ts";
import { Store } from "../app/store.ts";
import { Client } from "../api/client.ts";
import { Problem } from "../api/problem.ts";
import { document, tableEvents, tableSummary, type TableEvent } from "./answers.ts";
import { HeldItems } from "./held-items.ts";
import { EventStream } from "./event-stream.ts";
import type { ServerEvent } from "./server-events.ts";
import { UNSEEN, withHint, withMissed, withRecord, withSnapshot, type Watched } from "./watched.ts";

export interface FeedState extends Watched {
  /** Why the table cannot be followed; null while it can. */
  readonly problem: unknown;
}

const PAGE = 200;
const ASKED_EVERY_SECONDS = 2;

const pause = (seconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Records are everybody's: they are read without a token, so also while the session is locked or over. */
const anybody = new Client(new HeldItems());

/** One table, for all who follow it: the board that shows it, and the player's own stake. */
export class Feed {
  readonly table: string;
  readonly store = new Store<FeedState>({ ...UNSEEN, problem: null });
  #followers = 0;
  #stream: EventStream | null = null;
  #ends: readonly (() => void)[] = [];

  constructor(table: string) {
    this.table = table;
  }

  /** Follow the table until the function that is returned is called. */
  follow(): () => void {
    this.#followers += 1;
    if (this.#followers === 1) void this.#begin();
    let following = true;
    return () => {
      if (!following) return;
      following = false;
      this.#followers -= 1;
      if (this.#followers === 0) this.#end();
    };
  }

  async #begin(): Promise<void> {
    this.store.set({ problem: null });
    try {
      const { stream_url } = await client.call({ path: `/tables/${this.table}`, read: tableSummary });
      if (this.#followers > 0 && this.#stream === null) this.#open(stream_url);
    } catch (error) {
      this.store.set({ problem: error });
      // The table may be there, and the network not.
      if (error instanceof Problem && error.status < 500) return;
      await pause(ASKED_EVERY_SECONDS);
      if (this.#followers > 0 && this.#stream === null) await this.#begin();
    }
  }

  #open(address: string): void {
    const around = { fetch: globalThis.fetch.bind(globalThis), pause };
    const stream = new EventStream(address, () => client.token, this.#listener, around);
    this.#stream = stream;
    let known = { token: client.token, lock: session.state.lock };
    const unwatch = session.watch(() => {
      const now = { token: client.token, lock: session.state.lock };
      if (now.token === known.token && now.lock === known.lock) return;
      known = now;
      stream.start();
    });
    const online = (): void => stream.start();
    const offline = (): void => {
      stream.stop();
      this.store.set({ connection: "lost" });
    };
    addEventListener("online", online);
    addEventListener("offline", offline);
    this.#ends = [
      unwatch,
      () => removeEventListener("online", online),
      () => removeEventListener("offline", offline),
      () => stream.stop(),
    ];
    stream.start();
  }

  #end(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
    this.#stream = null;
    this.store.set({ ...UNSEEN, problem: null });
  }

  readonly #listener = {
    event: (event: ServerEvent): void => {
      try {
        this.#take(event);
      } catch (error) {
        // What this page cannot read it does not show half of.
        this.#stream?.stop();
        this.store.set({ problem: error, connection: "lost" });
      }
    },
    lost: (): void => this.store.set({ connection: "lost" }),
    crowded: (seconds: number): void => void this.#kept(this.#askMeanwhile(seconds)),
    refused: (problem: Problem): void => this.store.set({ problem, connection: "lost" }),
  };

  #take(event: ServerEvent): void {
    const told: unknown = JSON.parse(event.data);
    const before = this.store.state;
    if (event.type === "snapshot") this.store.set({ ...withSnapshot(before, told), problem: null });
    else if (event.type === "hint") this.store.set(withHint(before, told));
    else this.store.set(withRecord(before, told));
    if (event.type === "snapshot" && before.table === null) void this.#kept(this.#readMissed());
  }

  /** Show what went wrong with what nobody waits for. */
  async #kept(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.store.set({ problem: error });
    }
  }

  /** Read the turns of a game around a pot that runs since before anybody followed it here. */
  async #readMissed(): Promise<void> {
    const { table } = this.store.state;
    if (table?.pot_game === null || table === null || table.announcement === null) return;
    const events = await this.recordsAfter(table.announcement.seq);
    this.store.set(
      withMissed(
        this.store.state,
        events.filter((event) => event.seq <= table.seq),
      ),
    );
  }

  /** Return the table's records after one of this number, oldest first: all of them, or so many. */
  async recordsAfter(seq: number, most = Number.POSITIVE_INFINITY): Promise<readonly TableEvent[]> {
    const events: TableEvent[] = [];
    for (let after: string | null = String(seq); after !== null && events.length < most;) {
      const path: string = `/tables/${this.table}/events?after=${after}&limit=${Math.min(most, PAGE)}`;
      const page = await anybody.call({ path, read: tableEvents });
      events.push(...page.items);
      after = page.next;
    }
    return events;
  }

  /** Ask page by page while the platform has no stream free. */
  async #askMeanwhile(seconds: number): Promise<void> {
    for (let left = seconds; left > 0 && this.#stream !== null; left -= ASKED_EVERY_SECONDS) {
      const table = await client.call({ path: `/tables/${this.table}`, read: document });
      const missed = this.store.state.seq < 0 ? [] : await this.recordsAfter(this.store.state.seq);
      this.store.set({ ...withSnapshot(this.store.state, table), problem: null });
      for (const event of missed) this.store.set(withRecord(this.store.state, event));
      await pause(ASKED_EVERY_SECONDS);
    }
  }

  /** Return the table's signed notes after a record, oldest first. */
  async notesAfter(seq: number): Promise<readonly string[]> {
    return (await this.recordsAfter(seq)).map((event) => event.note);
  }
}

const feeds = new Map<string, Feed>();

/** Return the feed of a table, one for all who follow it. */
export function feedOf(table: string): Feed {
  const known = feeds.get(table) ?? new Feed(table);
  feeds.set(table, known);
  return known;
}

/** The published log, held against everything that it showed this browser before: docs/formats/log.md. */
import { utf8 } from "../../../log/bytes.ts";
import type { Checkpoint } from "../../../log/checkpoints.ts";
import { readTrust, trustText, type Trust } from "../../../log/trust.ts";
import { NoConnection, problemOf } from "../../api/problem.ts";
import type { KeyStorage } from "../../api/keys.ts";
import { requireGrown, requireIncluded, signed, type Included } from "./log-proofs.ts";
import { hold, NotHolding } from "./not-holding.ts";
import { successor, type Successor } from "./successor.ts";

const ROOT = "/api/v1/log";
const TRUST = "reddog.log.trust";
const NEWEST = "reddog.log.checkpoint";

/** A record is covered about a second after it was made. */
const TRIES_MAX = 20;
const NOT_YET: ReadonlySet<string> = new Set(["unknown-leaf", "uncovered-leaf"]);

/** The log that this browser trusts since it first met it. It may grow, and nothing else. */
export class PublishedLog {
  readonly #storage: KeyStorage;
  readonly #fetch: typeof fetch;
  readonly #pause: (ms: number) => Promise<void>;

  constructor(
    storage: KeyStorage,
    fetcher: typeof fetch = (...asked) => fetch(...asked),
    pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {
    this.#storage = storage;
    this.#fetch = fetcher;
    this.#pause = pause;
  }

  /**
   * Return where a record stands, and the checkpoint that covers it, by a proof that leads to it.
   *
   * The checkpoint continues the newest one that was seen. Asks again while the log does not cover the record yet.
   */
  async prove(leaf: string): Promise<Included> {
    const trust = await this.trust();
    try {
      return await this.#proved(leaf, trust);
    } catch (error) {
      if (!(error instanceof NotHolding) || error.reason !== "unsigned-checkpoint") throw error;
      const next = await this.#successor(trust);
      if (next === undefined) throw error;
      // The successor's announcement stands in the log that goes on from what was seen: then it is trusted.
      await this.#proved(next.leaf, next.trust, trust);
      this.#storage.setItem(TRUST, trustText(next.trust));
      return this.#proved(leaf, next.trust);
    }
  }

  async #proved(leaf: string, trust: Trust, before: Trust = trust): Promise<Included> {
    const included = await requireIncluded(await this.#proofOf(leaf), leaf, trust);
    await this.#requireContinues(included.checkpoint, included.note, trust, before);
    return included;
  }

  async #proofOf(leaf: string): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#get(`/proof/${leaf}.tlog-proof`);
      if (answer.ok) return answer.text();
      const problem = await problemOf(answer);
      if (!NOT_YET.has(problem.code) || tries === TRIES_MAX) throw problem;
      await this.#pause(1000 * (problem.retryAfterSeconds ?? 1));
    }
  }

  /** The key that took the place of the trusted one, and the leaf that announced it; undefined where the root says nothing. */
  async #successor(trust: Trust): Promise<Successor | undefined> {
    const [announced, revoked] = await Promise.all(["key", "revoke"].map((type) => this.#announcements(type)));
    return successor(trust, announced ?? [], revoked ?? []);
  }

  async #announcements(type: string): Promise<readonly string[]> {
    const answer = await this.#get(`/announcements/${type}`);
    // Then nothing says that the key was replaced, and the checkpoint stays unsigned.
    if (!answer.ok) return [];
    const text = await answer.text();
    const read: unknown = JSON.parse(text);
    const items = typeof read === "object" && read !== null && "items" in read ? read.items : undefined;
    hold(Array.isArray(items), "malformed-text", "the announcements have no items", text);
    return items.map((item: unknown) => {
      const note = typeof item === "object" && item !== null && "note" in item ? item.note : undefined;
      hold(typeof note === "string", "malformed-text", "an announcement has no note", text);
      return note;
    });
  }

  /** A cache may show an older checkpoint again; the newest one stays the newest. */
  async #requireContinues(seen: Checkpoint, note: string, trust: Trust, before: Trust): Promise<void> {
    const kept = this.#storage.getItem(NEWEST);
    const newest = kept === null ? null : await signed(kept, trust, before);
    if (newest !== null && newest.size !== seen.size) {
      const [older, newer] = newest.size < seen.size ? [newest, seen] : [seen, newest];
      const text = await this.#text(`/consistency/${older.size}/${newer.size}`);
      const grown = await requireGrown(text, older, trust);
      hold(grown.root === newer.root && grown.size === newer.size, "forked-log", "two roots for one size", note, text);
    } else if (newest !== null) {
      hold(newest.root === seen.root, "forked-log", "two roots for one size", kept ?? "", note);
    }
    if (newest === null || seen.size > newest.size) this.#storage.setItem(NEWEST, note);
  }

  /** Return the log's keys: those of the first meeting, which nobody but their root may exchange. */
  async trust(): Promise<Trust> {
    const kept = this.#storage.getItem(TRUST);
    const text = kept ?? (await this.#text("/trust"));
    const trust = readTrust(utf8(text));
    hold(typeof trust !== "string", "malformed-text", `of trust.json: ${String(trust)}`, text);
    if (kept === null) this.#storage.setItem(TRUST, text);
    return trust;
  }

  async #text(path: string): Promise<string> {
    const answer = await this.#get(path);
    if (!answer.ok) throw await problemOf(answer);
    return answer.text();
  }

  async #get(path: string): Promise<Response> {
    try {
      return await this.#fetch(ROOT + path, { cache: "no-store", credentials: "omit" });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new NoConnection(false);
    }
  }
}

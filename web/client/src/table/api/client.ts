/** The calls to the platform's interface, `/api/v1`. */
import { Keys, type KeyStorage } from "./keys.ts";
import { NoConnection, Problem, problemOf } from "./problem.ts";
import { leavesOpen, repeatAfter, signsAnew } from "./repeats.ts";
import type { Reader } from "./shape.ts";
import type { Members, Sign } from "../signing/signature.ts";

/** A request, and what its answer is checked by. */
export interface Call<T> {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly read: Reader<T>;
  /** Whether it moves money or a round: it carries an idempotency key, the same one until an answer has come. */
  readonly once?: boolean;
  /** Signs it, where this browser has the account's key: what the signature adds stands beside the body's members. */
  readonly sign?: Sign | null | undefined;
  /** Whether the answer is kept to the byte: it is read as text. */
  readonly raw?: boolean;
  /** Told while the platform lets us wait, and with null when the wait is over. */
  readonly waiting?: (wait: Wait | null) => void;
  readonly signal?: AbortSignal;
}

/** Why the same request is sent again by itself, and after how many seconds. */
export interface Wait {
  readonly problem: Problem;
  readonly seconds: number;
}

/** What the rest of the page is told of each answer. */
export interface Listener {
  /** Of every refusal, before the caller gets it. */
  refused(problem: Problem): void;
  /** Of a request that waits without a caller who shows it. */
  waiting(wait: Wait | null): void;
  /** That the platform answered, or did not. */
  reached(online: boolean): void;
}

const ROOT = "/api/v1";
const TOKEN = "reddog.token";
/** How often one request is sent under another signature. */
const ATTEMPTS_MAX = 3;
const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** What proves the person is no part of what is asked for, and is kept nowhere. */
const SECRETS: ReadonlySet<string> = new Set(["pin", "password", "code"]);
const withoutSecrets = (name: string, value: unknown): unknown => (SECRETS.has(name) ? undefined : value);

/** Return an answer's body. An answer that breaks off is a lost one: its request may have been carried out. */
async function readBody(answer: Response, raw: boolean): Promise<unknown> {
  if (answer.status === 204) return undefined;
  try {
    return await (raw ? answer.text() : answer.json());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new NoConnection(true);
  }
}

/** Sends requests with the token of the tab, repeats what may be repeated, and checks what comes back. */
export class Client {
  listener: Listener | null = null;
  readonly #storage: KeyStorage;
  readonly #keys: Keys;
  readonly #fetch: typeof fetch;
  readonly #pause: (seconds: number) => Promise<void>;

  constructor(storage: KeyStorage, fetcher: typeof fetch = (...asked) => fetch(...asked), pausing = pause) {
    this.#storage = storage;
    this.#keys = new Keys(storage);
    this.#fetch = fetcher;
    this.#pause = pausing;
  }

  get token(): string | null {
    return this.#storage.getItem(TOKEN);
  }

  set token(token: string | null) {
    if (token === null) this.#storage.removeItem(TOKEN);
    else this.#storage.setItem(TOKEN, token);
  }

  /**
   * Send a request and return its answer.
   *
   * Throws {@link Problem} where it was refused, {@link NoConnection} where no answer came.
   */
  async call<T>(call: Call<T>): Promise<T> {
    const method = call.method ?? "GET";
    const request = `${method} ${call.path} ${JSON.stringify(call.body ?? null, withoutSecrets)}`;
    const key = call.once === true ? this.#keys.of(request) : null;

    try {
      const answer = await this.#signed(call, request, key, (body) => this.#persist(call, method, body, key));
      const told = await readBody(answer, call.raw === true);
      if (key !== null) this.#keys.answered(request);
      return call.read(told, call.path);
    } catch (error) {
      if (key !== null && error instanceof Problem && !leavesOpen(error)) this.#keys.answered(request);
      throw error;
    }
  }

  /**
   * Send a request under its signature, and under a new one where the platform says that the old one is outdated.
   *
   * A request whose answer was lost is sent as it was, to the byte. Only once it is refused nothing can come of these
   * bytes any more, and the same wish is signed anew, under the same key: it is never carried out twice.
   */
  async #signed(
    { sign, body }: Call<unknown>,
    request: string,
    key: string | null,
    send: (body: string | null) => Promise<Response>,
  ): Promise<Response> {
    const plain = body === undefined ? null : JSON.stringify(body);
    if (!sign) return send(plain);
    const written = (members: Members | null): string => JSON.stringify({ ...(body as object), ...members });

    let signed = (key === null ? null : this.#keys.signatureOf(request)) ?? (await sign(null));
    for (let attempts = 1; ; attempts += 1) {
      if (key !== null) this.#keys.keepSignature(request, signed);
      try {
        return await send(written(signed));
      } catch (error) {
        if (!(error instanceof Problem) || !signsAnew(error) || attempts === ATTEMPTS_MAX) throw error;
        signed = await sign(error);
      }
    }
  }

  /** Send a request until it is answered by something else than "wait". */
  async #persist<T>(call: Call<T>, method: string, body: string | null, key: string | null): Promise<Response> {
    const repeatable = key !== null || method !== "POST";
    const tell = (wait: Wait | null): void => (call.waiting ?? this.listener?.waiting.bind(this.listener))?.(wait);
    for (let repeats = 0; ; repeats += 1) {
      let answer: Response;
      try {
        answer = await this.#send(call.path, method, body, key, call.signal);
      } catch (error) {
        // A lost answer is asked for again once, with the same key: the first request may have been carried out.
        if (!(error instanceof NoConnection) || key === null || repeats > 0) throw error;
        await this.#pause(1);
        continue;
      }
      if (answer.ok) return answer;

      const problem = await problemOf(answer);
      const seconds = repeatAfter(problem, repeats, repeatable);
      if (seconds === null) {
        this.listener?.refused(problem);
        throw problem;
      }
      tell({ problem, seconds });
      await this.#pause(seconds);
      tell(null);
    }
  }

  async #send(
    path: string,
    method: string,
    body: string | null,
    key: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const headers = new Headers({ Accept: "application/json" });
    if (this.token !== null) headers.set("Authorization", `Bearer ${this.token}`);
    if (body !== null) headers.set("Content-Type", "application/json");
    if (key !== null) headers.set("Idempotency-Key", key);
    try {
      const answer = await this.#fetch(ROOT + path, {
        method,
        headers,
        body,
        cache: "no-store",
        credentials: "omit",
        ...(signal === undefined ? {} : { signal }),
      });
      this.listener?.reached(true);
      return answer;
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof TypeError)) throw error;
      this.listener?.reached(false);
      throw new NoConnection(method !== "GET");
    }
  }
}

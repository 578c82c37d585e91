/** Where the keys of unanswered requests are kept: the tab's storage, so that a reload asks for the same thing. */
export interface KeyStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

const PREFIX = "reddog.once.";
const SIGNED = "reddog.signed.";

/** The idempotency keys of requests that no answer has come for. The same request gets the same key until it is answered. */
export class Keys {
  readonly #storage: KeyStorage;
  readonly #draw: () => string;

  constructor(storage: KeyStorage, draw: () => string = () => crypto.randomUUID()) {
    this.#storage = storage;
    this.#draw = draw;
  }

  /** Return the key of a request: the one that it was sent with before, if nobody knows what became of it. */
  of(request: string): string {
    const kept = this.#storage.getItem(PREFIX + request);
    if (kept !== null) return kept;
    const drawn = this.#draw();
    this.#storage.setItem(PREFIX + request, drawn);
    return drawn;
  }

  /** Forget the key of a request that was answered: the same request after that is a new one. */
  answered(request: string): void {
    this.#storage.removeItem(PREFIX + request);
    this.#storage.removeItem(SIGNED + request);
  }

  /** Return what a request was signed with before, null if nobody waits for its answer. */
  signatureOf(request: string): Readonly<Record<string, unknown>> | null {
    const kept = this.#storage.getItem(SIGNED + request);
    return kept === null ? null : (JSON.parse(kept) as Readonly<Record<string, unknown>>);
  }

  keepSignature(request: string, members: Readonly<Record<string, unknown>> | null): void {
    if (members === null) this.#storage.removeItem(SIGNED + request);
    else this.#storage.setItem(SIGNED + request, JSON.stringify(members));
  }
}

import type { ReactiveController, ReactiveControllerHost } from "lit";

/** A state that is replaced, never changed, and those who want to know. */
export class Store<State extends object> {
  #state: State;
  readonly #watchers = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Replace some members and tell everybody. */
  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const watcher of this.#watchers) watcher();
  }

  /** Call a function after every change, until the function that is returned is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** Renders an element anew whenever one of some stores changes, while it is in the document. */
export class Watching implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #stores: readonly { watch(watcher: () => void): () => void }[];
  #ends: readonly (() => void)[] = [];

  constructor(host: ReactiveControllerHost, ...stores: readonly { watch(watcher: () => void): () => void }[]) {
    this.#host = host;
    this.#stores = stores;
  }

  hostConnected(): void {
    this.#ends = this.#stores.map((store) => store.watch(() => this.#host.requestUpdate()));
  }

  hostDisconnected(): void {
    for (const end of this.#ends) end();
  }
}

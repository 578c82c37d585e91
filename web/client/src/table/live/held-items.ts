import type { KeyStorage } from "../api/keys.ts";

/** What a client keeps, in the memory of this page alone: it outlives a logout, and no reload. */
export class HeldItems implements KeyStorage {
  readonly #items = new Map<string, string>();

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.#items.set(name, value);
  }

  removeItem(name: string): void {
    this.#items.delete(name);
  }
}

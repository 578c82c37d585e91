import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { page, type Reader } from "../api/shape.ts";
import { client } from "./session.ts";
import { say } from "./words.ts";
import "./problem-box.ts";

/** A list of the platform's, page by page. */
export class Listing<T> implements ReactiveController {
  items: readonly T[] | null = null;
  error: unknown = null;
  #next: string | null = null;
  readonly #host: ReactiveControllerHost;
  readonly #path: string;
  readonly #item: Reader<T>;

  constructor(host: ReactiveControllerHost, path: string, item: Reader<T>) {
    this.#host = host;
    this.#path = path;
    this.#item = item;
    host.addController(this);
  }

  hostConnected(): void {
    void this.begin();
  }

  /** Read the first page. */
  async begin(): Promise<void> {
    await this.#read("", () => []);
  }

  readonly #more = async (): Promise<void> => {
    if (this.#next === null) return;
    await this.#read(`&cursor=${encodeURIComponent(this.#next)}`, () => this.items ?? []);
  };

  async #read(cursor: string, before: () => readonly T[]): Promise<void> {
    try {
      const read = await client.call({ path: `${this.#path}?limit=20${cursor}`, read: page(this.#item) });
      this.items = [...before(), ...read.items];
      this.#next = read.next;
      this.error = null;
    } catch (error) {
      this.error = error;
    }
    this.#host.requestUpdate();
  }

  /** Render the list: what stands for none, the items, the way to the next page. */
  render(empty: string, items: (items: readonly T[]) => unknown): unknown {
    return html`<problem-box .error=${this.error}></problem-box> ${
        this.items === null
          ? this.error === null
            ? html`<p class="quiet late" role="status">${say("loading")}</p>`
            : nothing
          : this.items.length === 0
            ? html`<p class="quiet">${empty}</p>`
            : items(this.items)
      }
      ${
        this.#next === null
          ? nothing
          : html`<button class="btn" type="button" @click=${this.#more}>${say("more")}</button>`
      }`;
  }
}

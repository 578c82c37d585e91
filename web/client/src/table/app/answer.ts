import { html, type ReactiveController, type ReactiveControllerHost } from "lit";
import type { Call } from "../api/client.ts";
import { client } from "./session.ts";
import { say } from "./words.ts";
import "./problem-box.ts";

/** One answer of the platform that an element shows: read when the element appears, and whenever it says so. */
export class Answer<T> implements ReactiveController {
  value: T | null = null;
  error: unknown = null;
  readonly #host: ReactiveControllerHost;
  readonly #call: () => Call<T>;

  constructor(host: ReactiveControllerHost, call: () => Call<T>) {
    this.#host = host;
    this.#call = call;
    host.addController(this);
  }

  hostConnected(): void {
    void this.read();
  }

  async read(): Promise<void> {
    try {
      this.value = await client.call(this.#call());
      this.error = null;
    } catch (error) {
      this.error = error;
    }
    this.#host.requestUpdate();
  }

  /** Render it once it is there, or why it is not. */
  render(shown: (value: T) => unknown): unknown {
    if (this.error !== null) return html`<problem-box .error=${this.error}></problem-box>`;
    return this.value === null ? html`<p class="quiet late" role="status">${say("loading")}</p>` : shown(this.value);
  }
}

/** Do something that a button asks for; show why it was refused in a host's `error`. */
export async function attempt(host: { error: unknown }, act: () => Promise<unknown>): Promise<void> {
  host.error = null;
  try {
    await act();
  } catch (error) {
    host.error = error;
  }
}

import { html, nothing } from "lit";
import { integer, list, nothing as noBody, nullable, oneOf, record, text, type Shape } from "../api/shape.ts";
import { attempt } from "../app/answer.ts";
import { filled, type Field, type Typed } from "../app/fields.ts";
import { durationText, instantText } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client, refresh, session } from "../app/session.ts";
import { save } from "../app/save.ts";
import { callProved } from "./passkey.ts";
import { say } from "./settings-words.ts";
import "../app/form-box.ts";

const erasure = record({
  erasable_from: nullable(text),
  retention_seconds: integer,
  obstacles: list(
    oneOf(
      "account-not-closed",
      "round-open",
      "stake-open",
      "money-left",
      "payment-open",
      "retention-runs",
      "case-open",
      "dispute-open",
      "dispute-retention-runs",
    ),
  ),
});

/** A copy of one's data, the end of the account, the wish to be erased. */
class DataView extends PlainElement {
  static override properties = { error: { state: true }, downloaded: { state: true }, answer: { state: true } };
  declare error: unknown;
  declare protected downloaded: boolean;
  declare protected answer: Shape<typeof erasure> | null;

  constructor() {
    super();
    this.error = null;
    this.downloaded = false;
    this.answer = null;
    this.watch(session);
  }

  protected override render(): unknown {
    return html`<div class="stack narrow">
      <h1>${say("data")}</h1>
      <problem-box .error=${this.error}></problem-box>
      <section class="box stack">
        <h2>${say("data.copy")}</h2>
        <p>${say("data.copy.text")}</p>
        <div role="status">
          ${this.downloaded ? html`<p class="problem ok small">${say("data.downloaded")}</p>` : nothing}
        </div>
        <button class="btn main" type="button" @click=${this.#download}>${say("data.download")}</button>
      </section>
      ${session.state.me?.status === "closed" ? nothing : this.#closing()} ${this.#erasing()}
    </div>`;
  }

  #closing(): unknown {
    const { me } = session.state;
    const proof: readonly Field[] =
      me?.has_pin === true && !me.pin_locked
        ? [{ name: "pin", label: say("pin"), kind: "pin" }]
        : [
            { name: "password", label: say("password"), kind: "password" },
            { name: "code", label: say("code.if"), kind: "code", hint: say("code.hint.or-passkey"), optional: true },
          ];
    return html`<section class="box stack">
      <h2>${say("close.heading")}</h2>
      <p>${say("close.text")}</p>
      <form-box
        name="closing"
        .fields=${[...proof, { name: "sure", label: say("close.sure"), kind: "tick" }]}
        button=${say("close")}
        plain
        .send=${close}
      ></form-box>
    </section>`;
  }

  #erasing(): unknown {
    return html`<section class="box stack">
      <h2>${say("erase.heading")}</h2>
      <p>${say("erase.text")}</p>
      <div role="status">${this.answer === null ? nothing : this.#erasureAnswer(this.answer)}</div>
      <button class="btn" type="button" @click=${this.#ask}>${say("erase")}</button>
    </section>`;
  }

  #erasureAnswer(answer: Shape<typeof erasure>): unknown {
    const { erasable_from: from, obstacles } = answer;
    const when =
      from === null
        ? say("erase.after", { duration: durationText(answer.retention_seconds) })
        : say("erase.from", { when: instantText(from) });
    return html`<div class="problem info small">
      <p>${obstacles.length === 0 ? say("erase.now") : when}</p>
      ${
        obstacles.length === 0
          ? nothing
          : html`<p>${say("erase.obstacles")}</p>
              <ul class="prose">
                ${obstacles.map((each) => html`<li>${say(`obstacle.${each}`)}</li>`)}
              </ul>`
      }
    </div>`;
  }

  readonly #download = (): Promise<void> =>
    attempt(this, async () => {
      this.downloaded = false;
      save("reddog-data.json", await client.call({ path: "/me/data", read: text, raw: true }), "application/json");
      this.downloaded = true;
    });

  readonly #ask = (): Promise<void> =>
    attempt(this, async () => {
      this.answer = await client.call({ method: "POST", path: "/me/erasure-request", read: erasure });
    });
}

async function close(typed: Typed): Promise<string> {
  const body = "pin" in typed ? filled(typed, "pin") : filled(typed, "password", "code");
  await callProved({ method: "POST", path: "/me/closure", body, read: noBody });
  await refresh("me");
  return say("close.done");
}

customElements.define("data-view", DataView);

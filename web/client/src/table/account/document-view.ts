import { html } from "lit";
import { Answer } from "../app/answer.ts";
import { PlainElement } from "../app/plain-element.ts";
import { documentText, type DocumentText } from "./documents.ts";
import { blocks, spans } from "./prose.ts";
import { say } from "./words.ts";

/** A document that players agree to, in full. */
class DocumentView extends PlainElement {
  static override properties = { kind: {} };
  declare kind: string;
  readonly #read = new Answer<DocumentText>(this, () => ({
    path: `/documents/${encodeURIComponent(this.kind)}`,
    read: documentText,
  }));

  constructor() {
    super();
    this.kind = "";
  }

  protected override render(): unknown {
    // The texts are in one language: the one that was agreed to.
    return this.#read.render(
      (read) =>
        html`<article class="stack">
          <div class="stack" lang="en">${blocks(read.text).map((block) => this.#block(block))}</div>
          <p class="small quiet">${say("fingerprint")}: <code class="mono">${read.sha256}</code></p>
        </article>`,
    );
  }

  #block(block: ReturnType<typeof blocks>[number]): unknown {
    if (block.kind === "heading") return html`<h1>${block.text}</h1>`;
    if (block.kind === "text") return html`<p>${this.#spans(block.text)}</p>`;
    return html`<ol class="prose">
      ${block.items.map((item) => html`<li>${this.#spans(item)}</li>`)}
    </ol>`;
  }

  #spans(text: string): unknown {
    return spans(text).map((span) => (span.strong ? html`<strong>${span.text}</strong>` : span.text));
  }
}

customElements.define("document-view", DocumentView);

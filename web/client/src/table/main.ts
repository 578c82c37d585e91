/** The player's table: the page's beginning. */
import { html, LitElement } from "lit";

/** The whole page. It renders into the document itself, so that labels, live regions and one sheet of styles reach all. */
class RedDogTable extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): unknown {
    return html`<main><h1>Red Dog</h1></main>`;
  }
}

customElements.define("red-dog-table", RedDogTable);

import { LitElement } from "lit";
import { language } from "./language.ts";
import { Watching, type Store } from "./store.ts";

/** An element that renders into the document itself, so that labels, live regions and one sheet of styles reach all, in the page's language. */
export abstract class PlainElement extends LitElement {
  constructor() {
    super();
    this.addController(new Watching(this, language));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Render again whenever one of some stores changes. */
  protected watch(...stores: readonly Store<object>[]): void {
    this.addController(new Watching(this, ...stores));
  }

  /** Return the first element that a selector finds below. It is there, or the caller's template is wrong. */
  protected below<Wanted extends Element>(selector: string, kind: abstract new () => Wanted): Wanted {
    const found = this.querySelector(selector);
    if (!(found instanceof kind)) throw new Error(`${this.localName} has no ${selector}`);
    return found;
  }
}

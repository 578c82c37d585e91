import { html, nothing, type PropertyDeclarations, type PropertyValues } from "lit";
import { PlainElement } from "./plain-element.ts";

/** A window: a modal dialog with a heading. It opens on its own element, and gives the focus back when it closes. */
export abstract class WindowElement extends PlainElement {
  static override properties: PropertyDeclarations = { shown: { state: true } };
  declare protected shown: boolean;

  constructor() {
    super();
    this.shown = false;
  }

  /** What the heading says. */
  protected abstract heading(): string;

  /** What stands below the heading. */
  protected abstract content(): unknown;

  /** Whether Escape closes it. */
  protected escapable(): boolean {
    return true;
  }

  open(): void {
    this.shown = true;
  }

  close(): void {
    this.shown = false;
  }

  protected override render(): unknown {
    if (!this.shown) return nothing;
    const id = `${this.localName}-heading`;
    return html`<dialog aria-labelledby=${id} @close=${this.closed} @cancel=${this.cancelled} @keydown=${this.pressed}>
      <div class="stack">
        <h2 id=${id} tabindex="-1">${this.heading()}</h2>
        ${this.content()}
      </div>
    </dialog>`;
  }

  /** Give the focus back before the dialog goes. */
  protected override update(changed: PropertyValues): void {
    if (!this.shown) this.querySelector<HTMLDialogElement>("dialog[open]")?.close();
    super.update(changed);
  }

  protected override updated(changed: PropertyValues): void {
    const dialog = this.querySelector("dialog");
    if (dialog === null || dialog.open || !changed.has("shown")) return;
    dialog.showModal();
    this.querySelector("h2")?.focus();
  }

  protected closed(): void {
    this.shown = false;
  }

  private cancelled(event: Event): void {
    if (!this.escapable()) event.preventDefault();
  }

  private pressed(event: KeyboardEvent): void {
    // Chromium closes a dialog at the second Escape whatever `cancel` says.
    if (event.key === "Escape" && !this.escapable()) event.preventDefault();
  }
}

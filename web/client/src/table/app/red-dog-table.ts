import { html, nothing, type PropertyValues } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Language } from "../../base/words/phrase.ts";
import { choose, language, LANGUAGES } from "./language.ts";
import { PlainElement } from "./plain-element.ts";
import { brand } from "./brand.ts";
import { go, navigation, place, viewOf, type View } from "./routes.ts";
import { client, logOut, refresh, session } from "./session.ts";
import { clickedByPointer } from "./pointer.ts";
import { say } from "./words.ts";
import "./problem-box.ts";
import "./status-strip.ts";

const LANGUAGE_NAMES = { en: "English", ja: "日本語" } as const;

const notice = (title: string, text: string): unknown =>
  html`<div class="problem warn small">
    <strong>${title}</strong>
    <p>${text}</p>
  </div>`;

/** The way to new messages; on a phone its words are fewer, and its name is the same. */
const unreadLink = (count: number): unknown =>
  html`<a href="#/account/inbox" aria-label=${say("unread", { count })}
    ><span class="not-on-phone">${say("unread", { count })}</span
    ><span class="on-phone">${say("unread.short", { count })}</span></a
  >`;

/** The whole page: the bar, the strip, and the view that the address names. */
export class RedDogTable extends PlainElement {
  static override properties = { loaded: { state: true }, fault: { state: true } };
  /** The view whose code is here. */
  declare protected loaded: View | null;
  declare protected fault: unknown;

  constructor() {
    super();
    this.loaded = null;
    this.fault = null;
    this.watch(session, place);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.documentElement.lang = language.state.current;
    if (client.token !== null) void this.#begin();
  }

  async #begin(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      // Of a session that is over or locked, the page asks by itself.
      if (session.state.loggedIn && session.state.lock === "none") this.fault = error;
    }
  }

  /** The view that is due, by the address and by whether somebody is logged in; null for an unknown address. */
  #due(): { readonly view: View; readonly rest: string } | null {
    const { address } = place.state;
    const { loggedIn } = session.state;
    const found = viewOf(address === "" ? (loggedIn ? (navigation()[0]?.path ?? "account") : "log-in") : address);
    if (found === null || loggedIn || found.view.open === true) return found;
    return viewOf("log-in");
  }

  async #load(view: View): Promise<void> {
    try {
      await view.load?.();
      this.loaded = view;
    } catch (error) {
      this.fault = error;
    }
  }

  protected override willUpdate(): void {
    const due = this.#due();
    if (due !== null && due.view !== this.loaded) void this.#load(due.view);
  }

  protected override updated(_changed: PropertyValues): void {
    const due = this.#due();
    document.title = due === null ? say("brand") : `${due.view.title()} · ${say("brand")}`;
  }

  protected override render(): unknown {
    const due = this.#due();
    const known = session.state.loggedIn && session.state.me !== null;
    return html`
      <a class="skip" href="#content" @click=${this.#skip}>${say("skip")}</a>
      ${this.#bar(due?.view ?? null)} ${known ? html`<status-strip></status-strip>` : nothing} ${this.#notices()}
      <main id="content" tabindex="-1" class=${due?.view.layout === "board" ? "" : "page"}>${this.#content(due)}</main>
      ${due?.view.layout === "board" ? nothing : html`<footer class="foot small"><a href="/static/web/licences.txt">${say("licences")}</a></footer>`}
      <lock-window></lock-window><reality-check></reality-check>
    `;
  }

  #content(due: { readonly view: View; readonly rest: string } | null): unknown {
    if (this.fault !== null) return html`<problem-box .error=${this.fault}></problem-box>`;
    if (due === null)
      return html`<h1>${say("not-found")}</h1>
        <p>${say("not-found.text")}</p>`;
    const waits = due.view.open !== true && session.state.me === null;
    if (due.view !== this.loaded || waits) return html`<p class="quiet late" role="status">${say("loading")}</p>`;
    return keyed(due.view.path, due.view.render(due.rest));
  }

  #bar(shown: View | null): unknown {
    const { loggedIn, me, unread } = session.state;
    return html`<header class="bar">
      <a class="brand" href="#/">${brand()}${say("brand")}</a>
      ${
        loggedIn
          ? html`<nav aria-label=${say("pages")}>
              ${navigation().map(
                (view) =>
                  html`<a href="#/${view.path}" aria-current=${view === shown ? "page" : nothing}
                    >${(view.short ?? view.title)()}</a
                  >`,
              )}
            </nav>`
          : nothing
      }
      <span class="me row small">
        ${me === null ? nothing : html`<span class="quiet">${me.username}</span>`}
        ${unread > 0 ? unreadLink(unread) : nothing}
        ${LANGUAGES.filter((each) => each !== language.state.current).map(
          (each) =>
            html`<button
              class="btn bare low"
              type="button"
              lang=${each}
              @click=${(event: MouseEvent) => this.#choose(each, event)}
            >
              ${LANGUAGE_NAMES[each]}
            </button>`,
        )}
        ${
          loggedIn
            ? html`<button class="btn bare low" type="button" @click=${this.#leave}>${say("log-out")}</button>`
            : nothing
        }
      </span>
    </header>`;
  }

  #notices(): unknown {
    const { me, online, wait, time } = session.state;
    return html`<div class="notices" role="status">
      ${me?.status === "excluded" ? html`<exclusion-notice></exclusion-notice>` : nothing}
      ${online ? nothing : notice(say("offline"), say("offline.text"))}
      ${
        wait === null
          ? nothing
          : notice(
              say("waiting"),
              wait.problem.code === "defect" ? say("waiting.defect") : say("waiting.text", { seconds: wait.seconds }),
            )
      }
      ${
        time?.warning === null || time === null
          ? nothing
          : html`<p class="problem warn small">${say(time.warning === "over" ? "session-over" : time.warning)}</p>`
      }
    </div>`;
  }

  /** After a mouse click the focus goes back to the page, so that a table's keys work at once. Keyboards keep theirs. */
  #choose(next: Language, event: MouseEvent): void {
    choose(next);
    if (clickedByPointer(event)) this.below("main", HTMLElement).focus({ preventScroll: true });
  }

  readonly #skip = (event: Event): void => {
    event.preventDefault();
    this.below("main", HTMLElement).focus();
  };

  readonly #leave = async (): Promise<void> => {
    try {
      await logOut();
      this.fault = null;
      go("");
    } catch (error) {
      this.fault = error;
    }
  };
}

customElements.define("red-dog-table", RedDogTable);

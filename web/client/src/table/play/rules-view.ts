import { html, type PropertyValues } from "lit";
import { language } from "../app/language.ts";
import { PlainElement } from "../app/plain-element.ts";
import { client } from "../app/session.ts";
import { rulesPage, type RulesPage } from "./answers.ts";
import { sayGames } from "./words.ts";
import "../app/problem-box.ts";

/** The rules of a game, as the platform writes them from its sheet, in the page's language. */
export class RulesView extends PlainElement {
  static override properties = { gameId: { attribute: "game" }, page: { state: true }, error: { state: true } };
  declare gameId: string;
  declare protected page: RulesPage | null;
  declare protected error: unknown;
  /** What is shown or being fetched: game and language. */
  #asked = "";

  constructor() {
    super();
    this.gameId = "";
    this.page = null;
    this.error = null;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const wanted = `/games/${encodeURIComponent(this.gameId)}/rules?lang=${language.state.current}`;
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    void this.#read(wanted);
  }

  async #read(path: string): Promise<void> {
    try {
      const page = await client.call({ path, read: rulesPage });
      if (path === this.#asked) this.page = page;
    } catch (error) {
      this.error = error;
    }
  }

  protected override render(): unknown {
    const { page } = this;
    if (page === null) return html`<problem-box .error=${this.error}></problem-box>`;
    return html`<article class="stack rules">
      <h1>${page.title}</h1>
      <p class="row">
        <a class="btn" href="#/play/${page.game}">${sayGames("back-to-game")}</a>
        <a class="btn bare" href="/api/v1/games/${page.game}/par-sheet" target="_blank">${sayGames("par-sheet")}</a>
        <span class="quiet small">${sayGames("version", { version: page.version })}</span>
      </p>
      ${page.sections.map(
        (section) =>
          html`<section class="stack1" aria-labelledby="rules-${section.id}">
            <h2 id="rules-${section.id}">${section.heading}</h2>
            ${section.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
            ${section.tables.map((table) => this.#table(table, section.heading))}
          </section>`,
      )}
    </article>`;
  }

  #table(table: RulesPage["sections"][number]["tables"][number], heading: string): unknown {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="${heading}: ${table.columns[0] ?? ""}">
      <table>
        <thead>
          <tr>
            ${table.columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${table.rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define("rules-view", RulesView);

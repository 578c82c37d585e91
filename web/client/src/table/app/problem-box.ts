import { html, nothing } from "lit";
import { problems as en } from "../../base/words/table/problems.en.ts";
import { problems as ja } from "../../base/words/table/problems.ja.ts";
import { catalogue, durationText, language, listText, moneyText, weekdayText } from "./language.ts";
import { PlainElement } from "./plain-element.ts";
import { wordsOf, type Messages, type Words } from "./problem-words.ts";

const texts = { en, ja };
const sayProblem = catalogue<string>(en, ja);
const formats = {
  money: moneyText,
  instant: (instant: string): string => weekdayText(instant),
  duration: durationText,
  list: (parts: readonly string[]): string => listText(parts),
};

/** Return what a person is told of an error, in the page's language. */
export function problemWords(error: unknown): Words {
  const messages: Messages = { texts: texts[language.state.current], say: sayProblem };
  return wordsOf(error, messages, formats);
}

/** A refusal, as an alert: what happened, what to do, and the code for support. Empty without an error. */
export class ProblemBox extends PlainElement {
  static override properties = { error: { attribute: false } };
  declare error: unknown;

  constructor() {
    super();
    this.error = null;
  }

  protected override render(): unknown {
    const words = this.error === null ? null : problemWords(this.error);
    return html`<div role="alert">
      ${
        words === null
          ? nothing
          : html`<div class="problem small">
              <strong>${words.title}</strong>
              <p>${words.text}</p>
              <code>${words.code}</code>
            </div>`
      }
    </div>`;
  }
}

customElements.define("problem-box", ProblemBox);

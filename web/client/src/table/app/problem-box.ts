import { html, nothing } from "lit";
import { catalogue, durationText, language, listText, moneyText, weekdayText } from "./language.ts";
import { PlainElement } from "./plain-element.ts";
import type { Problem } from "../api/problem.ts";
import { PROBLEMS } from "./problem-catalogue.ts";
import { fieldWords } from "./problem-fields.ts";
import { wordsOf, type Messages, type Words } from "./problem-words.ts";

const sayProblem = catalogue<string>(PROBLEMS.en, PROBLEMS.ja);
const formats = {
  money: moneyText,
  instant: (instant: string): string => weekdayText(instant),
  duration: durationText,
  list: (parts: readonly string[]): string => listText(parts),
};

const messages = (): Messages => ({ texts: PROBLEMS[language.state.current], say: sayProblem });

/** Return what a person is told of an error, in the page's language. */
export function problemWords(error: unknown): Words {
  return wordsOf(error, messages(), formats);
}

/** Return what a person is told of a field that a refusal names, in the page's language; null if it does not name it. */
export function wordsOfField(problem: Problem, name: string): string | null {
  return fieldWords(problem, name, language.state.current, messages());
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

import { isObject } from "./shape.ts";

/** A refusal as the interface tells it (RFC 9457): programs decide by `code`, people read the catalogue's text of it. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The facts beside it, such as `available` and `required`: amounts as money objects, instants ending in `_at` or `_from`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** After how many seconds the same request may be sent again, where the platform says so. */
  readonly retryAfterSeconds: number | null;

  constructor(told: Readonly<Record<string, unknown>>, status: number, retryAfterSeconds: number | null) {
    const word = (name: string, otherwise: string): string => {
      const value = told[name];
      return typeof value === "string" ? value : otherwise;
    };
    super(word("detail", ""));
    this.name = "Problem";
    this.status = status;
    this.code = word("code", "unexpected-answer");
    this.title = word("title", `HTTP ${status}`);
    this.detail = word("detail", "");
    this.members = told;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came. If the request could have been carried out, `perhapsDone` is true: the same request tells. */
export class NoConnection extends Error {
  readonly perhapsDone: boolean;

  constructor(perhapsDone: boolean) {
    super("no answer came");
    this.name = "NoConnection";
    this.perhapsDone = perhapsDone;
  }
}

/** Return the refusal that an answer tells; a proxy's own page has no code, and says so. */
export async function problemOf(answer: Response): Promise<Problem> {
  const said = await answer.text();
  let told: unknown = null;
  try {
    told = JSON.parse(said);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const after = Number(answer.headers.get("Retry-After") ?? Number.NaN);
  return new Problem(isObject(told) ? told : {}, answer.status, Number.isFinite(after) ? after : null);
}

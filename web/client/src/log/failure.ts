/** A rule that a record breaks. It ends the judging of that record, and of nothing else. */
export class Failure extends Error {
  readonly code: string;
  readonly said: string | undefined;
  readonly due: string | undefined;

  constructor(code: string, detail: string, said?: string | number, due?: string | number) {
    super(detail);
    this.code = code;
    this.said = said?.toString();
    this.due = due?.toString();
  }
}

/** A rule: if it does not hold, the record fails with the code. */
export function must(
  holds: boolean,
  code: string,
  detail: string,
  said?: string | number,
  due?: string | number,
): asserts holds {
  if (!holds) throw new Failure(code, detail, said, due);
}

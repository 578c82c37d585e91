/** An event of a stream (HTML, "Server-sent events"). Its data is one document of JSON. */
export interface ServerEvent {
  readonly type: string;
  /** The number of a record; null for what is none. */
  readonly id: string | null;
  readonly data: string;
}

const LINE_END = /\r\n|\n|\r/;

/** Takes a stream apart as it comes, in pieces that end anywhere. */
export class EventParser {
  #rest = "";
  #type = "";
  #id: string | null = null;
  #data: string[] = [];

  /** Return the events that a further piece completes. */
  feed(piece: string): readonly ServerEvent[] {
    this.#rest += piece;
    // A carriage return at the end may be half of a line's end.
    const held = this.#rest.endsWith("\r") ? 1 : 0;
    const lines = this.#rest.slice(0, this.#rest.length - held).split(LINE_END);
    this.#rest = (lines.pop() ?? "") + this.#rest.slice(this.#rest.length - held);
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): readonly ServerEvent[] {
    if (line === "") return this.#dispatch();
    const [, name = "", value = ""] = /^([^:]*):? ?([^]*)$/.exec(line) ?? [];
    if (name === "event") this.#type = value;
    if (name === "id") this.#id = value;
    if (name === "data") this.#data.push(value);
    return [];
  }

  #dispatch(): readonly ServerEvent[] {
    const event = { type: this.#type === "" ? "message" : this.#type, id: this.#id, data: this.#data.join("\n") };
    const complete = this.#data.length > 0;
    this.#type = "";
    this.#id = null;
    this.#data = [];
    return complete ? [event] : [];
  }
}

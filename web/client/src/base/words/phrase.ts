import { IntlMessageFormat } from "intl-messageformat";

/** What a message's ICU arguments may be. Amounts and instants are formatted before they come here. */
export type Arguments = Readonly<Record<string, string | number>>;

/** The languages that there is a catalogue for. */
export type Language = "en" | "ja";

/** Return a function that says a message of a catalogue, in ICU's syntax, with its arguments. */
export function sayer<Key extends string>(
  catalogue: Readonly<Record<Key, string>>,
  language: Language,
): (key: Key, args?: Arguments) => string {
  const parsed = new Map<Key, IntlMessageFormat>();
  return (key, args = {}) => {
    let message = parsed.get(key);
    if (message === undefined) {
      message = new IntlMessageFormat(catalogue[key], language, undefined, { ignoreTag: true });
      parsed.set(key, message);
    }
    return String(message.format(args));
  };
}

import type { Field } from "../app/fields.ts";
import { language } from "../app/language.ts";
import { COUNTRIES } from "./countries.ts";
import { say } from "./words.ts";

/** The fields of an address. Countries are named in the page's language. */
export function addressFields(): readonly Field[] {
  const names = new Intl.DisplayNames(language.state.current, { type: "region" });
  const countries = COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code }));
  return [
    { name: "line", label: say("line"), autocomplete: "address-line1" },
    { name: "city", label: say("city"), autocomplete: "address-level2" },
    { name: "region", label: say("region"), autocomplete: "address-level1", optional: true },
    { name: "postal_code", label: say("postal-code"), autocomplete: "postal-code", optional: true },
    {
      name: "country",
      label: say("country"),
      kind: "select",
      autocomplete: "country",
      value: "US",
      options: countries.toSorted((one, other) => one.label.localeCompare(other.label, language.state.current)),
    },
  ];
}

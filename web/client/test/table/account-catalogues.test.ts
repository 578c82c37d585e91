import { readdirSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";

const WORDS = new URL("../../src/base/words/", import.meta.url);

/** Return the one catalogue of a file. */
async function catalogue(file: string): Promise<Readonly<Record<string, string>>> {
  const [found] = Object.values((await import(new URL(file, WORDS).href)) as Record<string, Record<string, string>>);
  if (found === undefined) throw new Error(`${file} has no catalogue`);
  return found;
}

/** Return the names of the arguments that a message takes. */
function names(message: string, language: string): readonly string[] {
  const found = new Set<string>();
  const walk = (parts: readonly unknown[]): void => {
    for (const part of parts) {
      if (typeof part !== "object" || part === null) continue;
      if ("value" in part && "type" in part && part.type !== 0 && typeof part.value === "string") found.add(part.value);
      if ("options" in part && typeof part.options === "object" && part.options !== null) {
        for (const option of Object.values(part.options) as { value: readonly unknown[] }[]) walk(option.value);
      }
    }
  };
  walk(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst());
  return [...found].toSorted();
}

const areas = ["table", "verify"].flatMap((folder) =>
  readdirSync(new URL(folder, WORDS))
    .filter((file) => file.endsWith(".en.ts"))
    .map((file) => `${folder}/${file}`),
);

test.each(areas)("%s takes the same arguments in Japanese", async (english) => {
  const en = await catalogue(english);
  const ja = await catalogue(english.replace(".en.ts", ".ja.ts"));
  expect(Object.keys(ja).toSorted()).toEqual(Object.keys(en).toSorted());
  for (const [key, message] of Object.entries(en)) {
    expect(names(ja[key] ?? "", "ja"), key).toEqual(names(message, "en"));
  }
});

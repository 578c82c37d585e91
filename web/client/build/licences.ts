/** The notices of the packages that are bundled: their licences ask that copies carry them, and the build strips comments. */
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const INSTALLED = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u;

const OWN =
  "Red Dog Platform bundles the packages below. Fonts are those of the reader's system; all drawings are our own.";

/** Return the folder of the installed package that a module comes from; undefined for a module of our own. */
export const packageOf = (module: string): string | undefined => INSTALLED.exec(module.replace(/^\0/u, ""))?.[0];

/** Gather the folders of all packages that a bundle has modules of. */
export function bundledInto(folders: Set<string>): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== "chunk") continue;
        for (const folder of output.moduleIds.map(packageOf)) if (folder !== undefined) folders.add(folder);
      }
    },
  };
}

/** Return the notices of packages, those of one text together. Raises an error where a package has no file of its licence. */
export function notices(folders: ReadonlySet<string>): string {
  const named = new Map<string, string[]>();
  for (const { name, text } of [...folders].toSorted().map(licence))
    named.set(text, [...(named.get(text) ?? []), name]);
  const told = [...named].map(([text, names]) => `${names.join("\n")}\n\n${text}`);
  return `${[OWN, ...told].join("\n\n---\n\n")}\n`;
}

function licence(folder: string): { readonly name: string; readonly text: string } {
  const about = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Record<string, string>;
  const file = readdirSync(folder).find((name) => /^licen[cs]e/iu.test(name));
  if (file === undefined) throw new Error(`${about["name"]} is bundled and has no file of its licence`);
  const text = readFileSync(`${folder}/${file}`, "utf8").trim();
  return { name: `${about["name"]} ${about["version"]} (${about["license"]})`, text };
}

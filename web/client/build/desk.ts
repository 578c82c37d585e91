/**
 * Builds the auditor's desk: one file, which works from a disk without network.
 *
 * The page's script and style stand in the file, and its policy names them by their digests. The worker is a text in the
 * script, started from a blob. Every run writes the same bytes.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "vite";
import { bundledInto, notices } from "./licences.ts";
import { packed } from "./sample.ts";

const VECTORS = "../../tests/vectors";
const STYLES = ["../static/web/base.css", "src/desk/desk.css"];
const ICON = "../static/web/icon.svg";
const BUILT = "../static/web/desk.html";

const bundled = new Set<string>();

/** Modules of one text each, by the names that the sources import them by. */
function texts(byName: Readonly<Record<string, string>>): Plugin {
  const own = "\0";
  return {
    name: "texts",
    resolveId: (name) => (name in byName ? own + name : undefined),
    load: (id) =>
      id.startsWith(own) ? `export const text = ${JSON.stringify(byName[id.slice(own.length)])};` : undefined,
  };
}

/** Compile an entry with all that it imports to one classic script. */
async function script(entry: string, plugins: Plugin[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [...plugins, bundledInto(bundled)],
    define: { "process.env.NODE_ENV": '"production"' },
    build: { write: false, target: "es2023", lib: { entry, formats: ["iife"], name: "desk", fileName: "desk" } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !("output" in output)) throw new Error(`nothing was built of ${entry}`);
  return output.output[0].code;
}

/** A script as it may stand in a page: nothing in it ends the element, or begins a comment. */
const embeddable = (code: string): string => code.replaceAll("</script", "<\\/script").replaceAll("<!--", "\\x3c!--");

const digest = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const worker = await script("src/desk/worker/main.ts", []);
const page = embeddable(
  await script("src/desk/main.ts", [
    texts({
      "desk:worker": worker,
      "desk:honest": packed(`${VECTORS}/log-rdf2`),
      "desk:forged": packed(`${VECTORS}/log-forged`),
    }),
  ]),
);
const style = STYLES.map((name) => readFileSync(name, "utf8")).join("\n");
const icon = `data:image/svg+xml;base64,${readFileSync(ICON, "base64")}`;
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  `script-src ${digest(page)}`,
  `style-src ${digest(style)}`,
  "worker-src blob:",
  "img-src data:",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html desk",
].join("; ");

// A comment ends at the first "-->", and has no "--" in it. It stands last: a browser looks for the charset near the beginning.
const licences = notices(bundled).replaceAll(/--+/gu, "=");

writeFileSync(
  BUILT,
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Red Dog: the auditor’s desk</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<style>${style}</style>
</head>
<body>
<red-dog-desk></red-dog-desk>
<script>${page}</script>
</body>
</html>
<!--
${licences}-->
`,
);

/** Builds the player's table into web/static/web/table: its page, and assets whose names change with their content. */
import { writeFileSync } from "node:fs";
import { build } from "vite";
import { bundledInto, notices } from "./licences.ts";

const bundled = new Set<string>();

await build({
  configFile: false,
  logLevel: "warn",
  plugins: [bundledInto(bundled)],
  root: "src/table",
  base: "/static/web/table/",
  build: {
    outDir: "../../../static/web/table",
    emptyOutDir: true,
    target: "es2023",
    // The policy of the page allows no data: script, and a picture of its own is cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

writeFileSync("../static/web/licences.txt", notices(bundled));

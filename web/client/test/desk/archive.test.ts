import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { packed } from "../../build/sample.ts";
import { archive, NoExport } from "../../src/desk/files/archive.ts";
import { folder } from "../../src/desk/files/folder.ts";
import { exported } from "./logs.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("reads the same from a zip file as from the folder that was packed", async () => {
  const fromZip = archive(Buffer.from(packed("../../tests/vectors/log-rdf2"), "base64"));
  const fromFolder = folder(exported("log-rdf2").map(({ path, blob }) => ({ path: path.slice(9), blob })));

  expect(fromZip.names().toSorted()).toEqual(fromFolder.names().toSorted());
  for (const name of fromFolder.names()) expect(await fromZip.read(name)).toEqual(await fromFolder.read(name));
});

test("packs the same files to the same bytes", () => {
  expect(packed("../../tests/vectors/log-forged")).toBe(packed("../../tests/vectors/log-forged"));
});

test("finds an export below the top of an archive, and leaves what lies beside it alone", async () => {
  const files = archive(
    zipSync({ "march/log/checkpoint": bytes("c"), "march/log/checkpoints/1": bytes("1"), x: bytes("x") }),
  );

  expect(files.names()).toEqual(["checkpoint", "checkpoints/1"]);
  expect(await files.read("checkpoint")).toEqual(bytes("c"));
  expect(await files.read("x")).toBeUndefined();
});

test("does not unpack a file that no export can hold", async () => {
  const files = archive(
    zipSync({ checkpoint: [new Uint8Array(33 * 1024 * 1024), { level: 1 }], "checkpoints/1": bytes("1") }),
  );

  expect(await files.read("checkpoint")).toBeUndefined();
  // Making the file takes seconds where the machine has other work.
}, 30_000);

test.each([bytes("no zip file"), new Uint8Array(), zipSync({ "readme.md": bytes("no log") })])(
  "refuses what holds no export",
  (content) => {
    expect(() => archive(content)).toThrow(NoExport);
  },
);

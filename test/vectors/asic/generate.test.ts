import { expect, test } from "vitest";
import { expectStored } from "../expect-generated.js";
import type { AsicCases } from "./cases.js";
import { makeContainers, sealCase } from "./containers.js";

const FOLDERS = ["good", "bad"] as const;

/** The content of this folder, by path. */
function freshFiles(): Map<string, Buffer> {
  const made = makeContainers();
  const all: AsicCases = {
    format: "svc-proof-asic-vectors/1",
    anchor: `../seals/${sealCase.anchors[0]}`,
    certificates: sealCase.certificates.map((path) => `../seals/${path}`),
    at: sealCase.at,
    good: made.flatMap(({ file, about, unchecked }) =>
      unchecked === undefined ? [] : [{ file, about, unchecked }],
    ),
    bad: made.flatMap(({ file, about, code }) => (code === undefined ? [] : [{ file, about, code }])),
  };
  expect(new Set(made.map(({ file }) => file)).size).toBe(made.length);
  const files = new Map(made.map(({ file, bytes }) => [file, bytes]));
  return files.set("cases.json", Buffer.from(`${JSON.stringify(all, null, 2)}\n`));
}

test("the files are the output of the program beside them, byte for byte", () => {
  expectStored(new URL(".", import.meta.url), FOLDERS, freshFiles());
});

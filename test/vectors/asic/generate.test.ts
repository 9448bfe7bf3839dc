import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { AsicCases } from "./cases.js";
import { makeContainers, sealCase } from "./containers.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
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
    bad: made.flatMap(({ file, about, status, code }) =>
      status === undefined ? [] : [{ file, about, status, code: code! }],
    ),
  };
  expect(new Set(made.map(({ file }) => file)).size).toBe(made.length);
  const files = new Map(made.map(({ file, bytes }) => [file, bytes]));
  return files.set("cases.json", Buffer.from(`${JSON.stringify(all, null, 2)}\n`));
}

test("the files are the output of the program beside them, byte for byte", () => {
  const fresh = freshFiles();
  if (process.env["SVC_TEST_WRITE_VECTORS"] === "1") {
    for (const kind of FOLDERS) rmSync(join(folder, kind), { recursive: true, force: true });
    for (const [path, bytes] of fresh) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
  }
  const stored = FOLDERS.flatMap((kind) => readdirSync(join(folder, kind)).map((name) => `${kind}/${name}`));
  expect([...stored, "cases.json"].sort()).toEqual([...fresh.keys()].sort());
  for (const [path, bytes] of fresh) {
    expect(readFileSync(join(folder, path)).equals(bytes), `${path} differs`).toBe(true);
  }
});

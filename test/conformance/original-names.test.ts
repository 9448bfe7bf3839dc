/** Whatever the name of an original, its package can be read, and the original is found in it. */
import { readEvidence } from "../../verifier-lib/src/package/open-package.js";
import { original, PROOF, packed, README } from "../evidence-packages.js";
import { share } from "../fuzz/extent.js";
import "../property-seed.js";
import { fileEntryName } from "@svc-proof/shared/zip";
import fc from "fast-check";
import { expect, test } from "vitest";

/** Arbitrary text, and text that has a meaning in file names. */
const names = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        "a",
        "PROOF",
        "~",
        "1",
        ";",
        ".",
        " ",
        ":",
        "/",
        "\\",
        "\u00a0",
        "\u0085",
        "\u200d",
        "JSO",
        "\u0301",
        "\u2100",
        "con",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);

test("any name", async () => {
  await fc.assert(
    fc.asyncProperty(names, async (fileName) => {
      const name = `original/${fileEntryName(fileName)}`;
      const zip = await packed(README, PROOF, { name, content: original });
      expect((await readEvidence(zip)).original?.name).toBe(name);
    }),
    { numRuns: share(1000) },
  );
}, 120_000);

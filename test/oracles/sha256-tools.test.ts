/** Our SHA-256 beside the tools that a reader of a proof would use: `sha256sum` and `openssl`. */

import { spawnSync } from "node:child_process";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { leafPreimage } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { bytesOf, cases } from "../vectors/svc-proof-2/cases.js";

const TOOLS: readonly (readonly [string, readonly string[]])[] = [
  ["sha256sum", []],
  ["openssl", ["dgst", "-sha256", "-r"]],
];

describe.each(TOOLS)("%s", (tool, args) => {
  const digest = (input: Uint8Array | string) => spawnSync(tool, args, { input, encoding: "latin1" });
  const absent = digest("").status !== 0;
  if (absent) console.warn(`SKIPPED: no ${tool} here, SHA-256 is not compared with it`);

  test.skipIf(absent)("gives the same for the vectors' files, the empty message and a large one", () => {
    const messages = [
      new Uint8Array(),
      new Uint8Array(1_000_003).fill(7),
      ...cases.good.slice(0, 8).map(bytesOf),
    ];
    for (const message of messages) {
      const { status, stdout } = digest(message);
      expect(status).toBe(0);
      expect(stdout.slice(0, 64)).toBe(bytesToHex(sha256(message)));
    }
  });

  test.skipIf(absent)("gives the leaf of a proof when the formula is carried out by hand", () => {
    for (const { proof_id, content_hash, leaf } of cases.good.slice(0, 8)) {
      expect(digest(leafPreimage(proof_id, content_hash)).stdout.slice(0, 64)).toBe(leaf);
    }
  });
});

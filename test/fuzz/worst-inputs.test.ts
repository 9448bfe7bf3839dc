/** The inputs of `npm run bench -- worst`, smaller: each ends, verifies nothing, and can be aborted. */

import { describe, expect, test } from "vitest";
import { parsePdfCertificate } from "../../verifier-lib/src/package/open-certificate.js";
import { readEvidence } from "../../verifier-lib/src/package/open-package.js";
import { Work } from "../../verifier-lib/src/work/work.js";
import { worstPdfs } from "../bench/src/worst/worst-pdfs.js";
import { worstZips } from "../bench/src/worst/worst-zips.js";

const SIZE_BYTES = 262_144;

const read = {
  ZIP: (bytes: Uint8Array, work: Work) => readEvidence(bytes, { work }),
  PDF: (bytes: Uint8Array, work: Work) => parsePdfCertificate(bytes, { work }),
};

/** Tries only some of the searched shapes, which differ little. */
const SHAPES_STRIDE = 12;
const someZips = worstZips.filter(({ name }, i) => !name.startsWith("blocks of") || i % SHAPES_STRIDE === 0);

describe.each([
  ["ZIP", someZips],
  ["PDF", worstPdfs],
] as const)("%s", (kind, inputs) => {
  test.each(inputs)(
    "$name",
    async ({ make }) => {
      const bytes = make(SIZE_BYTES);
      const ended = await read[kind](bytes, new Work()).then(
        () => "read",
        (error) => error.code,
      );
      expect(ended).toMatch(/^(?:read|work_limit_exceeded|(?:zip|pdf|evidence)_[a-z_]+)$/);
      const aborted = new Work({ signal: AbortSignal.abort(new Error("enough")) });
      await expect(read[kind](bytes, aborted)).rejects.toThrow("enough");
    },
    60_000,
  );
});

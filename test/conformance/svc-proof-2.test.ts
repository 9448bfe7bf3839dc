/** The vectors of docs/formats/svc-proof-2.md through the parser, the encoder and the verifier. */

import { createHash } from "node:crypto";
import { FormatError } from "@svc-proof/shared/encoding";
import { encodePortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { faultOf } from "../vectors/reader-fault.js";
import { bytesOf, cases, NO_OBJECT } from "../vectors/svc-proof-2/cases.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const statusesOf = (report: Report) => report.checks.map(({ id, status, code }) => `${id} ${status} ${code}`);

describe("good", () => {
  test.each(cases.good)("$file: $about", async (expected) => {
    const bytes = bytesOf(expected);
    const proof = parsePortableProof(bytes);
    expect(proof.proof_id).toBe(expected.proof_id);
    expect(proof.content.hash).toBe(expected.content_hash);
    expect(proof.leaf.value).toBe(expected.leaf);
    expect(proof.merkle.root).toBe(expected.root);
    expect(sha256(encodePortableProof(proof))).toBe(expected.canonical_sha256);

    const report = await verify(bytes, { contentHash: expected.content_hash });
    const anchored = expected.anchors > 0;
    expect(statusesOf(report)).toEqual([
      "format passed ok",
      "content passed ok",
      "leaf passed ok",
      "merkle passed ok",
      anchored ? "payload passed ok" : "payload skipped no_anchor",
      ...(anchored
        ? Array<string>(expected.anchors).fill("anchor indeterminate no_source")
        : ["anchor skipped no_anchor"]),
    ]);
    // No time source was asked, so nothing is verified or claimed.
    expect(report.outcome).toBe("indeterminate");
    expect(report.claims).toEqual([]);
  });
});

describe("bad", () => {
  test.each(cases.bad)("$file: $about", async (expected) => {
    const bytes = bytesOf(expected);
    const malformed = expected.check === "format";
    let code: string | null = null;
    try {
      parsePortableProof(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      code = (error as FormatError).code;
    }
    expect(code).toBe(malformed ? expected.code : null);

    const report = await verify(
      bytes,
      expected.given_hash === undefined ? {} : { contentHash: expected.given_hash },
    );
    // Without an object, nothing says that it is a proof.
    const isOther = NO_OBJECT.has(expected.file);
    expect(report.input.type).toBe(isOther ? "unknown" : "svc-proof/2");
    const fault = malformed ? faultOf(expected.code) : { ...expected, status: "failed" };
    const { status, code: told } = { ...fault, ...(isOther && { code: "not_recognised" }) };
    expect(report.outcome).toBe(status);
    expect(report.claims).toEqual([]);
    expect(statusesOf(report)).toContain(`${expected.check} ${status} ${told}`);
    expect(statusesOf(report).filter((check) => check.includes(" failed "))).toHaveLength(
      status === "failed" ? 1 : 0,
    );
    if (malformed) {
      expect(statusesOf(report).slice(1)).toEqual(
        (isOther ? ["content"] : ["content", "leaf", "merkle", "payload", "anchor"]).map(
          (id) => `${id} skipped depends_on_failed_check`,
        ),
      );
    }
  });
});

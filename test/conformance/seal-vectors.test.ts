/** The timestamps of `test/vectors/seals`: faults of certificates, bounds of time, hashes beside Ed25519. */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { parseCertificate } from "@svc-proof/verifier-lib/x509";
import { expect, test } from "vitest";
import { faultOf } from "../vectors/reader-fault.js";
import { bytesOf, sealCases } from "../vectors/seals/cases.js";

/** SHA-256 of `content`. */
const digest = hexToBytes("ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73");

test.each(sealCases.cases)("$about: $status, $code", async (one) => {
  const certificatesOf = (files: readonly string[]) => files.map((file) => parseCertificate(bytesOf(file)));
  const asked = {
    token: bytesOf(one.token),
    imprint: { algorithm: "SHA-256", digest },
    anchors: certificatesOf(one.anchors),
    intermediates: certificatesOf(one.certificates),
    at: new Date(one.at),
    // Lists of later hours are at hand a day later.
    now: new Date(Date.parse(one.at) + 86_400_000),
    ...(one.known_since === null ? {} : { proofOfExistence: { noLaterThan: new Date(one.known_since) } }),
  } as const;
  const [crls, ocspResponses] = [one.crls.map(bytesOf), one.ocsp.map(bytesOf)];
  const inOrder = await verifyTimestamp({ ...asked, crls, ocspResponses });
  // In any order.
  const reversed = await verifyTimestamp({
    ...asked,
    crls: crls.toReversed(),
    ocspResponses: ocspResponses.toReversed(),
    intermediates: asked.intermediates.toReversed(),
  });
  for (const { status, code, revocation } of [inOrder, reversed]) {
    expect([status, code]).toEqual(
      /^(?:der|tsp)_/.test(one.code) ? Object.values(faultOf(one.code)) : [one.status, one.code],
    );
    expect(revocation.status).toBe(one.revocation);
    expect(revocation.revokedAt?.toISOString() ?? null).toBe(one.revoked_at);
  }
});

/** What the service stores with real tokens: the entry of the shipped lists, as the index of the vectors expects it. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  parseTimestampResponse,
  parseTimestampToken,
  verifyTimestamp,
} from "@svc-proof/verifier-lib/rfc3161";
import { defaultTrustList } from "@svc-proof/verifier-lib/trust";
import { type Certificate, parseCertificate } from "@svc-proof/verifier-lib/x509";
import { expect, test } from "vitest";
import { judgeQualification } from "../../service/src/seals/qualified.js";
import { vectorFolder } from "./third-party-vectors.js";

const folder = vectorFolder("tsp");

interface Expected {
  readonly file: string;
  readonly code: string;
  readonly territory?: string;
  readonly number?: number;
  readonly service?: RegExp;
  readonly status?: string;
}

const EXPECTED: readonly Expected[] = [
  {
    file: "good/izenpe-es-2026.tsr",
    code: "ok",
    territory: "ES",
    number: 184,
    service: /tsa\.izenpe\.com 2025/,
    status: "granted",
  },
  // The list names the issuer, which the token leaves out.
  {
    file: "good/difesa-it-2025.tst",
    code: "ok",
    territory: "IT",
    number: 223,
    service: /Ministero della Difesa/,
    status: "granted",
  },
  {
    file: "good/bosa-be-2023-ecdsa.tst",
    code: "ok",
    territory: "BE",
    number: 81,
    service: /EC2 TSU 2021/,
    status: "granted",
  },
  // Withdrawn since: the status is that at the time in the token.
  {
    file: "good/izenpe-es-2020-withdrawn-later.tst",
    code: "ok",
    territory: "ES",
    number: 184,
    service: /Qualified timestamps issued by tsa\.izenpe\.com/,
    status: "granted",
  },
  { file: "bad/fnmt-es-2016-not-qtst.tst", code: "service_of_other_type" },
  { file: "good/freetsa-2024-sha512.tst", code: "trusted_list_missing" },
  { file: "good/identrust-2025-sha512.tsr", code: "service_not_listed" },
];

test.skipIf(folder === null).each(EXPECTED)("$file: $code", async ({ file, code, ...expected }) => {
  const bytes = await readFile(join(folder!, file));
  const token = file.endsWith(".tsr") ? parseTimestampResponse(bytes).token! : parseTimestampToken(bytes);
  const certificates = token.certificates.flatMap((der): Certificate[] => {
    try {
      return [parseCertificate(der)];
    } catch {
      return [];
    }
  });
  const { genTime, imprint } = token.tstInfo;
  // As a service whose settings trust the issuer in the token, or else the signer itself.
  const issuers = certificates.filter(({ basicConstraints }) => basicConstraints?.isCa);
  const verdict = await verifyTimestamp({
    ...(file.endsWith(".tsr") ? { response: bytes } : { token: bytes }),
    imprint: { algorithm: imprint.algorithm as "SHA-256", digest: imprint.digest },
    anchors: issuers.length > 0 ? issuers : certificates,
    at: genTime,
  });
  const chain = verdict.chain.length > 0 ? verdict.chain : [verdict.signer!];
  const [signer, ...rest] = chain;
  const list = await defaultTrustList();
  const found = await judgeQualification(list, [signer!, ...rest], genTime);
  expect(found.code).toBe(code);
  if (expected.territory === undefined) {
    expect(found.entry).toBeNull();
    return;
  }
  const { territory, number: sequenceNumber, service, status } = expected;
  expect(found).toMatchObject({
    result: "qualified",
    entry: {
      territory,
      service: expect.stringMatching(service!),
      status,
      list: { sequenceNumber, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      snapshotSha256: list.sha256,
    },
  });
  expect(Date.parse(found.entry!.since)).toBeLessThan(genTime.getTime());
});

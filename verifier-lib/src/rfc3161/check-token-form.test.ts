import { describe, expect, test } from "vitest";
import { EXTENSION } from "../x509/object-identifiers.js";
import { checkTokenForm } from "./check-token.js";
import type { TimestampToken } from "./timestamp-token.js";

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const FITTING = {
  version: 3,
  signer: { version: 1, digestAlgorithm: { oid: SHA_256 } },
  digestAlgorithms: ["1.2.3", SHA_256],
  tstInfo: { extensions: [] },
};
const form = (changes: object) => checkTokenForm({ ...FITTING, ...changes } as unknown as TimestampToken);
const signer = (version: number) => ({ signer: { ...FITTING.signer, version } });
const extensions = (...extensions: { oid: string; isCritical: boolean }[]) => ({ tstInfo: { extensions } });

describe("the form of a token", () => {
  test.each<[string, object]>([
    ["the versions of the standard", {}],
    ...[0, 1, 2, 3, 4, 5].map((version): [string, object] => [
      `SignedData of version ${version}`,
      { version },
    ]),
    ...[0, 1, 2, 3, 4, 5].map((version): [string, object] => [
      `SignerInfo of version ${version}`,
      signer(version),
    ]),
    ["an extension that is not critical", extensions({ oid: "1.2.3", isCritical: false })],
    ["a critical extension that is known", extensions({ oid: EXTENSION.qcStatements, isCritical: true })],
  ])("fits with %s", (_, changes) => {
    expect(form(changes)).toBeNull();
  });

  test.each<[string, object, string]>([
    ["SignedData of a version that CMS does not have", { version: 6 }, "cms_version_mismatch"],
    ["SignerInfo of a version that CMS does not have", signer(6), "cms_version_mismatch"],
    [
      "a hash that digestAlgorithms does not list",
      { digestAlgorithms: ["1.2.3"] },
      "digest_algorithm_mismatch",
    ],
    [
      "an unknown critical extension after one that is not critical",
      extensions({ oid: "1.2.4", isCritical: false }, { oid: "1.2.3", isCritical: true }),
      "critical_token_extension",
    ],
  ])("does not fit with %s", (_, changes, code) => {
    expect(form(changes)).toMatchObject({ code });
  });
});

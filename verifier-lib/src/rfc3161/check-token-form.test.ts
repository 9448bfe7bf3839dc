import { describe, expect, test } from "vitest";
import { EXTENSION } from "../x509/object-identifiers.js";
import { checkTokenForm } from "./check-token-form.js";
import type { TimestampToken } from "./timestamp-token.js";

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const FITTING = {
  version: 3,
  hasOtherKinds: false,
  signer: { version: 1, sid: { kind: "issuerAndSerialNumber" }, digestAlgorithm: { oid: SHA_256 } },
  digestAlgorithms: ["1.2.3", SHA_256],
  tstInfo: { extensions: [] },
};
const form = (changes: object) => checkTokenForm({ ...FITTING, ...changes } as unknown as TimestampToken);
const signer = (version: number, kind: string) => ({
  signer: { ...FITTING.signer, version, sid: { kind } },
});
const extensions = (...extensions: { oid: string; isCritical: boolean }[]) => ({ tstInfo: { extensions } });

describe("the form of a token", () => {
  test.each<[string, object]>([
    ["version 3", {}],
    ["version 3 beside other kinds", { hasOtherKinds: true }],
    ["version 4 for certificates of another kind", { version: 4, hasOtherKinds: true }],
    ["version 5 for revocation data of another kind", { version: 5, hasOtherKinds: true }],
    ["a signer of version 1 by issuer and number", signer(1, "issuerAndSerialNumber")],
    ["a signer of version 3 by key", signer(3, "subjectKeyIdentifier")],
    ["an extension that is not critical", extensions({ oid: "1.2.3", isCritical: false })],
    ["a critical extension that is known", extensions({ oid: EXTENSION.qcStatements, isCritical: true })],
  ])("fits with %s", (_, changes) => {
    expect(form(changes)).toBeNull();
  });

  test.each<[string, object, string]>([
    ["version 1", { version: 1 }, "cms_version_mismatch"],
    ["version 1 beside other kinds", { version: 1, hasOtherKinds: true }, "cms_version_mismatch"],
    ["version 4 without other kinds", { version: 4 }, "cms_version_mismatch"],
    ["version 5 without other kinds", { version: 5 }, "cms_version_mismatch"],
    ["version 2 beside other kinds", { version: 2, hasOtherKinds: true }, "cms_version_mismatch"],
    ["version 6 beside other kinds", { version: 6, hasOtherKinds: true }, "cms_version_mismatch"],
    [
      "a signer of version 3 by issuer and number",
      signer(3, "issuerAndSerialNumber"),
      "cms_version_mismatch",
    ],
    ["a signer of version 1 by key", signer(1, "subjectKeyIdentifier"), "cms_version_mismatch"],
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

/**
 * The revocation lists of `test/vectors/seals`, given to OpenSSL: if it reports a certificate as
 * revoked, the timestamp does not stand here either. It passes some that do not stand here; those
 * are listed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTimestampToken } from "@svc-proof/verifier-lib/rfc3161";
import { afterAll, describe, expect, test } from "vitest";
import { bytesOf, sealCases } from "../vectors/seals/cases.js";
import { hasOpenssl } from "./openssl-authority.js";

const folder = mkdtempSync(join(tmpdir(), "svc-openssl-lists-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pem = (label: string, der: Uint8Array) =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString("base64").replace(/.{64}/g, "$&\n")}\n-----END ${label}-----\n`;

/** OpenSSL's verdict on the signer at genTime, by the lists alone: an error number, or 0. */
function opensslError(one: (typeof sealCases.cases)[number]): {
  readonly code: number;
  readonly text: string;
} {
  const token = parseTimestampToken(bytesOf(one.token));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const certificates = (files: readonly string[]) =>
    files.map((path) => pem("CERTIFICATE", bytesOf(path))).join("");
  const seconds = Math.floor(token.tstInfo.genTimeRoundedDown.getTime() / 1000);
  const { stderr, stdout } = spawnSync(
    "openssl",
    [
      ...[
        "verify",
        "-attime",
        `${seconds}`,
        "-purpose",
        "timestampsign",
        "-partial_chain",
        "-crl_check",
        "-extended_crl",
      ],
      ...["-CAfile", file("anchors.pem", certificates(one.anchors))],
      ...["-untrusted", file("chain.pem", certificates(one.certificates))],
      ...one.crls.flatMap((path, i) => ["-CRLfile", file(`${i}.crl.pem`, pem("X509 CRL", bytesOf(path)))]),
      file("leaf.pem", pem("CERTIFICATE", token.certificates[0]!)),
    ],
    { encoding: "utf8" },
  );
  const text = `${stdout}${stderr}`;
  return { code: Number(/error (\d+) at/.exec(text)?.[1] ?? 0), text };
}

const CERTIFICATE_REVOKED = 23;

describe.skipIf(!hasOpenssl)("lists that OpenSSL reads too", () => {
  const withLists = sealCases.cases.filter(({ crls, ocsp }) => crls.length > 0 && ocsp.length === 0);
  const passedByOpenssl: string[] = [];

  test.each(withLists)("$about", (one) => {
    const { code, text } = opensslError(one);
    expect(text).not.toBe("");
    // It does not know that a certificate superseded later leaves earlier signatures valid.
    if (code === CERTIFICATE_REVOKED)
      expect([one.status, one.revoked_at === null]).not.toEqual(["passed", true]);
    if (code === 0 && one.code === "revoked") passedByOpenssl.push(one.about);
  });

  test("cases that OpenSSL passes and we report as revoked", () => {
    expect(passedByOpenssl.length).toBeLessThan(withLists.length / 2);
    expect(passedByOpenssl).toContain("removeFromCRL in a full list");
    console.info(`passed by OpenSSL: ${passedByOpenssl.join("; ")}`);
  });
});

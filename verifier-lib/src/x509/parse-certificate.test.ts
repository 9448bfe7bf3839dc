import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import {
  extension,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOT_AFTER,
  NOT_BEFORE,
  NOW,
  name,
  oid,
  sequence,
  subjectAltNames,
  TIME_STAMPING,
} from "./authority.testing.js";
import { parseCrl } from "./crl.js";
import { parseOcspResponse } from "./ocsp.js";
import { parseCertificate } from "./parse-certificate.js";
import { parsePemCertificates } from "./pem.js";

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return "ok";
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

const root = await issueAuthority("Root", { pathLength: 3 });
const QC = "1.3.6.1.5.5.7.1.3";
const QTST = "0.4.0.19422.1.1";
const unit = await issueUnit(root, {
  serialNumber: "00f0a1",
  extensions: [
    extension(QC, sequence(sequence(oid(QTST)), sequence(oid("0.4.0.1862.1.1"), encodeDer(TAG.null)))),
    subjectAltNames(["email", "a@example.com"], ["dns", "example.com"], ["directory", name({ CN: "Other" })]),
  ],
});

test("the contents of a certificate", () => {
  const { certificate } = unit;
  expect(certificate).toMatchObject({
    version: 3,
    serialNumberHex: "00F0A1",
    notBefore: NOT_BEFORE,
    notAfter: NOT_AFTER,
    isSelfIssued: false,
    extendedKeyUsages: [TIME_STAMPING],
    basicConstraints: null,
    policies: null,
    inhibitAnyPolicy: null,
    nameConstraints: null,
    authorityKeyIdentifier: { keyIdentifier: root.certificate.subjectKeyIdentifier },
    signatureAlgorithm: { oid: "1.2.840.10045.4.3.2", parameters: null },
  });
  expect(certificate.subject.text).toBe("CN=Unit,C=XX");
  expect(certificate.issuer.text).toBe("CN=Root,C=XX");
  expect([...certificate.keyUsage!]).toEqual(["digitalSignature"]);
  expect(certificate.qcStatements.map(({ oid, info }) => [oid, info && bytesToHex(info)])).toEqual([
    [QTST, null],
    ["0.4.0.1862.1.1", "0500"],
  ]);
  expect(certificate.subjectAltNames.map(({ kind }) => kind)).toEqual(["email", "dns", "directory"]);
  expect(certificate.extensions.map(({ oid, isCritical }) => [oid, isCritical])).toEqual([
    ["2.5.29.14", false],
    ["2.5.29.35", false],
    ["2.5.29.15", true],
    ["2.5.29.37", true],
    [QC, false],
    ["2.5.29.17", false],
  ]);
  expect([...root.certificate.keyUsage!]).toEqual(["keyCertSign", "cRLSign"]);
  expect(root.certificate.basicConstraints).toEqual({ isCa: true, pathLength: 3 });
  expect(root.certificate.isSelfIssued).toBe(true);
});

test("later changes to the input do not affect the result", () => {
  const der = unit.certificate.der.slice();
  const parsed = parseCertificate(der);
  der.fill(0);
  expect(bytesToHex(parsed.der)).toBe(bytesToHex(unit.certificate.der));
  expect(parsed.subject.text).toBe("CN=Unit,C=XX");
});

describe("names as text", () => {
  test.each([
    [{ CN: "a, b+c" }, "CN=a\\, b\\+c"],
    [{ CN: '#x "y" ' }, 'CN=\\#x \\"y\\"\\ '],
    [{ O: "Ünal <&>", CN: "\u001b[31m\u202e" }, "CN=\\1b[31m\\e2\\80\\ae,O=Ünal \\<&\\>"],
    [{ "1.2.3.4": "x" }, "1.2.3.4=#0c0178"],
    [{}, ""],
  ])("%j", async (parts, text) => {
    const { certificate } = await issue({ subject: name(parts as Record<string, string>) });
    expect(certificate.subject.text).toBe(text);
  });
});

describe("malformed certificates", () => {
  const { der } = unit.certificate;

  test("any truncation, and trailing bytes", async () => {
    for (let length = 0; length < der.length; length++) {
      expect(await codeOf(() => parseCertificate(der.subarray(0, length)))).toBe("der_truncated");
    }
    expect(await codeOf(() => parseCertificate(Uint8Array.of(...der, 0)))).toBe("der_trailing_data");
  });

  test("sizes at the limit and beyond", async () => {
    const sized = (size: number) => encodeDer(TAG.sequence, encodeDer(TAG.octetString, new Uint8Array(size)));
    expect(await codeOf(() => parseCertificate(sized(65_536 - 8)))).toBe("der_unexpected");
    expect(await codeOf(() => parseCertificate(sized(65_536 - 7)))).toBe("der_too_large");
  });

  const issued = (...extensions: readonly Uint8Array[]) => issueUnit(root, { extensions });
  const bytes = (...content: readonly number[]) => Uint8Array.from(content);
  test.each<[string, () => Promise<unknown>, string]>([
    [
      "an extension twice",
      () => issued(extension("1.2.3", bytes(5, 0)), extension("1.2.3", bytes(5, 0))),
      "x509_extension_duplicate",
    ],
    [
      "trailing data in one",
      () => issued(extension("2.5.29.32", bytes(0x30, 0, 0))),
      "x509_extension_malformed",
    ],
    ["no policies", () => issued(extension("2.5.29.32", bytes(0x30, 0))), "x509_extension_malformed"],
    [
      "empty name constraints",
      () => issued(extension("2.5.29.30", bytes(0x30, 0), true)),
      "x509_extension_malformed",
    ],
    [
      "a negative path length",
      () => issued(extension("2.5.29.19", bytes(0x30, 6, 1, 1, 0xff, 2, 1, 0x80))),
      "x509_extension_malformed",
    ],
    ["a serial number with padding", () => issueUnit(root, { serialNumber: "0001" }), "der_integer"],
  ])("%s", async (_, work, code) => {
    expect(await codeOf(work)).toBe(code);
  });

  /** The certificate with its TBSCertificate rebuilt from changed fields. */
  function rebuilt(change: (fields: Uint8Array[]) => Uint8Array[], algorithm?: Uint8Array): Uint8Array {
    const { certificate } = unit;
    const fields = change([
      encodeDer(contextConstructed(0), Uint8Array.of(2, 1, 2)),
      encodeDer(TAG.integer, certificate.serialNumber),
      certificate.signatureAlgorithm.der,
      certificate.issuer.der,
      sequence(
        encodeDer(TAG.utcTime, new TextEncoder().encode("260101000000Z")),
        encodeDer(TAG.utcTime, new TextEncoder().encode("280101000000Z")),
      ),
      certificate.subject.der,
      certificate.spki.der,
      encodeDer(contextConstructed(3), sequence(extension("1.2.3", Uint8Array.of(5, 0)))),
    ]);
    return sequence(
      sequence(...fields),
      algorithm ?? certificate.signatureAlgorithm.der,
      encodeDer(TAG.bitString, Uint8Array.of(0), certificate.signature),
    );
  }

  test("versions", async () => {
    const withVersion = (version: number | null, from = 1) =>
      codeOf(() =>
        parseCertificate(
          rebuilt((fields) => [
            ...(version === null ? [] : [encodeDer(contextConstructed(0), Uint8Array.of(2, 1, version))]),
            ...fields.slice(1, from === 1 ? undefined : 7),
          ]),
        ),
      );
    expect(await withVersion(2)).toBe("ok");
    expect(await withVersion(3)).toBe("x509_version");
    expect(await withVersion(null)).toBe("x509_version");
    expect(await withVersion(0)).toBe("x509_version");
    expect(await withVersion(null, 0)).toBe("ok");
  });

  test("unique identifiers need version 2, and extensions version 3", async () => {
    const [issuerId, subjectId] = [1, 2].map((number) => encodeDer(contextPrimitive(number), bytes(0, 1)));
    const explicit = (version: number) => encodeDer(contextConstructed(0), bytes(2, 1, version));
    const made = (version: number | null, ...added: readonly (Uint8Array | undefined)[]) =>
      codeOf(() =>
        parseCertificate(
          rebuilt((fields) => [
            ...(version === null ? [] : [explicit(version)]),
            ...fields.slice(1, 7),
            ...added.map((one) => one ?? fields[7]!),
          ]),
        ),
      );
    for (const version of [null, 0]) {
      expect(await made(version)).toBe("ok");
      expect(await made(version, issuerId)).toBe("x509_version");
      expect(await made(version, subjectId)).toBe("x509_version");
      expect(await made(version, issuerId, subjectId)).toBe("x509_version");
      expect(await made(version, undefined)).toBe("x509_version");
    }
    for (const version of [1, 2]) {
      expect(await made(version)).toBe("ok");
      expect(await made(version, issuerId)).toBe("ok");
      expect(await made(version, issuerId, subjectId)).toBe("ok");
      expect(await made(version, undefined)).toBe(version === 2 ? "ok" : "x509_version");
    }
    expect(await made(3)).toBe("x509_version");
    expect(await made(0x80)).toBe("der_integer");
    const versions = [null, 0, 1, 2].map((version) =>
      parseCertificate(
        rebuilt((fields) => [...(version === null ? [] : [explicit(version)]), ...fields.slice(1, 7)]),
      ),
    );
    expect(versions.map(({ version }) => version)).toEqual([1, 1, 2, 3]);
    expect(versions[0]!.extensions).toEqual([]);
  });

  test("different algorithms outside and inside", async () => {
    const other = sequence(oid("1.2.840.10045.4.3.3"));
    expect(await codeOf(() => parseCertificate(rebuilt((fields) => fields, other)))).toBe(
      "x509_signature_algorithm_mismatch",
    );
  });

  test("extra fields, or fields in another order", async () => {
    for (const change of [
      (fields: Uint8Array[]) => [...fields, encodeDer(TAG.null)],
      (fields: Uint8Array[]) => [fields[1]!, fields[0]!, ...fields.slice(2)],
      (fields: Uint8Array[]) => fields.slice(0, 6),
    ]) {
      expect(await codeOf(() => parseCertificate(rebuilt(change)))).toBe("der_unexpected");
    }
  });
});

describe("PEM", () => {
  const pem = (der: Uint8Array) =>
    `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64").replace(/.{64}/g, "$&\r\n")}\n-----END CERTIFICATE-----\n`;
  const one = pem(unit.certificate.der);

  test("bundles with text between the blocks", () => {
    const parsed = parsePemCertificates(`# Root\n${pem(root.certificate.der)}\nsubject=Unit\n${one}`);
    expect(parsed.map(({ subject }) => subject.text)).toEqual(["CN=Root,C=XX", "CN=Unit,C=XX"]);
  });

  test.each([
    ["", "pem_no_certificate"],
    ["text", "pem_no_certificate"],
    ["-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----", "pem_malformed"],
    [one.slice(0, -30), "pem_malformed"],
    [one.replace("M", "*"), "pem_malformed"],
    [one.replace("MII", "M=II"), "pem_malformed"],
    ["-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----", "pem_malformed"],
    ["-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----", "der_unexpected"],
    [`${" ".repeat(4_194_304)}x`, "pem_too_large"],
  ])("refused %#", async (text, code) => {
    expect(await codeOf(() => parsePemCertificates(text))).toBe(code);
  });

  test("1,024 certificates, and one more", async () => {
    expect(parsePemCertificates(one.repeat(1024)).length).toBe(1024);
    expect(await codeOf(() => parsePemCertificates(one.repeat(1025)))).toBe("pem_too_large");
  }, 60_000);
});

describe("revocation lists and OCSP responses", () => {
  test("the contents of a list", async () => {
    const revoked = [
      { certificate: unit.certificate, at: NOT_BEFORE, reason: 1 },
      { certificate: root.certificate, at: NOW },
    ];
    const crl = await issueCrl(root, { revoked });
    expect(crl).toMatchObject({ thisUpdate: NOW, nextUpdate: NOT_AFTER, issuingDistributionPoint: null });
    expect([...crl.revoked.values()]).toMatchObject([
      { serialNumberHex: "00F0A1", revokedAt: NOT_BEFORE, reason: "keyCompromise", invalidityDate: null },
      { revokedAt: NOW, reason: null },
    ]);
    for (let length = 0; length < crl.der.length; length += 7) {
      expect(await codeOf(() => parseCrl(crl.der.subarray(0, length)))).toBe("der_truncated");
    }
    const unused = await issueCrl(root, { revoked: [{ certificate: unit.certificate, at: NOW, reason: 7 }] });
    expect([...unused.revoked.values()]).toMatchObject([
      { revokedAt: NOW, reason: null, isMalformed: false },
    ]);
  });

  test("the contents of a response, with its envelope and without", async () => {
    const status = { revokedAt: NOT_BEFORE, reason: 5 };
    const response = await issueOcspResponse(root, unit.certificate, {
      status,
      certificates: [root.certificate],
    });
    expect(response).toMatchObject({
      producedAt: NOW,
      responses: [
        {
          serialNumberHex: "00F0A1",
          status: "revoked",
          revokedAt: NOT_BEFORE,
          reason: "cessationOfOperation",
        },
      ],
    });
    expect(response.certificates.map(({ subject }) => subject.text)).toEqual(["CN=Root,C=XX"]);
    expect(parseOcspResponse(response.der)).toEqual(response);
    expect(await codeOf(() => parseOcspResponse(sequence(encodeDer(TAG.enumerated, Uint8Array.of(6)))))).toBe(
      "ocsp_no_response",
    );
  });
});

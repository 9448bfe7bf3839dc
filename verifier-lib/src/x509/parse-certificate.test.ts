import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { TAG } from "../asn1/der.js";
import { around, bytes, NULL, octets, plain } from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
import {
  extension,
  issueAuthority,
  issueUnit,
  NOT_AFTER,
  NOT_BEFORE,
  name,
  oid,
  sequence,
  subjectAltNames,
  TIME_STAMPING,
} from "./authority.testing.js";
import { parseCertificate } from "./parse-certificate.js";

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
    extension(QC, sequence(sequence(oid(QTST)), sequence(oid("0.4.0.1862.1.1"), NULL))),
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

describe("malformed certificates", () => {
  const { der } = unit.certificate;

  test("any truncation, and trailing bytes", async () => {
    for (let length = 0; length < der.length; length++) {
      expect(await codeOf(() => parseCertificate(der.subarray(0, length)))).toBe("der_truncated");
    }
    expect(await codeOf(() => parseCertificate(Uint8Array.of(...der, 0)))).toBe("der_trailing_data");
  });

  test("sizes at the limit and beyond", async () => {
    const sized = (size: number) => sequence(octets(new Uint8Array(size)));
    expect(await codeOf(() => parseCertificate(sized(65_536 - 8)))).toBe("der_unexpected");
    expect(await codeOf(() => parseCertificate(sized(65_536 - 7)))).toBe("der_too_large");
  });

  test.each<[string, readonly Uint8Array[], string]>([
    [
      "an extension twice",
      [extension("1.2.3", bytes(5, 0)), extension("1.2.3", bytes(5, 0))],
      "x509_extension_duplicate",
    ],
    ["trailing data in one", [extension("2.5.29.32", bytes(0x30, 0, 0))], "x509_extension_malformed"],
    ["no policies", [extension("2.5.29.32", bytes(0x30, 0))], "x509_extension_malformed"],
    [
      "a negative path length",
      [extension("2.5.29.19", bytes(0x30, 6, 1, 1, 0xff, 2, 1, 0x80))],
      "x509_extension_malformed",
    ],
  ])("%s", async (_, extensions, code) => {
    expect(await codeOf(() => issueUnit(root, { extensions }))).toBe(code);
  });

  test("a serial number with padding", async () => {
    expect(await codeOf(() => issueUnit(root, { serialNumber: "0001" }))).toBe("der_integer");
  });

  const version = (number: number) => around(0, bytes(2, 1, number));
  const EXTENSIONS = around(3, sequence(extension("1.2.3", bytes(5, 0))));
  /** The fields of the certificate without version and extensions. */
  const FIELDS = [
    encodeDer(TAG.integer, unit.certificate.serialNumber),
    unit.certificate.signatureAlgorithm.der,
    unit.certificate.issuer.der,
    sequence(
      ...["260101000000Z", "280101000000Z"].map((text) =>
        encodeDer(TAG.utcTime, new TextEncoder().encode(text)),
      ),
    ),
    unit.certificate.subject.der,
    unit.certificate.spki.der,
  ];
  const rebuilt = (fields: readonly Uint8Array[], algorithm = unit.certificate.signatureAlgorithm.der) =>
    sequence(sequence(...fields), algorithm, encodeDer(TAG.bitString, bytes(0), unit.certificate.signature));
  const codeOfFields = (...fields: readonly Uint8Array[]) => codeOf(() => parseCertificate(rebuilt(fields)));

  test("unique identifiers need version 2, and extensions version 3", async () => {
    const [issuerId, subjectId] = [1, 2].map((number) => plain(number, bytes(0, 1)));
    const ids = [issuerId!, subjectId!];
    for (const [stated, expected] of [
      [[], 1],
      [[version(0)], 1],
      [[version(1)], 2],
      [[version(2)], 3],
    ] as const) {
      const made = (...added: readonly Uint8Array[]) => codeOfFields(...stated, ...FIELDS, ...added);
      const parsed = parseCertificate(rebuilt([...stated, ...FIELDS]));
      expect([parsed.version, parsed.extensions]).toEqual([expected, []]);
      const withIds = expected === 1 ? "x509_version" : "ok";
      expect([await made(ids[0]!), await made(...ids)]).toEqual([withIds, withIds]);
      if (expected === 1) expect(await made(ids[1]!)).toBe("x509_version");
      expect(await made(EXTENSIONS)).toBe(expected === 3 ? "ok" : "x509_version");
    }
    expect(await codeOfFields(version(3), ...FIELDS)).toBe("x509_version");
    expect(await codeOfFields(version(3), ...FIELDS, EXTENSIONS)).toBe("x509_version");
    expect(await codeOfFields(version(0x80), ...FIELDS)).toBe("der_integer");
  });

  test("different algorithms outside and inside, extra fields, or fields in another order", async () => {
    const other = sequence(oid("1.2.840.10045.4.3.3"));
    const whole = [version(2), ...FIELDS, EXTENSIONS];
    expect(await codeOf(() => parseCertificate(rebuilt(whole, other)))).toBe(
      "x509_signature_algorithm_mismatch",
    );
    expect(await codeOfFields(...whole, NULL)).toBe("der_unexpected");
    expect(await codeOfFields(FIELDS[0]!, version(2), ...FIELDS.slice(1), EXTENSIONS)).toBe("der_unexpected");
    expect(await codeOfFields(version(2), ...FIELDS.slice(0, 5))).toBe("der_unexpected");
  });
});

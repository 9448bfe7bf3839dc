import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { encodeTrustSnapshot } from "../../../verifier-lib/src/trust/snapshot.js";
import {
  testList,
  testService,
  testSnapshot,
} from "../../../verifier-lib/src/trust/trust-snapshot.testing.js";
import {
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
} from "../../../verifier-lib/src/x509/authority.testing.js";
import { recognise } from "./recognise.js";

const fileOf = (content: Uint8Array | string, fileName = "file.bin") =>
  new File([content as Uint8Array<ArrayBuffer>], fileName);
const sha256 = (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex");

let authority: Issued;
let unit: Issued;
let ocsp: Uint8Array;

beforeAll(async () => {
  authority = await issueAuthority("Root");
  unit = await issueUnit(authority);
  ocsp = (await issueOcspResponse(authority, unit.certificate)).der;
});

describe("files of an authority in DER", () => {
  const roleOf = async (content: Uint8Array, fileName?: string) =>
    (await recognise(fileOf(content, fileName))).role;

  test("a certificate, a revocation list and an OCSP response are told apart by their content", async () => {
    const crl = (await issueCrl(authority)).der;
    expect(await roleOf(unit.certificate.der)).toBe("authority");
    expect(await roleOf(crl, "seal.crl")).toBe("crl");
    expect(await roleOf(crl, "answer.ocsp")).toBe("crl");
    expect(await roleOf(ocsp, "answer.ors")).toBe("ocsp");
    expect((await recognise(fileOf(ocsp))).hash).toBe(sha256(ocsp));
  });

  test("a list larger than any seal is a list", async () => {
    const revoked = Array.from({ length: 60_000 }, () => ({
      certificate: unit.certificate,
      at: new Date(0),
    }));
    const { der } = await issueCrl(authority, { revoked });
    expect(der.length).toBeGreaterThan(1_048_576);
    expect(await roleOf(der)).toBe("crl");
  });

  test("what cannot be parsed whole may be an original", async () => {
    const crl = (await issueCrl(authority)).der;
    for (const der of [crl, ocsp, unit.certificate.der]) {
      expect(await roleOf(der.subarray(0, -1), "file.crl")).toBe("original");
      expect(await roleOf(Uint8Array.of(...der, 0), "file.ors")).toBe("original");
    }
  });
});

describe("trusted lists", () => {
  const snapshotOf = () => encodeTrustSnapshot(testSnapshot(testList("ES", [testService(unit.certificate)])));

  test("a snapshot is recognised, and its facts are told", async () => {
    const text = snapshotOf();
    expect(await recognise(fileOf(text, "anything.json"))).toMatchObject({
      role: "snapshot",
      hash: sha256(text),
      snapshot: {
        sha256: sha256(text),
        lotl: { territory: "EU", sequenceNumber: 390 },
        lists: [{ territory: "ES", sequenceNumber: 7, nextUpdate: "2026-12-01T00:00:00Z" }],
        territoryCount: 2,
      },
    });
  });

  test("a malformed snapshot is not one to use", async () => {
    for (const text of [snapshotOf().slice(0, -1), `${snapshotOf()} `, '{"format":"svc-trust-list/2"}']) {
      expect(await recognise(fileOf(text)), text).toMatchObject({ role: "snapshot", snapshot: null });
    }
  });

  test("a list in XML is known as such, and JSON or a page that speaks of one is not", async () => {
    const xml = '<?xml version="1.0"?>\n<!-- list --><tsl:TrustServiceStatusList xmlns:tsl="x" Id="a"/>';
    expect(await recognise(fileOf(xml, "ES.xml"))).toMatchObject({ role: "trusted-list", report: null });
    expect((await recognise(fileOf("<TrustServiceStatusList>"))).role).toBe("trusted-list");
    for (const text of [
      '{"a":"svc-trust-list/1"}',
      "see <TrustServiceStatusList>",
      "<p>TrustServiceStatusList</p>",
    ]) {
      expect((await recognise(fileOf(text))).role, text).toBe("original");
    }
  });
});

/**
 * Attacks that talk the verifier out of a true seal: certificates, lists and answers that nobody has signed. Only what an
 * authority signed lowers a verdict. docs/design/threats.md.
 */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { FoundEvidence, foundPiece, gatherEvidence, UnreadPiece } from "@svc-proof/verifier-lib/evidence";
import { beforeAll, describe, expect, test } from "vitest";
import { IMPRINT, makeToken, oid, sequence } from "../../verifier-lib/src/rfc3161/token.testing.js";
import {
  type Issued,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOW,
} from "../../verifier-lib/src/x509/authority.testing.js";

let root: Issued;
let authority: Issued;
let unit: Issued;
let token: Uint8Array;
beforeAll(async () => {
  root = await issueAuthority("Root");
  authority = await issueAuthority("Authority", { issuer: root });
  unit = await issueUnit(authority);
  token = await makeToken({ signer: unit });
});

const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
const run = (options: VerifyOptions) =>
  verify(token, {
    now: NOW,
    contentHash: bytesToHex(IMPRINT),
    trustList: null,
    trust: [pem(root.certificate.der)],
    ...options,
  });
const said = ({ outcome, checks }: Report) => {
  const { code, evidence } = checks.find(({ id }) => id === "seal")!;
  return [outcome, code, (evidence["revocation"] as { status?: string } | undefined)?.status];
};
/** With its signature spoilt, and a number of its own. */
const broken = (der: Uint8Array, i: number) => {
  const copy = der.slice();
  copy[copy.length - 1]! ^= 1 + (i & 127);
  copy[copy.length - 2]! ^= 1 + (i >> 7);
  return copy;
};

describe("certificates", () => {
  test("a hundred broken copies of an intermediate before the true one do not hide it", async () => {
    const { der } = authority.certificate;
    const copies = Array.from({ length: 100 }, (_, i) => pem(broken(der, i))).join("");
    for (const certificates of [
      [copies, pem(der)],
      [pem(der), copies],
    ]) {
      expect(said(await run({ certificates }))).toEqual(["verified", "ok", "not_checked"]);
    }
  });
});

describe("revocation data", () => {
  const certificates = () => [pem(authority.certificate.der)];

  test("in a signature scheme that nobody here knows is reported, stated or found", async () => {
    const unknown = { ...authority, key: { ...authority.key, algorithm: sequence(oid("1.2.3.4")) } };
    const revoked = { revoked: [{ certificate: unit.certificate, at: NOW, reason: 1 }] };
    const list = (await issueCrl(unknown, revoked)).der;
    const status = { revokedAt: NOW, reason: 1 };
    const answer = (await issueOcspResponse(unknown, unit.certificate, { status })).der;
    const stranger = await issueAuthority("Stranger");
    const other = { ...stranger, key: { ...stranger.key, algorithm: sequence(oid("1.2.3.4")) } };
    const found = async (...files: Uint8Array[]) => ({
      certificates: certificates(),
      found: await gatherEvidence(files),
    });
    const code = "seal_revocation_data_malformed";
    for (const options of [
      { certificates: certificates(), crls: [list] },
      { certificates: certificates(), ocspResponses: [answer] },
      await found(list),
      await found(answer),
    ]) {
      const report = await run(options);
      expect(said(report)).toEqual(["verified", "ok", "not_checked"]);
      expect(report.notices.map((one) => one.code)).toContain(code);
    }
    const unrelated = await run(await found((await issueCrl(other, revoked)).der));
    expect(unrelated.notices.map((one) => one.code)).not.toContain(code);
  });

  test("an answer with a broken signature says nothing", async () => {
    const good = (await issueOcspResponse(authority, unit.certificate)).der;
    const report = await run({ certificates: certificates(), ocspResponses: [broken(good, 0)] });
    expect(said(report)).toEqual(["verified", "ok", "not_checked"]);
    const revoked = (
      await issueOcspResponse(authority, unit.certificate, { status: { revokedAt: NOW, reason: 1 } })
    ).der;
    expect(said(await run({ certificates: certificates(), ocspResponses: [broken(revoked, 0)] }))).toEqual([
      "verified",
      "ok",
      "not_checked",
    ]);
    expect((await run({ certificates: certificates(), ocspResponses: [revoked] })).outcome).toBe("failed");
  });

  test("a list with a broken signature says nothing, however many there are", async () => {
    const of = async (issuer: Issued) => (await issueCrl(issuer, {})).der;
    const lists = [await of(root), await of(authority)];
    const spoilt = Array.from({ length: 14 }, (_, i) => broken(lists[1]!, i));
    for (const crls of [
      [...spoilt, ...lists],
      [...lists, ...spoilt],
    ]) {
      expect(said(await run({ certificates: certificates(), crls }))).toEqual(["verified", "ok", "good"]);
    }
    expect(said(await run({ certificates: certificates(), crls: spoilt }))).toEqual([
      "verified",
      "ok",
      "not_checked",
    ]);
  });

  test("of a time that is still to come shows nothing good, and revokes all the same", async () => {
    const thisUpdate = new Date(NOW.getTime() + 3_600_000);
    const of = async (issuer: Issued, more = {}) => (await issueCrl(issuer, { thisUpdate, ...more })).der;
    const lists = [await of(root), await of(authority)];
    expect(said(await run({ certificates: certificates(), crls: lists }))).toEqual([
      "verified",
      "ok",
      "not_checked",
    ]);
    const revoked = [{ certificate: unit.certificate, at: new Date(NOW.getTime() - 3_600_000), reason: 1 }];
    const revoking = await of(authority, { revoked });
    expect((await run({ certificates: certificates(), crls: [revoking] })).outcome).toBe("failed");
  });
});

describe("what lies beside a seal", () => {
  const text = (value: string) => new TextEncoder().encode(value);
  const revoked = () => [
    { certificate: unit.certificate, at: new Date(NOW.getTime() - 3_600_000), reason: 1 },
  ];

  test("takes nothing from its budget: answers with hundreds of delegates that nobody authorised", async () => {
    const stranger = await issueAuthority("Authority");
    const delegate = await issue({
      subject: unit.certificate.subject.der,
      issuer: stranger,
      hasKeyIdentifiers: false,
    });
    const { der } = await issueOcspResponse(authority, unit.certificate, {
      responder: delegate,
      certificates: Array.from({ length: 300 }, () => delegate.certificate),
    });
    const beside = [text(pem(authority.certificate.der)), ...Array.from({ length: 4 }, () => der)];
    expect(said(await run({ found: await gatherEvidence(beside) }))).toEqual([
      "verified",
      "ok",
      "not_checked",
    ]);
  });

  test("may be more lists of the authority than a search verifies signatures, and one of them revokes", async () => {
    const lists: Uint8Array[] = [];
    for (let i = 0; i < 150; i++) {
      lists.push((await issueCrl(authority, { thisUpdate: new Date(NOW.getTime() - i * 3_600_000) })).der);
    }
    const beside = [text(pem(authority.certificate.der)), (await issueCrl(root)).der, ...lists];
    expect(said(await run({ found: await gatherEvidence(beside) }))).toEqual(["verified", "ok", "good"]);
    const revoking = (await issueCrl(authority, { revoked: revoked() })).der;
    const report = await run({ found: await gatherEvidence([...beside, revoking]) });
    expect(said(report).slice(0, 2)).toEqual(["failed", "revoked"]);
  });

  test("is read with few files open at a time: a list that cannot be opened would be lost", async () => {
    const revoking = (await issueCrl(authority, { revoked: revoked() })).der;
    const files = [
      text(pem(authority.certificate.der)),
      ...Array.from({ length: 40 }, (_, i) => broken(revoking, i)),
      revoking,
    ];
    let open = 0;
    let most = 0;
    const found = new FoundEvidence(
      files.map((file) => foundPiece(file)!),
      async (i) => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setImmediate(resolve));
        open--;
        return files[i]!;
      },
    );
    expect((await run({ found })).outcome).toBe("failed");
    expect(most).toBeLessThanOrEqual(4);
  });

  test("and cannot be read any more is reported, if it may revoke", async () => {
    const files = [text(pem(authority.certificate.der)), (await issueCrl(authority)).der];
    const found = new FoundEvidence(
      files.map((file) => foundPiece(file)!),
      async (i) => {
        if (i === 1) throw new UnreadPiece("gone");
        return files[i]!;
      },
    );
    const { notices } = await run({ found });
    expect(notices.map(({ code }) => code)).toContain("seal_revocation_data_malformed");
  });

  test("is counted where it is more than one verification judges, in any order the same", async () => {
    const stranger = await issueAuthority("Authority");
    const forged = await Promise.all(
      Array.from({ length: 20 }, async () => makeToken({ signer: await issueUnit(stranger) })),
    );
    const input = encodeDetachedTimestamp({
      hash: "sha256",
      digest: IMPRINT,
      timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://a.example" } }] },
    });
    const reportOf = async (files: readonly Uint8Array[]) =>
      verify(input, { now: NOW, trustList: null, found: await gatherEvidence(files) });
    const report = await reportOf(forged);
    expect(report.notices).toContainEqual({
      code: "not_all_judged",
      evidence: { of: "seal", judged: 16, given: 20 },
    });
    expect(await reportOf(forged.toReversed())).toEqual(report);
  });
});

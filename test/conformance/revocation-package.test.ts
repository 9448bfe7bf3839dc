/**
 * Revocation data of a seal in packages and certificates, and from its authority: docs/formats/evidence.md,
 * docs/decisions/09-seals.md.
 */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import { type Report, reportText, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { type RevocationSource, SourceError } from "@svc-proof/verifier-lib/source";
import { beforeAll, describe, expect, test } from "vitest";
import type { ZipFile } from "../../service/src/documents/encode-zip.js";
import { attachmentObjects, pdfOf } from "../../verifier-lib/src/archive/pdf.testing.js";
import { IMPRINT, makeToken } from "../../verifier-lib/src/rfc3161/token.testing.js";
import {
  type Issued,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  NOW,
} from "../../verifier-lib/src/x509/authority.testing.js";
import { packed } from "../evidence-packages.js";

const HOUR_MS = 3_600_000;
const hours = (count: number) => new Date(NOW.getTime() + count * HOUR_MS);
/** The token is of NOW; it is judged two days later. */
const LATER = hours(48);
const KEY_COMPROMISE = 1;
const SUPERSEDED = 4;
const at = (name: string, content: Uint8Array): ZipFile => ({ name, content });

let root: Issued;
let unit: Issued;
let token: Uint8Array;
let proof: Uint8Array;
let trust: string[];
beforeAll(async () => {
  root = await issueAuthority("Root");
  unit = await issueUnit(root);
  token = await makeToken({ signer: unit });
  trust = [
    `-----BEGIN CERTIFICATE-----\n${Buffer.from(root.certificate.der).toString("base64")}\n-----END CERTIFICATE-----\n`,
  ];
  const id = "6f1c3d52-8a4b-4c1e-9d27-5b0e7a91c3f4";
  const hash = bytesToHex(IMPRINT);
  const merkleRoot = bytesToHex(new MerkleTree(leafHash(id, hash)).root);
  proof = new TextEncoder().encode(
    encodePortableProof({
      schema: "svc-proof/2",
      proof_id: id,
      content: { algorithm: "SHA-256", hash },
      leaf: { formula: LEAF_FORMULA, value: merkleRoot },
      merkle: { index: 0, path: [], root: merkleRoot },
      anchors: [
        {
          network: "Ethereum",
          chain_id: 1,
          tx_hash: `0x${"11".repeat(32)}`,
          block_number: 1,
          payload: anchorPayload(merkleRoot),
        },
      ],
      attestations: [{ type: "rfc3161-qualified-timestamp", state: "issued" }],
    }),
  );
});

const crl = async (at: Date | null, reason?: number) =>
  (
    await issueCrl(root, {
      thisUpdate: hours(24),
      revoked:
        at === null ? [] : [{ certificate: unit.certificate, at, ...(reason !== undefined && { reason }) }],
    })
  ).der;
const ocsp = async (revokedAt: Date | null, reason?: number) =>
  (
    await issueOcspResponse(root, unit.certificate, {
      thisUpdate: hours(24),
      ...(revokedAt !== null && { status: { revokedAt, ...(reason !== undefined && { reason }) } }),
    })
  ).der;

async function judged(files: readonly ZipFile[], options: VerifyOptions = {}): Promise<Report> {
  const zip = await packed(
    at("proof.json", proof),
    ...(files.length === 0 ? [] : [at("seal/timestamp.tsr", token), ...files]),
  );
  return verify(zip, { now: LATER, trust, ...options });
}
const seal = ({ checks }: Report) => checks.find(({ id }) => id === "seal")!;
const told = (report: Report) => {
  const { status, code, evidence } = seal(report);
  return [status, code, (evidence["revocation"] as { status: string }).status];
};
const codes = ({ notices }: Report) => notices.map(({ code }) => code);

test("without them, the report says that nothing was checked", async () => {
  const report = await judged([at("seal/note.txt", new Uint8Array(1))]);
  expect(told(report)).toEqual(["passed", "ok", "not_checked"]);
  expect(codes(report)).toContain("revocation_not_checked");
});

describe.each(["crl", "ocsp"] as const)("seal/revocation/1.%s", (kind) => {
  const make = kind === "crl" ? crl : ocsp;
  test.each<[string, () => Promise<Uint8Array>, string[]]>([
    ["not revoked", () => make(null), ["passed", "ok", "good"]],
    [
      "key compromised before genTime",
      () => make(hours(-1), KEY_COMPROMISE),
      ["failed", "revoked", "revoked"],
    ],
    ["superseded before genTime", () => make(hours(-1), SUPERSEDED), ["failed", "revoked", "revoked"]],
    [
      "key compromised after genTime",
      () => make(hours(12), KEY_COMPROMISE),
      ["indeterminate", "revoked_no_poe", "revoked"],
    ],
    ["superseded after genTime", () => make(hours(12), SUPERSEDED), ["passed", "ok", "good"]],
  ])("%s", async (_, answer, expected) => {
    const report = await judged([at(`seal/revocation/1.${kind}`, await answer())]);
    expect(told(report)).toEqual(expected);
    const input = report.inputs.find((one) => one.kind === (kind === "crl" ? "crl" : "ocsp_response"));
    expect(input).toMatchObject({ origin: "package", status: "checked", code: "ok" });
    expect(codes(report)).not.toContain("parts_not_checked");
  });

  test("that cannot be read is a notice, and fails nothing", async () => {
    const junk = at(`seal/revocation/2.${kind}`, new TextEncoder().encode("<html>"));
    const report = await judged([at(`seal/revocation/1.${kind}`, await make(null)), junk]);
    expect(told(report)).toEqual(["passed", "ok", "good"]);
    expect(codes(report)).toContain("input_left_out");
    expect(report.checks.map(({ id }) => id)).not.toContain("inputs");
    expect(report.inputs.filter(({ status }) => status === "unreadable")).toHaveLength(1);
    // What the caller names must be readable.
    const ofCaller = kind === "crl" ? { crls: [junk.content] } : { ocspResponses: [junk.content] };
    const strict = await judged([at("seal/note.txt", new Uint8Array(1))], ofCaller as VerifyOptions);
    expect([strict.outcome, strict.reason]).toEqual(["indeterminate", "unusable"]);
  });

  test("sixteen are read, one more is refused", async () => {
    const answer = await make(null);
    const files = Array.from({ length: 17 }, (_, i) => at(`seal/revocation/${i + 1}.${kind}`, answer));
    expect(told(await judged(files.slice(1)))).toEqual(["passed", "ok", "good"]);
    const { checks } = await judged(files);
    expect(checks[0]).toMatchObject({ status: "indeterminate", code: "too_large" });
  });
});

test("good words of the caller do not outvote the package, nor the other way round", async () => {
  const [good, revoked] = [await ocsp(null), await crl(hours(-1), KEY_COMPROMISE)];
  const packedList = await judged([at("seal/revocation/1.crl", revoked)], { ocspResponses: [good] });
  const packedAnswer = await judged([at("seal/revocation/1.ocsp", good)], { crls: [revoked] });
  for (const report of [packedList, packedAnswer]) expect(told(report)[1]).toBe("revoked");
});

test("answers of another authority, or forged ones, change nothing", async () => {
  const other = await issueAuthority("Root");
  const forged = (
    await issueCrl(other, {
      revoked: [{ certificate: unit.certificate, at: hours(-1), reason: KEY_COMPROMISE }],
    })
  ).der;
  const report = await judged([
    at("seal/revocation/1.crl", forged),
    at("seal/revocation/1.ocsp", await ocsp(null)),
  ]);
  expect(told(report)).toEqual(["passed", "ok", "good"]);
});

test.each(["0.crl", "100.crl", "01.crl", "a.crl", "1.CRL", "1.crl.txt", "x/1.crl"])(
  "seal/revocation/%s is no part",
  async (name) => {
    const report = await judged([at(`seal/revocation/${name}`, await crl(hours(-1), KEY_COMPROMISE))]);
    expect(told(report)[2]).toBe("not_checked");
    expect(codes(report)).toContain("parts_not_checked");
  },
);

test.each([
  ["1.crl", 8_388_609],
  ["1.ocsp", 131_073],
])("seal/revocation/%s has at most the size that the verifier reads", async (name, size) => {
  const { checks } = await judged([at(`seal/revocation/${name}`, noise(size))]);
  expect(checks[0]).toMatchObject({ status: "indeterminate", code: "too_large" });
});

/** Bytes that deflate does not shrink. */
function noise(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i += 65_536)
    crypto.getRandomValues(bytes.subarray(i, Math.min(size, i + 65_536)));
  return bytes;
}

test("attachments of a certificate", async () => {
  const answer = await crl(hours(-1), KEY_COMPROMISE);
  const objects = attachmentObjects([
    { name: "proof.json", data: proof },
    { name: "timestamp.tsr", data: token },
    { name: "seal-revocation-1.crl", data: answer },
  ]);
  const pdf = pdfOf({ objects });
  expect(told(await verify(pdf, { now: LATER, trust }))).toEqual(["failed", "revoked", "revoked"]);
});

describe("online", () => {
  const source = (answer: RevocationSource["fetchRevocation"]): RevocationSource => ({
    name: "test",
    fetchRevocation: answer,
  });
  const about = () => unit.certificate;

  test("what was fetched, and where, is in the report", async () => {
    const bytes = await ocsp(hours(-1), KEY_COMPROMISE);
    let asked = 0;
    const report = await verify(token, {
      now: LATER,
      trust,
      revocationSource: source(async ({ signer, anchors }) => {
        asked++;
        expect([signer.subject.text, anchors.length]).toEqual(["CN=Unit,C=XX", 1]);
        return {
          answers: [{ kind: "ocsp", bytes, url: "http://ocsp.example/", about: about(), position: 0 }],
          gaps: [],
          issuers: [],
        };
      }),
    });
    expect(asked).toBe(1);
    expect(told(report)).toEqual(["failed", "revoked", "revoked"]);
    expect((seal(report).evidence["revocation"] as { online: unknown }).online).toMatchObject({
      source: "test",
      answers: [{ kind: "ocsp", url: "http://ocsp.example/", size_bytes: bytes.length }],
    });
    expect(reportText(report)).toContain("fetched from its authority. (http://ocsp.example/)");
    expect(report.inputs).toContainEqual(
      expect.objectContaining({ kind: "revocation_source", name: "test", status: "checked" }),
    );
  });

  test("a source that fails, or answers nonsense, is a notice: the seal is judged without it", async () => {
    const failing = source(async () => {
      throw new SourceError("source_timeout", "late");
    });
    const nonsense = source(async () => ({
      answers: [{ kind: "crl", bytes: new Uint8Array(3), url: "http://x/", about: about(), position: 0 }],
      gaps: [{ about: about(), position: 0, code: "no_revocation_address", message: "none" }],
      issuers: [new Uint8Array(3)],
    }));
    for (const revocationSource of [failing, nonsense]) {
      const report = await verify(token, { now: LATER, trust, revocationSource });
      expect(told(report)).toEqual(["passed", "ok", "not_checked"]);
      expect(codes(report)).toContain("revocation_not_fetched");
    }
  });

  test("an issuer that is fetched completes the chain", async () => {
    const ca = await issueAuthority("CA", { issuer: root });
    const below = await issueUnit(ca);
    const bare = await makeToken({ signer: below });
    const revocationSource = source(async () => ({ answers: [], gaps: [], issuers: [ca.certificate.der] }));
    expect(seal(await verify(bare, { now: LATER, trust })).code).toBe("no_path");
    expect(seal(await verify(bare, { now: LATER, trust, revocationSource })).code).toBe("ok");
  });

  test("nobody is asked where the signature does not hold, or no anchor is known", async () => {
    const never = source(async () => {
      throw new Error("asked");
    });
    const broken = await makeToken({
      signer: unit,
      signature: (bytes) => bytes.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
    });
    for (const [input, anchors] of [
      [broken, trust],
      [token, []],
    ] as const) {
      const report = await verify(input, { now: LATER, trust: anchors, revocationSource: never });
      expect(codes(report)).not.toContain("revocation_not_fetched");
      expect(report.inputs.find(({ kind }) => kind === "revocation_source")?.status).toBe("not_applicable");
    }
  });

  test("an abort ends it", async () => {
    const reason = new Error("gone");
    const controller = new AbortController();
    const waiting = source(() => {
      controller.abort(reason);
      return new Promise(() => undefined);
    });
    await expect(
      verify(token, { now: LATER, trust, revocationSource: waiting, signal: controller.signal }),
    ).rejects.toBe(reason);
  });
});

/** The check `seal` in reports and on the command line: beside a portable proof, and alone. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import {
  type BitcoinSource,
  type Report,
  reportText,
  type VerifyOptions,
  verify,
} from "@svc-proof/verifier-lib";
import { parseTimestampResponse, parseTimestampToken } from "@svc-proof/verifier-lib/rfc3161";
import { defaultTrustList, encodeTrustSnapshot } from "@svc-proof/verifier-lib/trust";
import { parseCertificate } from "@svc-proof/verifier-lib/x509";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statedOf } from "../../verifier-lib/src/items.testing.js";
import { tokenExistence } from "../../verifier-lib/src/judge/seal-evidence.js";
import { root, svcVerify } from "../e2e/sandbox.js";
import { vectorFolder } from "./third-party-vectors.js";

const NOW = new Date("2026-11-21T12:00:00.000Z");
/** A digest time-stamped by IZENPE and by OpenTimestamps: the shape of a sealed proof. */
const SEALED_HASH = "a35db69bd8171cef981db846157e59ca758e39d477adb57c36de516837d31996";
const PROOF_ID = "6f1c3d52-8a4b-4c1e-9d27-5b0e7a91c3f4";

const folder = vectorFolder("tsp");
const ots = vectorFolder("ots");
const bitcoin = vectorFolder("bitcoin");
const lists = vectorFolder("eutl");
const read = (file: string) => new Uint8Array(readFileSync(join(folder!, file)));
const text = (file: string) => readFileSync(join(folder!, file), "latin1");
const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

function isUnreadable(der: Uint8Array): boolean {
  try {
    parseCertificate(der);
    return false;
  } catch {
    return true;
  }
}

const schema = JSON.parse(readFileSync(join(root, "verifier-lib/report.schema.json"), "utf8"));
const isReport = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

async function run(input: Uint8Array, options: VerifyOptions = {}): Promise<Report> {
  const report = await verify(input, { now: NOW, ...options });
  isReport(JSON.parse(JSON.stringify(report)));
  expect(isReport.errors).toBeNull();
  return report;
}
const sealOf = ({ outcome, checks }: Report) => {
  const check = checks.find(({ id }) => id === "seal");
  return [outcome, check?.status, check?.code];
};
const noticesOf = ({ notices }: Report) => notices.map(({ code }) => code);

/** A portable proof of one leaf about that content, marked as sealed. */
function proofOf(hash: string): Uint8Array {
  const tree = new MerkleTree(leafHash(PROOF_ID, hash));
  const merkleRoot = bytesToHex(tree.root);
  const proof = encodePortableProof({
    schema: "svc-proof/2",
    proof_id: PROOF_ID,
    content: { algorithm: "SHA-256", hash },
    leaf: { formula: LEAF_FORMULA, value: merkleRoot },
    merkle: { index: 0, path: [], root: merkleRoot },
    anchors: [
      {
        chain_id: 1,
        network: "Ethereum",
        tx_hash: `0x${"ab".repeat(32)}`,
        block_number: 1000,
        payload: anchorPayload(merkleRoot),
      },
    ],
    attestations: [{ type: "rfc3161-qualified-timestamp", state: "issued" }],
  });
  return new TextEncoder().encode(proof);
}

describe.skipIf(folder === null || ots === null || bitcoin === null)("the check seal", () => {
  const seal = () => read("good/izenpe-es-2026.tsr");
  const trust = () => parseTimestampResponse(seal()).token!.certificates.map(pemOf);
  const proof = proofOf(SEALED_HASH);

  test("beside a proof: its time, its authority, and that it is qualified", async () => {
    const report = await run(proof, { seal: seal() });
    expect(sealOf(report)).toEqual(["verified", "passed", "ok"]);
    expect(report.claims[0]).toMatchObject({
      time: "2026-09-04T08:01:17.000Z",
      source: {
        kind: "trusted-list",
        qualified: true,
        trusted_list: {
          territory: "ES",
          sequence_number: 184,
          service: 'Qualified TimeStamp issued by "tsa.izenpe.com 2025"',
        },
      },
    });
    expect(noticesOf(report)).toEqual(["original_not_given", "revocation_not_checked"]);
    expect(reportText(report)).toContain("qualified electronic time stamp, by the trusted list of ES");
  });

  test("without the trusted lists: its time, its authority, and what was not checked", async () => {
    const report = await run(proof, { seal: seal(), trust: trust(), trustList: null });
    expect(sealOf(report)).toEqual(["verified", "passed", "ok"]);
    expect(report.claims).toEqual([
      {
        statement: "existed_no_later_than",
        time: "2026-09-04T08:01:17.000Z",
        stated_time: "2026-09-04T08:01:16.000Z",
        accuracy_seconds: 1,
        basis: "relied-on",
        source: {
          type: "rfc3161-timestamp",
          authority: "tsa.izenpe.com",
          kind: "trusted-by-caller",
          qualified: null,
          trusted_list: null,
          serial_number: "76F2C7B4C5A28D396A9A7ACC4F12AA76",
          policy: "1.3.6.1.4.1.14777.300.1",
          trust_anchor: expect.stringContaining("IZENPE"),
          relied_on: ["tsa.izenpe.com"],
        },
      },
    ]);
    expect(noticesOf(report)).toEqual([
      "original_not_given",
      "qualification_not_checked",
      "revocation_not_checked",
    ]);
    const { evidence } = report.checks.find(({ id }) => id === "seal")!;
    expect(evidence).toMatchObject({
      pki_status: "granted",
      states_to_be_qualified: true,
      nonce: "00f6d6e2cda57f091c",
    });
    expect(reportText(report)).toContain(
      "It was not checked whether the authority of the seal is qualified.",
    );
    expect(reportText(report)).not.toContain("qualified electronic time stamp");
  });

  test("without it the attestation is reported as not checked", async () => {
    expect(noticesOf(await run(proof))).toContain("attestation_not_checked");
  });

  test("with no trust anchor, and with an unrelated one", async () => {
    expect(sealOf(await run(proof, { seal: seal(), trustList: null }))).toEqual([
      "indeterminate",
      "indeterminate",
      "no_trust_anchor",
    ]);
    const stranger = [text("good/test-tsa.chain.pem")];
    expect(sealOf(await run(proof, { seal: seal(), trust: stranger, trustList: null }))).toEqual([
      "indeterminate",
      "indeterminate",
      "no_path",
    ]);
  });

  test.each([
    ["of other content", "good/sk-ee-2017-expired-tsu.tst", "imprint_mismatch"],
    ["of a digest by another hash", "good/izenpe-es-2024-sha512.tst", "imprint_algorithm_mismatch"],
    ["that was refused", "bad/digitorus-rejection.tsr", "timestamp_not_granted"],
  ])("a seal %s fails the proof, and its claims are dropped", async (_, file, code) => {
    const report = await run(proof, { seal: read(file), trust: trust() });
    expect(sealOf(report)).toEqual(["failed", "failed", code]);
    expect(report.claims).toEqual([]);
  });

  test("a seal that is damaged is not false, and verifies nothing", async () => {
    const report = await run(proof, { seal: read("bad/derived-huge-length.tsr"), trust: trust() });
    expect(sealOf(report)).toEqual(["indeterminate", "indeterminate", "damaged"]);
    expect(report.reason).toBe("unusable");
  });

  test("alone: the content is compared by the token's own hash", async () => {
    const options = { trust: trust() };
    expect(sealOf(await run(seal(), { ...options, contentHash: SEALED_HASH }))).toEqual([
      "verified",
      "passed",
      "ok",
    ]);
    const other = await run(seal(), { ...options, contentHash: "0".repeat(64) });
    expect([other.outcome, other.checks[1]?.code, other.claims]).toEqual([
      "failed",
      "content_hash_mismatch",
      [],
    ]);
    const sha512 = { trust: [text("good/test-tsa.chain.pem")], at: new Date("2024-10-09") };
    const original = read("good/test-tsa.msg");
    expect(sealOf(await run(read("good/test-tsa.tsr"), { ...sha512, original }))).toEqual([
      "verified",
      "passed",
      "ok",
    ]);
    const changed = await run(read("good/test-tsa.tsr"), {
      ...sha512,
      original: Uint8Array.of(...original, 10),
    });
    expect([changed.outcome, changed.checks[1]?.code]).toEqual(["failed", "content_hash_mismatch"]);
    const hashed = await run(read("good/test-tsa.tsr"), { ...sha512, contentHash: SEALED_HASH });
    expect([hashed.outcome, hashed.checks[1]?.code]).toEqual(["indeterminate", "file_hash_not_sha256"]);
  });

  test("every timestamp of the collection gives a report that follows the schema, and no bad one gives a claim", async () => {
    const cases: { file: string }[] = JSON.parse(text("cases.json"));
    for (const { file } of cases) {
      const alone = await run(read(file), { trustList: null });
      expect(alone.outcome, file).not.toBe("verified");
      expect(alone.claims, file).toEqual([]);
      const byLists = await run(read(file));
      if (file.startsWith("good/")) continue;
      // One is about another file than the one that came with it, which is not given here.
      if (file === "bad/sk-ee-2017-datafile-changed.tst")
        expect(sealOf(byLists)[2]).toBe("out_of_bounds_no_poe");
      expect(byLists.outcome, file).not.toBe("verified");
      expect(byLists.claims, file).toEqual([]);
    }
  });

  test("a bad timestamp of the seal is ignored and reported", async () => {
    const ofContent = new Uint8Array(readFileSync(join(ots!, "good/izenpe-2026.ots")));
    const report = await run(proof, { seal: seal(), trust: trust(), sealTimestamps: [ofContent] });
    expect(sealOf(report)).toEqual(["verified", "passed", "ok"]);
    expect(report.notices).toContainEqual({
      code: "proof_of_existence_not_standing",
      evidence: { code: "timestamp_of_other_content" },
    });
  });

  test("a good timestamp of the seal: its block's time plus two hours", async () => {
    const explorer: BitcoinSource = {
      name: "an explorer",
      fetchTip: async () => ({ height: 970_000, chain: null }),
      fetchHeader: async (height) =>
        height === 358_391
          ? new Uint8Array(
              Buffer.from(readFileSync(join(bitcoin!, "header-358391.hex"), "utf8").trim(), "hex"),
            )
          : null,
    };
    const bytes = new Uint8Array(readFileSync(join(ots!, "good/hello-world.txt")));
    const file = new Uint8Array(readFileSync(join(ots!, "good/hello-world.txt.ots")));
    const files = statedOf("seal_timestamp", [file]);
    const ask = (seals: Uint8Array[]) => tokenExistence(files, seals, { now: NOW, sources: [explorer] });
    const found = (await ask([Uint8Array.of(1), bytes]))!;
    expect(found.noLaterThan).toEqual(new Date("2015-05-28T17:41:18.000Z"));
    expect(found.evidence).toMatchObject({
      status: "passed",
      block_height: 358_391,
      relied_on: ["an explorer"],
    });
    expect(await ask([Uint8Array.of(1)])).toMatchObject({
      noLaterThan: null,
      code: "timestamp_of_other_content",
    });
  });

  test("wrong options are a mistake of the caller", async () => {
    await expect(verify(proof, { seal: seal(), trust: ["no certificate"] })).rejects.toThrow(RangeError);
    await expect(verify(proof, { seal: "text" as unknown as Uint8Array })).rejects.toThrow(TypeError);
    await expect(verify(proof, { at: new Date(Number.NaN) })).rejects.toThrow(RangeError);
    const damaged = await run(proof, { seal: seal(), trust: trust(), certificates: ["no certificate"] });
    expect(noticesOf(damaged)).toContain("input_left_out");
    for (const options of [{ crls: [Uint8Array.of(0x30, 0)] }, { ocspResponses: [new Uint8Array()] }]) {
      const unread = await run(proof, { seal: seal(), trust: trust(), ...options });
      expect(unread.checks.find(({ id }) => id === "inputs")).toMatchObject({ status: "indeterminate" });
    }
  });

  describe("on the command line", () => {
    let scratch = "";
    beforeAll(() => {
      scratch = mkdtempSync(join(tmpdir(), "svc-seal-"));
    });
    afterAll(() => rmSync(scratch, { recursive: true, force: true }));
    const at = (file: string) => join(folder!, file);
    const write = (name: string, content: string | Uint8Array) => {
      const path = join(scratch, name);
      writeFileSync(path, content);
      return path;
    };

    test("a seal beside a proof, as of another moment", async () => {
      const words = [
        "--seal",
        at("good/izenpe-es-2026.tsr"),
        "--trust",
        write("trust.pem", trust().join("")),
        "--no-default-trust",
      ];
      const file = write("proof.json", proof);
      const { status, stdout } = await svcVerify(file, ...words, "--at", "2026-09-05");
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /^VERIFIED BY WHAT YOU CHOSE TO TRUST \(not known whether it is qualified; judged as of 2026-09-05T00:00:00\.000Z, not as of now.*\).* 2026-09-04T08:01:17\.000Z/,
      );
      expect(stdout).toContain("The seal was judged at a time other than now. (2026-09-05T00:00:00.000Z)");
    });

    test("a seal that a trusted list names needs no --trust", async () => {
      const words = [write("proof.json", proof), "--seal", at("good/izenpe-es-2026.tsr")];
      const byDefault = await svcVerify(...words);
      expect([byDefault.status, byDefault.stdout.split("\n")[0]]).toEqual([
        0,
        expect.stringContaining("(qualified electronic time stamp, by the trusted list of ES, number 184;"),
      ]);
      expect(byDefault.stdout).toContain("lists of the snapshot that ships with this verifier");
      const without = await svcVerify(...words, "--no-default-trust");
      expect([without.status, without.stdout]).toEqual([2, expect.stringContaining("no_trust_anchor")]);
    });

    test("a given snapshot is told with its hash", async () => {
      const shipped = await defaultTrustList();
      const snapshot = write("snapshot.json", encodeTrustSnapshot(shipped.snapshot));
      const words = [write("proof.json", proof), "--seal", at("good/izenpe-es-2026.tsr")];
      const { status, stdout } = await svcVerify(...words, "--trust-list", snapshot, "--json");
      expect(status).toBe(0);
      const report: Report = JSON.parse(stdout);
      const { sha256 } = shipped;
      expect(report.notices).toContainEqual({ code: "trust_list_given", evidence: { sha256 } });
      const qualified = report.checks.find(({ id }) => id === "qualified");
      expect(qualified).toMatchObject({
        status: "passed",
        evidence: { snapshot: { origin: "given", sha256 } },
      });
      expect(isReport(report)).toBe(true);
      const { lists } = shipped.snapshot;
      const withoutSpain = {
        ...shipped.snapshot,
        lists: lists.filter(({ territory }) => territory !== "ES"),
      };
      const less = write("less.json", encodeTrustSnapshot(withoutSpain));
      const missing = await svcVerify(...words, "--trust-list", less);
      expect([missing.status, missing.stdout]).toEqual([
        2,
        expect.stringContaining("not at hand: the trusted list of ES"),
      ]);
      const malformed = write("malformed.json", "{}");
      for (const wrong of [
        ["--trust-list", malformed],
        ["--trust-list", snapshot, "--no-default-trust"],
        ["--trust-list", snapshot, "--trust-list", snapshot],
      ]) {
        expect((await svcVerify(...words, ...wrong)).status).toBe(3);
      }
    });

    test.skipIf(lists === null)(
      "a certificate of a list that is not DER does not spoil the file that holds it",
      async () => {
        // Enel, 2001, in the Italian list: a BOOLEAN of TRUE as 01.
        const xml = readFileSync(join(lists!, "IT-223.xml"), "utf8");
        const listed = [...xml.matchAll(/<(?:\w+:)?X509Certificate>([^<]+)</g)].map(
          ([, base64]) => new Uint8Array(Buffer.from(base64!, "base64")),
        );
        const enel = listed.find((der) => Buffer.from(der).includes("Enel") && isUnreadable(der))!;
        const bundle = write("bundle.pem", [pemOf(enel), ...trust()].join(""));
        const words = [
          write("proof.json", proof),
          "--seal",
          at("good/izenpe-es-2026.tsr"),
          "--no-default-trust",
        ];
        const { status, stdout } = await svcVerify(...words, "--trust", bundle);
        expect(status).toBe(0);
        expect(stdout).toContain("(certificate 1 of file 1: x509_extension_malformed)");
        const alone = await svcVerify(...words, "--trust", write("enel.pem", pemOf(enel)));
        expect([alone.status, alone.stderr]).toEqual([3, expect.stringContaining("enel.pem")]);
      },
    );

    test("a bare token whose signer has expired: today, and then", async () => {
      const file = at("good/sk-ee-2017-expired-tsu.tst");
      const certificates = parseTimestampToken(read("good/sk-ee-2017-expired-tsu.tst")).certificates.map(
        pemOf,
      );
      const words = [
        file,
        "--original",
        at("good/sk-ee-2017-expired-tsu.msg"),
        "--trust",
        write("sk.pem", certificates.join("")),
      ];
      const today = await svcVerify(...words);
      expect([today.status, today.stdout]).toEqual([2, expect.stringContaining("out_of_bounds_no_poe")]);
      const then = await svcVerify(...words, "--at", "2017-08-25T09:56:33Z");
      expect(then.status).toBe(0);
    });

    test.each([
      [["--at", "yesterday"]],
      [["--at", "2016-12-31T23:59:60Z"]],
      [["--at", "2026-02-30"]],
      [["--at", "2026-11-21T12:00:00"]],
      [["--trust", "README.md"]],
      [["--crl", "README.md"]],
      [["--ocsp", "README.md"]],
      [["--seal", "no-such-file"]],
    ])("%j is refused", async (words) => {
      const { status, stderr } = await svcVerify(write("proof.json", proof), ...words);
      expect([status, stderr]).toEqual([3, expect.stringContaining("svc-verify:")]);
    });
  });
});

/**
 * The rules of docs/formats/evidence.md, "The parts": which check reads which part, and how
 * contradictory parts are judged.
 */

import { createHash } from "node:crypto";
import { type RandomAccess, reportText, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { encodeZip, type ZipFile } from "../../service/src/documents/encode-zip.js";
import { handMadeZip, unicodePath } from "../../verifier-lib/src/archive/zip.testing.js";
import {
  exampleChain,
  original,
  PROOF,
  packed,
  proof,
  README,
  STREAMED_ORIGINAL,
  TIMESTAMP,
  timestampOfOriginal,
} from "../evidence-packages.js";
import { sandboxSeal } from "../sandbox-seal.js";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const online = { sources: [exampleChain()], now: NOW };
const bytes = (length: number) => new Uint8Array(length).fill(7);
const at = (name: string, content: Uint8Array = bytes(3)): ZipFile => ({ name, content });

/** The outcome and the check that decided it. */
async function decided(...files: readonly ZipFile[]): Promise<string> {
  const { outcome, checks } = await verify(await packed(...files), online);
  const check = checks.find(
    ({ status }) => status === outcome || (outcome === "verified" && status === "passed"),
  );
  return outcome === "verified" ? outcome : `${check?.id}: ${check?.status} ${check?.code}`;
}

const noCertificates = (count: number) =>
  new TextEncoder().encode("-----BEGIN CERTIFICATE-----\n".repeat(count));

describe("what is verified", () => {
  test("a package with every part that the verifier knows", async () => {
    const report = await verify(await packed(README, PROOF, TIMESTAMP, STREAMED_ORIGINAL), online);
    expect(report.outcome).toBe("verified");
    expect(report.input.type).toBe("evidence-zip");
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "format passed",
      "content passed",
      "leaf passed",
      "merkle passed",
      "payload passed",
      "anchor passed",
      "bitcoin indeterminate",
    ]);
    expect(report.notices.map(({ code }) => code)).toEqual(["single_source", "parts_not_checked"]);
    expect(reportText(report)).toContain("original/example.txt, in the package");
    expect(reportText(report)).toContain("nothing here rests on them. (README.txt)");
  });

  test.each([
    ["the proof alone", "verified", [PROOF]],
    ["without a proof", "format: indeterminate evidence_no_proof", [README, STREAMED_ORIGINAL]],
    ["without anything", "format: indeterminate evidence_no_proof", []],
    ["a proof under another name", "format: indeterminate evidence_no_proof", [at("Proof.json")]],
    ["a proof in a folder", "verified", [{ ...PROOF, name: "e/proof.json" }]],
    ["a malformed proof", "format: indeterminate damaged", [at("proof.json", new TextEncoder().encode("x"))]],
    ["a proof too large", "format: indeterminate too_large", [at("proof.json", noise(2_000_000))]],
    [
      "two originals",
      "format: failed evidence_several_originals",
      [PROOF, STREAMED_ORIGINAL, at("original/other.txt")],
    ],
    [
      "an original with other content",
      "content: failed content_hash_mismatch",
      [PROOF, at("original/x", bytes(9))],
    ],
    ["an original in a folder of its own", "verified", [PROOF, at("original/a/b", original)]],
    [
      "a timestamp of other content",
      "bitcoin: failed timestamp_of_other_content",
      [PROOF, at("bitcoin/original.ots", timestampOfOriginal("0".repeat(64)))],
    ],
    ["a malformed timestamp", "verified", [PROOF, at("bitcoin/x.ots", Uint8Array.of(0))]],
    ["malformed headers", "verified", [PROOF, TIMESTAMP, at("bitcoin/headers.json")]],
    ["unknown parts", "verified", [PROOF, at("anchors/x.json"), at("seal/qualified-timestamp.TSR")]],
    ["a malformed seal", "verified", [PROOF, at("seal/timestamp.tsr")]],
    [
      "too many timestamps",
      "format: indeterminate too_large",
      [PROOF, ...Array.from({ length: 17 }, (_, i) => ({ ...TIMESTAMP, name: `bitcoin/${i}.ots` }))],
    ],
    [
      "timestamps that are too large together",
      "format: indeterminate too_large",
      [PROOF, ...Array.from({ length: 5 }, (_, i) => at(`bitcoin/${i}.ots`, noise(131_072)))],
    ],
    [
      "too many documents of headers",
      "format: indeterminate too_large",
      [PROOF, ...Array.from({ length: 5 }, (_, i) => at(`bitcoin/headers-${i}.json`))],
    ],
    [
      "too many certificates",
      "format: indeterminate too_large",
      [PROOF, at("seal/tsa-certificates.pem", noCertificates(65))],
    ],
    [
      "as many certificates as allowed",
      "verified",
      [PROOF, at("seal/tsa-certificates.pem", noCertificates(64))],
    ],
    [
      "certificates that are too large",
      "format: indeterminate too_large",
      [PROOF, at("seal/tsa-certificates.pem", noise(524_289))],
    ],
    [
      "too many unchecked bytes",
      "format: indeterminate too_large",
      // Incompressible parts keep this from being a bomb.
      [PROOF, at("x", noise(22_400_000)), at("y", noise(22_400_000)), at("verifier.html", noise(22_400_000))],
    ],
  ] as const)("%s: %s", async (_, expected, files) => {
    expect(await decided(...files)).toBe(expected);
  });

  test("a verifier that comes with the evidence is named with its hash, and not trusted", async () => {
    const page = noise(100_000);
    const report = await verify(await packed(README, PROOF, at("verifier.html", page)), online);
    expect(report.outcome).toBe("verified");
    expect(report.notices).toContainEqual({
      code: "packed_verifier",
      evidence: { part: "verifier.html", sha256: createHash("sha256").update(page).digest("hex") },
    });
    expect(report.notices).toContainEqual({
      code: "parts_not_checked",
      evidence: { parts: ["README.txt", "verifier.html"] },
    });
    expect(reportText(report)).toContain("its answer proves nothing by itself");
    // Only under this name, and only in a package whose archive is whole.
    const elsewhere = await verify(await packed(PROOF, at("original/verifier.html", original)), online);
    expect(elsewhere.notices.map(({ code }) => code)).not.toContain("packed_verifier");
    const damaged = await packed(PROOF, at("verifier.html", page));
    damaged[60_000]! ^= 1;
    expect((await verify(damaged, online)).checks[0]!.evidence["fault"]).toBe("zip_crc_mismatch");
  });

  test("progress is that of the original, whatever else is hashed", async () => {
    const hashed: number[] = [];
    const onProgress = (bytes: number) => void hashed.push(bytes);
    await verify(await packed(PROOF, at("verifier.html", noise(100_000)), STREAMED_ORIGINAL), {
      ...online,
      onProgress,
    });
    expect(Math.max(...hashed)).toBe(original.length);
  });

  describe("the seal", async () => {
    const { response, rootPem } = await sandboxSeal(proof.content.hash);
    const ofOther = await sandboxSeal("0".repeat(64));
    const sealed = (content: Uint8Array) => packed(PROOF, at("seal/timestamp.tsr", content));
    const sealChecks = async (zip: Uint8Array, options: VerifyOptions) => {
      const { outcome, checks, claims } = await verify(zip, options);
      const found = checks.filter(({ id }) => id === "seal").map(({ status, code }) => `${status} ${code}`);
      return [outcome, ...found, ...claims.map(({ source }) => source.type)];
    };

    test("is valid if the caller trusts its authority, and gives a time of its own", async () => {
      const zip = await sealed(response);
      expect(await sealChecks(zip, { trust: [rootPem] })).toEqual([
        "verified",
        "passed ok",
        "rfc3161-timestamp",
      ]);
      expect(await sealChecks(zip, {})).toEqual(["indeterminate", "indeterminate no_trust_anchor"]);
      expect(await sealChecks(zip, { trust: [ofOther.rootPem] })).toEqual([
        "indeterminate",
        "indeterminate no_path",
      ]);
    });

    test("takes nothing from a given seal, and the other way round", async () => {
      const trust = [rootPem, ofOther.rootPem];
      const zip = await sealed(response);
      expect(await sealChecks(zip, { trust, seal: response })).toEqual([
        "verified",
        "passed ok",
        "rfc3161-timestamp",
      ]);
      expect(await sealChecks(zip, { trust, seal: ofOther.response })).toEqual([
        "failed",
        "failed imprint_mismatch",
        "passed ok",
      ]);
      expect(await sealChecks(await sealed(ofOther.response), { trust, seal: response })).toEqual([
        "failed",
        "passed ok",
        "failed imprint_mismatch",
      ]);
    });

    test("its certificates are not trusted because they are in the package", async () => {
      const files = [PROOF, at("seal/timestamp.tsr", response)];
      const root = at("seal/tsa-certificates.pem", new TextEncoder().encode(rootPem));
      expect(await sealChecks(await packed(...files, root), {})).toEqual([
        "indeterminate",
        "indeterminate no_trust_anchor",
      ]);
    });
  });

  test("invalid headers are reported, and so are unknown parts", async () => {
    const files = [PROOF, TIMESTAMP, at("bitcoin/headers.json"), at("anchors/x.json"), at("seal/x.tsr")];
    const { notices } = await verify(await packed(...files), online);
    expect(notices.map(({ code }) => code)).toContain("input_left_out");
    expect(notices.at(-1)).toEqual({
      code: "parts_not_checked",
      evidence: { parts: ["anchors/x.json", "seal/x.tsr"] },
    });
  });

  test("an entry with two names of different meaning", async () => {
    // The Unicode Path field says proof.json: programs that do not know the field read xroof.json.
    const field = unicodePath("xroof.json", "proof.json");
    const entry = { name: "xroof.json", content: Buffer.from(PROOF.content as Uint8Array) };
    const twice = handMadeZip([{ ...entry, localExtra: field, centralExtra: field }], Buffer.alloc(0));
    const { checks } = await verify(twice, online);
    expect(checks[0]).toMatchObject({ status: "failed", code: "evidence_name_ambiguous" });
  });
});

describe("a part that the caller gives too", () => {
  test("is checked beside the original inside: both must match", async () => {
    const zip = await packed(PROOF, STREAMED_ORIGINAL);
    const contents = async (options: object) => {
      const { outcome, checks } = await verify(zip, { ...online, ...options });
      return [outcome, ...checks.filter(({ id }) => id === "content").map(({ code }) => code)];
    };
    expect(await contents({ contentHash: proof.content.hash })).toEqual(["verified", "ok", "ok"]);
    expect(await contents({ original: bytes(3) })).toEqual(["failed", "content_hash_mismatch", "ok"]);
    const unreadable = new ReadableStream({ pull: (controller) => controller.error(new Error("no disk")) });
    expect(await contents({ original: unreadable })).toEqual(["indeterminate", "original_unreadable", "ok"]);
  });
});

describe("files that are read on demand", () => {
  const accessTo = (zip: Uint8Array, changes: Partial<RandomAccess> = {}): RandomAccess => ({
    sizeBytes: zip.length,
    read: async (offset, length) => zip.slice(offset, offset + length),
    ...changes,
  });

  test("bytes, a Blob and a file give the same report", async () => {
    for (const input of [await packed(README, PROOF, STREAMED_ORIGINAL), PROOF.content, TIMESTAMP.content]) {
      const zip = input as Uint8Array<ArrayBuffer>;
      const report = await verify(zip, online);
      expect(await verify(new Blob([zip]), online)).toEqual(report);
      expect(await verify(accessTo(zip), online)).toEqual(report);
    }
  });

  test("a large original is read once, in small pieces, with progress reports", async () => {
    const sizeBytes = 48 * 1_048_576;
    const part = noise(1_048_576);
    const content = {
      sizeBytes,
      async *read() {
        for (let left = sizeBytes; left > 0; left -= part.length) yield part;
      },
    };
    const pieces: Uint8Array[] = [];
    for await (const piece of encodeZip([PROOF, { name: "original/x", content }], NOW).read())
      pieces.push(piece);
    const zip = Buffer.concat(pieces);
    const reads: number[] = [];
    const file = accessTo(zip, {
      read: async (offset, length) => {
        reads.push(length);
        return zip.subarray(offset, offset + length);
      },
    });
    const progress: number[] = [];
    const { checks } = await verify(file, {
      ...online,
      createHash: () => createHash("sha256"),
      onProgress: (hashedBytes) => progress.push(hashedBytes),
    });
    expect(checks[1]).toMatchObject({ id: "content", code: "content_hash_mismatch" });
    // The longest comment, and the zeros of a block after it.
    expect(Math.max(...reads)).toBeLessThanOrEqual(65_536 + 42 + 10_239);
    expect(reads.reduce((sum, length) => sum + length, 0)).toBeLessThan(zip.length + 200_000);
    expect(progress.at(-1)).toBe(sizeBytes);
  });

  test.each([
    ["fails", { read: async () => Promise.reject(new Error("the disk is gone")) }],
    ["was cut", { read: async () => new Uint8Array(0) }],
    ["gives no bytes", { read: async () => "PK" as unknown as Uint8Array }],
  ])("a file that %s is unreadable, and not malformed", async (_, changes) => {
    const { outcome, checks, claims } = await verify(accessTo(await packed(PROOF), changes), online);
    expect([outcome, checks[0]!.code, claims]).toEqual(["indeterminate", "input_unreadable", []]);
  });

  test("one that fails in the middle of the original is unreadable too", async () => {
    const zip = await packed(PROOF, at("original/x", noise(500_000)));
    const file = accessTo(zip, {
      read: async (offset, length) => {
        if (offset > 200_000 && length === 65_536) throw new Error("the disk is gone");
        return zip.slice(offset, offset + length);
      },
    });
    const { outcome, checks } = await verify(file, online);
    expect([outcome, checks[0]!.code]).toEqual(["indeterminate", "input_unreadable"]);
  });

  test("an abort stops the hashing of the original", async () => {
    const zip = await packed(PROOF, at("original/x", noise(500_000)));
    const aborted = new AbortController();
    const onProgress = () => aborted.abort(new Error("enough"));
    await expect(verify(zip, { ...online, onProgress, signal: aborted.signal })).rejects.toThrow("enough");
  });

  test("any other input is a mistake of the caller", async () => {
    for (const input of [null, 5, {}, { sizeBytes: -1, read: async () => bytes(0) }, { sizeBytes: 5 }]) {
      await expect(verify(input as never)).rejects.toThrow(TypeError);
    }
  });
});

/** Bytes that do not compress. */
function noise(length: number): Uint8Array {
  const out = new Uint8Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    out[i] = state >>> 24;
  }
  return out;
}

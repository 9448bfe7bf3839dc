import { bytesToHex } from "@svc-proof/shared/encoding";
import type { Report } from "@svc-proof/verifier-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileRole } from "../model/file-role.js";
import type { KnownFile } from "../model/known-file.js";
import { arrange, type Group } from "./arrange.js";

const digest = (byte: number) => bytesToHex(new Uint8Array(32).fill(byte));

/** What the library would say of such a file, as far as it is read here. */
function reportAbout(
  hash: string | null,
  {
    root,
    checks = [],
    algorithm = "SHA-256",
    outcome = "indeterminate",
  }: { root?: string; checks?: object[]; algorithm?: string; outcome?: Report["outcome"] } = {},
): Report {
  return {
    outcome,
    proof: hash === null ? null : { proof_id: null, content: { algorithm, hash } },
    checks: [
      ...(root === undefined ? [] : [{ id: "merkle", status: "passed", evidence: { root } }]),
      ...checks,
      ...(checks.some((check) => "id" in check && check.id === "content")
        ? []
        : [{ id: "content", status: "skipped", code: "not_requested", evidence: {} }]),
    ],
  } as unknown as Report;
}

let last = 0;
function file(role: FileRole, fields: Partial<KnownFile> = {}): KnownFile {
  last++;
  return {
    id: `f${last}`,
    file: new File([], `f${last}`),
    name: `f${last}`,
    role,
    isChosen: true,
    digests: { "SHA-256": bytesToHex(Uint8Array.of(...new Uint8Array(28), 0, 0, last >> 8, last & 0xff)) },
    tokenHash: null,
    report: null,
    snapshot: null,
    comparedWith: null,
    ...fields,
  };
}

const A = digest(0xaa);
const B = digest(0xbb);
const ROOT = digest(0x77);
const TOKEN = digest(0x66);
const proofOf = (hash: string, fields: Partial<KnownFile> = {}) =>
  file("proof", { report: reportAbout(hash, { root: ROOT }), ...fields });
const original = (hash: string, fields: Partial<KnownFile> = {}) =>
  file("original", { digests: { "SHA-256": hash }, ...fields });
const seal = (hash: string, fields: Partial<KnownFile> = {}) =>
  file("seal", { report: reportAbout(hash), ...fields });
const witness = (root: string, header: string) => {
  const check = { id: "anchor", status: "indeterminate", evidence: { witness: { header_sha256: header } } };
  return file("witness", { report: reportAbout(root, { checks: [check] }) });
};
const timestamp = (hash: string, fields: Partial<KnownFile> = {}) =>
  file("timestamp", { report: reportAbout(hash), ...fields });

const named = (groups: readonly Group[]) =>
  groups.map(({ input, original, seal, timestamps, sealTimestamps, headers, certificates, ...more }) => ({
    input: input.id,
    ...(more.witnesses.length > 0 && { witnesses: more.witnesses.map(({ id }) => id) }),
    ...(more.witnessTimestamps.length > 0 && {
      witnessTimestamps: more.witnessTimestamps.map(({ id }) => id),
    }),
    ...(original && { original: original.id }),
    ...(seal && { seal: seal.id }),
    ...(timestamps.length > 0 && { timestamps: timestamps.map(({ id }) => id) }),
    ...(sealTimestamps.length > 0 && { sealTimestamps: sealTimestamps.map(({ id }) => id) }),
    ...(headers.length > 0 && { headers: headers.map(({ id }) => id) }),
    ...(certificates.length > 0 && { authorities: certificates.map(({ id }) => id) }),
    ...(more.crls.length + more.ocspResponses.length > 0 && {
      revocations: [...more.crls, ...more.ocspResponses].map(({ id }) => id),
    }),
  }));

describe("by fingerprint", () => {
  test("a proof gets every file about its content, in any order", () => {
    const proof = proofOf(A);
    const parts = {
      original: original(A),
      seal: seal(A, { tokenHash: TOKEN }),
      ofContent: timestamp(A),
      ofBatch: timestamp(ROOT),
      witness: witness(ROOT, digest(0x55)),
      ofBlock: timestamp(digest(0x55)),
      headers: file("headers"),
      authority: file("authority"),
    };
    const ofSeal = timestamp(parts.seal.digests["SHA-256"]!);
    const ofToken = timestamp(TOKEN);
    const other = proofOf(B, { report: reportAbout(B, { root: digest(1) }) });
    const all = [proof, ...Object.values(parts), ofSeal, ofToken, other];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        const groups = named(arrange(shuffled));
        expect(groups).toHaveLength(2);
        const group = groups.find(({ input }) => input === proof.id)!;
        expect(group).toMatchObject({
          original: parts.original.id,
          seal: parts.seal.id,
          witnesses: [parts.witness.id],
          witnessTimestamps: [parts.ofBlock.id],
          headers: [parts.headers.id],
          authorities: [parts.authority.id],
        });
        expect(new Set(group.sealTimestamps)).toEqual(new Set([ofSeal.id, ofToken.id]));
        expect(new Set(group.timestamps)).toEqual(new Set([parts.ofContent.id, parts.ofBatch.id]));
        expect(groups.find(({ input }) => input === other.id)).toEqual({ input: other.id });
      }),
    );
  });

  test("a witness alone gets the timestamp of its block, and stays apart from proofs of other batches", () => {
    const [proof, own, ofBlock] = [proofOf(A), witness(digest(1), digest(2)), timestamp(digest(2))];
    expect(named(arrange([proof, ofBlock, own]))).toEqual([
      { input: proof.id },
      { input: own.id, witnessTimestamps: [ofBlock.id] },
    ]);
    const faulty = file("witness", { report: reportAbout(null) });
    expect(named(arrange([proof, faulty]))).toEqual([{ input: proof.id }, { input: faulty.id }]);
  });

  test("an original belongs to each of its proofs", () => {
    const [one, two, file] = [proofOf(A), proofOf(A), original(A)];
    expect(named(arrange([one, file, two]))).toEqual([
      { input: one.id, original: file.id },
      { input: two.id, original: file.id },
    ]);
  });

  test("a file whose digest is the Merkle root is not an original", () => {
    const [proof, other, file] = [proofOf(A), proofOf(B), original(ROOT)];
    expect(named(arrange([proof, other, file]))).toEqual([
      { input: proof.id },
      { input: other.id },
      { input: file.id },
    ]);
  });

  test("a seal of a longer hash finds the original by its digest of that kind", () => {
    const long = "cd".repeat(64);
    const sealed = file("seal", { report: reportAbout(long, { algorithm: "SHA-512" }) });
    const file512 = original(A, { digests: { "SHA-256": A, "SHA-512": long } });
    const distraction = original(B);
    expect(named(arrange([sealed, distraction, file512]))).toEqual([
      { input: sealed.id, original: file512.id },
      { input: distraction.id },
    ]);
  });

  test("a second seal of the same content, and one inside a package, stay separate", () => {
    const [proof, one, two] = [proofOf(A), seal(A), seal(A)];
    expect(named(arrange([proof, one, two]))).toEqual([{ input: proof.id, seal: one.id }, { input: two.id }]);
    const sealedPackage = file("package", { report: reportAbout(B, { checks: [{ id: "seal" }] }) });
    const outside = seal(B);
    expect(named(arrange([sealedPackage, outside]))).toEqual([
      { input: sealedPackage.id },
      { input: outside.id },
    ]);
  });

  test("each of several lone timestamps is an input", () => {
    const [one, two, three] = [timestamp(A), timestamp(A), timestamp(B)];
    expect(named(arrange([one, two, three]))).toEqual([
      { input: one.id },
      { input: two.id },
      { input: three.id },
    ]);
  });

  test("all belong to their proof, however many", () => {
    const proof = proofOf(A);
    const timestamps = Array.from({ length: 100 }, () => timestamp(A));
    expect(arrange([proof, ...timestamps]).map(({ timestamps }) => timestamps.length)).toEqual([100]);
  });

  test("what is false by itself says so in a result of its own", () => {
    const report = reportAbout(A, { outcome: "failed" });
    const [proof, forged] = [proofOf(A), timestamp(A, { report })];
    expect(named(arrange([proof, forged]))).toEqual([
      { input: proof.id, timestamps: [forged.id] },
      { input: forged.id },
    ]);
  });

  test("a proof may be the original of another, and stays an item of its own", () => {
    const inner = proofOf(A);
    const outer = proofOf(inner.digests["SHA-256"]!, { report: reportAbout(inner.digests["SHA-256"]!) });
    expect(named(arrange([outer, inner]))).toEqual([
      { input: outer.id, original: inner.id },
      { input: inner.id },
    ]);
  });

  test("an archive that cannot be read as a package is an original if a proof says so", () => {
    const archive = file("package", {
      digests: { "SHA-256": A },
      report: reportAbout(null, { checks: [{ id: "format", status: "failed" }] }),
    });
    expect(named(arrange([archive]))).toEqual([{ input: archive.id }]);
    const proof = proofOf(A);
    expect(named(arrange([archive, proof]))).toEqual([{ input: proof.id, original: archive.id }]);
  });

  test("the original inside a package is not replaced by one beside it", () => {
    const full = file("package", {
      report: reportAbout(A, { checks: [{ id: "content", status: "passed", code: "ok" }] }),
    });
    const beside = original(A);
    expect(named(arrange([full, beside]))).toEqual([{ input: full.id, original: beside.id }]);
    const other = original(B);
    expect(named(arrange([full, other]))).toEqual([{ input: full.id }, { input: other.id }]);
  });
});

describe("by hand", () => {
  test("one file added to one proof is compared with it, whatever its fingerprint", () => {
    const [proof, other, stamp] = [proofOf(A), original(B), timestamp(A)];
    expect(named(arrange([proof, other, stamp]))).toEqual([
      { input: proof.id, original: other.id, timestamps: [stamp.id] },
    ]);
  });

  test.each([
    ["a second proof is there", () => [proofOf(A), proofOf(digest(1)), original(B)]],
    ["a second file is there", () => [proofOf(A), original(B), original(digest(1))]],
    ["the right one is there too", () => [proofOf(A), original(A), original(B)]],
    ["it lay in a folder", () => [proofOf(A), original(B, { isChosen: false })]],
    ["it is not hashed yet", () => [proofOf(A), file("original", { digests: {} })]],
  ])("nothing is guessed where %s", (_, files) => {
    const wrong = arrange(files()).filter(
      ({ input, original }) =>
        original !== null && original.digests["SHA-256"] !== input.report?.proof?.content.hash,
    );
    expect(wrong).toEqual([]);
  });

  test("nothing is guessed while files are still arriving", () => {
    const [proof, other] = [proofOf(A), original(B)];
    expect(named(arrange([proof, other], false))).toEqual([{ input: proof.id }, { input: other.id }]);
  });

  test("a file added to an item is compared with that item", () => {
    const [one, two] = [proofOf(A), proofOf(digest(1))];
    const other = original(B, { comparedWith: two.id });
    expect(named(arrange([one, two, other]))).toEqual([
      { input: one.id },
      { input: two.id, original: other.id },
    ]);
  });
});

describe("copies", () => {
  test("identical bytes are one file", () => {
    const [one, two] = [proofOf(A), proofOf(A)];
    expect(named(arrange([one, { ...two, digests: one.digests }]))).toEqual([{ input: one.id }]);
  });

  test("a typed fingerprint gives way to the file", () => {
    const [typed, real] = [original(A, { file: null }), original(A)];
    expect(named(arrange([typed, real]))).toEqual([{ input: real.id }]);
    expect(named(arrange([real, typed]))).toEqual([{ input: real.id }]);
  });
});

test("revocation files belong to every seal, and wait without one", () => {
  const [proof, sealed, of] = [proofOf(A), proofOf(B), seal(B)];
  const crls = Array.from({ length: 16 }, () => file("crl"));
  const ocsp = file("ocsp");
  const used = [...crls, ocsp].map(({ id }) => id);
  expect(named(arrange([proof, sealed, of, ...crls, ocsp]))).toEqual([
    { input: proof.id },
    { input: sealed.id, seal: of.id, revocations: used },
  ]);
  expect(named(arrange([proof, ocsp]))).toEqual([{ input: proof.id }, { input: ocsp.id }]);
});

test("a snapshot of trusted lists is no item, but may be an original", () => {
  const snapshot = file("snapshot", { digests: { "SHA-256": A } });
  expect(named(arrange([snapshot]))).toEqual([]);
  const proof = proofOf(A);
  expect(named(arrange([snapshot, proof]))).toEqual([{ input: proof.id, original: snapshot.id }]);
});

test("a trusted list is an original like any other file", () => {
  const [proof, list] = [proofOf(A), file("trusted-list", { digests: { "SHA-256": A } })];
  expect(named(arrange([list]))).toEqual([{ input: list.id }]);
  expect(named(arrange([proof, list]))).toEqual([{ input: proof.id, original: list.id }]);
  const chosen = file("trusted-list", { comparedWith: proof.id });
  expect(named(arrange([proof, proofOf(B), chosen]))[0]).toEqual({ input: proof.id, original: chosen.id });
});

test("each distinct file is in some group, whatever the input", () => {
  const hashes = [A, B, ROOT];
  const anyFile = fc
    .record({
      kind: fc.constantFrom(
        "proof",
        "package",
        "seal",
        "timestamp",
        "original",
        "headers",
        "authority",
        "witness",
        "crl",
        "ocsp",
        "trusted-list",
      ),
      at: fc.nat(2),
    })
    .map(({ kind, at }) => {
      const hash = hashes[at]!;
      if (kind === "proof") return proofOf(hash);
      if (kind === "seal") return seal(hash);
      if (kind === "witness") return witness(hash, hashes[(at + 1) % 3]!);
      if (kind === "timestamp") return timestamp(hash);
      if (kind === "original") return original(digest(at + 1));
      if (kind === "package") return file("package", { report: reportAbout(hash) });
      return file(kind as FileRole);
    });
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 30 }), (files) => {
      const groups = arrange(files);
      const digests = new Set(
        groups.flatMap(({ original, seal, input, headers, certificates, crls, ocspResponses, ...lists }) =>
          [
            ...[input, original, seal, ...headers, ...certificates, ...crls, ...ocspResponses],
            ...[lists.timestamps, lists.sealTimestamps, lists.witnesses, lists.witnessTimestamps].flat(),
          ].map((one) => one?.digests["SHA-256"]),
        ),
      );
      for (const one of files) expect(digests).toContain(one.digests["SHA-256"]);
      const inputs = groups.map(({ input }) => input);
      expect(new Set(inputs).size).toBe(inputs.length);
    }),
  );
});

import { bytesToHex } from "@svc-proof/shared/encoding";
import type { Report } from "@svc-proof/verifier-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FileRole, KnownFile } from "../model.js";
import { arrange, filesOf, type Group, probableChanges, withoutOriginal } from "./groups.js";

describe("arrange", () => {
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
      path: "",
      looksLike: null,
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
    groups.map(({ input, original, evidence, copies }) => {
      const of: Record<string, string[]> = {};
      for (const { kind, file } of evidence) of[kind] = [...(of[kind] ?? []), file.id];
      return {
        input: input.id,
        ...(original && { original: original.id }),
        ...of,
        ...(copies.length > 0 && { copies: copies.map(({ id }) => id) }),
      };
    });

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
          const group: Record<string, unknown> = groups.find(({ input }) => input === proof.id)!;
          expect(group).toMatchObject({
            original: parts.original.id,
            seal: [parts.seal.id],
            witness: [parts.witness.id],
            witness_timestamp: [parts.ofBlock.id],
            headers: [parts.headers.id],
            certificates: [parts.authority.id],
          });
          expect(new Set(group["seal_timestamp"] as string[])).toEqual(new Set([ofSeal.id, ofToken.id]));
          expect(new Set(group["timestamp"] as string[])).toEqual(
            new Set([parts.ofContent.id, parts.ofBatch.id]),
          );
          expect(groups.find(({ input }) => input === other.id)).toEqual({ input: other.id });
        }),
      );
    });

    test("a witness alone gets the timestamp of its block, and stays apart from proofs of other batches", () => {
      const [proof, own, ofBlock] = [proofOf(A), witness(digest(1), digest(2)), timestamp(digest(2))];
      expect(named(arrange([proof, ofBlock, own]))).toEqual([
        { input: proof.id },
        { input: own.id, witness_timestamp: [ofBlock.id] },
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

    test("every seal of a content belongs to its proof; a forged one takes no place, and says so by itself", () => {
      const report = reportAbout(A, { outcome: "failed" });
      const [forged, proof, sound, another] = [seal(A, { report }), proofOf(A), seal(A), seal(A)];
      expect(named(arrange([forged, proof, sound, another]))).toEqual([
        { input: forged.id },
        { input: proof.id, seal: [sound.id, another.id, forged.id] },
      ]);
      const sealedPackage = file("package", { report: reportAbout(B, { checks: [{ id: "seal" }] }) });
      const outside = seal(B);
      expect(named(arrange([sealedPackage, outside]))).toEqual([
        { input: sealedPackage.id, seal: [outside.id] },
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
      expect(arrange([proof, ...timestamps]).map(({ evidence }) => evidence.length)).toEqual([100]);
    });

    test("what is false by itself says so in a result of its own", () => {
      const report = reportAbout(A, { outcome: "failed" });
      const [proof, forged] = [proofOf(A), timestamp(A, { report })];
      expect(named(arrange([proof, forged]))).toEqual([
        { input: proof.id, timestamp: [forged.id] },
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
        { input: proof.id, original: other.id, timestamp: [stamp.id] },
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

  describe("pairs", () => {
    const photo = (name = "photo.jpg") => original(digest(1), { name });

    test.each(["ots", "tsr", "tst", "asics", "svc.zip", "proof"])(
      "what is called like its original and .%s is compared with it, whatever else is there",
      (ending) => {
        const proof = proofOf(A, { name: `contract.pdf.${ending}` });
        const changed = original(B, { name: "contract.pdf" });
        const other = photo();
        expect(named(arrange([other, proof, changed]))).toEqual([
          { input: other.id },
          { input: proof.id, original: changed.id },
        ]);
      },
    );

    test("a name by hand, another case, or two files of the name make no pair", () => {
      for (const name of ["contract.pdf.json", "contract.ots", "CONTRACT.pdf.ots"]) {
        const groups = arrange([proofOf(A, { name }), original(B, { name: "contract.pdf" }), photo()]);
        expect(groups.map((group) => group.original)).toEqual([null, null, null]);
      }
      const twice = [original(B, { name: "README" }), original(digest(2), { name: "README" })];
      const groups = arrange([proofOf(A, { name: "README.ots" }), ...twice]);
      expect(groups.map((group) => group.original)).toEqual([null, null, null]);
    });

    test("the original by its fingerprint goes before a name, and a word of the user before both names", () => {
      const proof = proofOf(A, { name: "contract.pdf.ots" });
      const [changed, true_] = [original(B, { name: "contract.pdf" }), original(A, { name: "x" })];
      expect(named(arrange([proof, changed, true_]))).toEqual([
        { input: proof.id, original: true_.id },
        { input: changed.id },
      ]);
      const chosen = original(digest(2), { name: "y", comparedWith: proof.id });
      expect(named(arrange([proof, changed, chosen]))).toEqual([
        { input: proof.id, original: chosen.id },
        { input: changed.id },
      ]);
    });
  });

  describe("a proof that none of the files is about", () => {
    const inputsWithout = (...files: readonly KnownFile[]) =>
      [...withoutOriginal(arrange(files), files)].map(({ id }) => id);

    test("is one beside other files, whatever their number and their names", () => {
      const [proof, one, two] = [proofOf(A), original(B), original(digest(1))];
      expect(inputsWithout(proof, one, two)).toEqual([proof.id]);
      const proven = proofOf(B);
      expect(inputsWithout(proof, proven, one)).toEqual([proof.id]);
    });

    test("is none where no file was given, where one is it, or where one is compared", () => {
      const [proof, of] = [proofOf(A), original(A)];
      expect(inputsWithout(proof)).toEqual([]);
      expect(inputsWithout(proof, proofOf(B), file("headers"), file("authority"))).toEqual([]);
      expect(inputsWithout(proof, of, original(B))).toEqual([]);
      expect(inputsWithout(proof, original(B))).toEqual([]);
      expect(inputsWithout(proof, original(B, { file: null }), original(digest(1), { file: null }))).toEqual(
        [],
      );
    });

    test("is none while a file is not hashed by the hash that the proof states", () => {
      const [proof, one, two] = [proofOf(A), original(B), file("original", { digests: {} })];
      expect(inputsWithout(proof, one, two)).toEqual([]);
      const sealed = file("seal", { report: reportAbout("cd".repeat(64), { algorithm: "SHA-512" }) });
      expect(inputsWithout(sealed, one, original(digest(1)))).toEqual([]);
      const hashed = [B, digest(1)].map((hash) =>
        original(hash, { digests: { "SHA-256": hash, "SHA-512": hash } }),
      );
      expect(inputsWithout(sealed, ...hashed)).toEqual([sealed.id]);
    });

    test("holds its original, or is about no file", () => {
      const others = [original(B), original(digest(1))];
      const full = file("package", {
        report: reportAbout(A, { checks: [{ id: "content", status: "passed", code: "ok" }] }),
      });
      expect(inputsWithout(full, ...others)).toEqual([]);
      expect(inputsWithout(witness(ROOT, digest(2)), ...others)).toEqual([]);
      expect(inputsWithout(file("proof", { report: reportAbout(null) }), ...others)).toEqual([]);
    });
  });

  describe("copies", () => {
    test("identical bytes are one file, which is named by each of its names", () => {
      const [one, two, same] = [
        proofOf(A, { name: "a" }),
        proofOf(A, { name: "b" }),
        proofOf(A, { name: "a" }),
      ];
      const { digests } = one;
      expect(named(arrange([one, { ...two, digests }, { ...same, digests }]))).toEqual([
        { input: one.id, copies: [two.id] },
      ]);
    });

    test("of two timestamps of one digest, and of two of the same bytes, each has its line", () => {
      const [proof, one, two] = [proofOf(A), timestamp(A), timestamp(A)];
      const copy = timestamp(A, { digests: one.digests });
      expect(named(arrange([proof, one, two, copy]))).toEqual([
        { input: proof.id, timestamp: [one.id, two.id], copies: [copy.id] },
      ]);
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
    const used = { crl: crls.map(({ id }) => id), ocsp_response: [ocsp.id] };
    expect(named(arrange([proof, sealed, of, ...crls, ocsp]))).toEqual([
      { input: proof.id },
      { input: sealed.id, seal: [of.id], ...used },
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
          groups.flatMap((group) => filesOf(group).map((one) => one.digests["SHA-256"])),
        );
        for (const one of files) expect(digests).toContain(one.digests["SHA-256"]);
        const inputs = groups.map(({ input }) => input);
        expect(new Set(inputs).size).toBe(inputs.length);
      }),
    );
  });
});

describe("probable changes", () => {
  let last = 0;
  function file(role: FileRole, name: string, fields: Partial<KnownFile> = {}, sizeBytes = 3): KnownFile {
    last++;
    return {
      id: `f${last}`,
      file: new File([new Uint8Array(sizeBytes)], name),
      name,
      role,
      path: "",
      looksLike: null,
      isChosen: false,
      digests: { "SHA-256": last.toString(16).padStart(64, "0") },
      tokenHash: null,
      report: null,
      snapshot: null,
      comparedWith: null,
      ...fields,
    };
  }

  const A = "aa".repeat(32);
  const B = "bb".repeat(32);

  const about = (hash: string, inside?: string) =>
    ({
      proof: { proof_id: null, content: { algorithm: "SHA-256", hash } },
      inputs: inside === undefined ? [] : [{ kind: "original", origin: "package", name: inside }],
      checks: [{ id: "content", code: inside === undefined ? "not_requested" : "ok", evidence: {} }],
    }) as unknown as Report;
  const proof = (hash: string, name = "proof.json", role: FileRole = "proof") =>
    file(role, name, { report: about(hash) });
  const original = (hash: string, name: string, sizeBytes = 3) =>
    file("original", name, { digests: { "SHA-256": hash } }, sizeBytes);
  const other = (name: string, sizeBytes = 77) => file("original", name, {}, sizeBytes);

  const found = (...files: readonly KnownFile[]) =>
    probableChanges(arrange(files)).map(({ file: { name }, proof: { name: of }, by }) => [name, of, by]);

  test.each([
    ["contract.ots", "contract.pdf"],
    ["contract.pdf.proof.json", "contract.pdf"],
    ["contract-evidence.zip", "contract.pdf"],
    ["contract.tsr", "contract.pdf"],
    ["contract.pdf.ots", "CONTRACT.pdf"],
    ["contract.pdf.ots", "contract (2).pdf"],
    ["contract (1).pdf.ots", "contract.pdf"],
    ["résumé.pdf.ots", "re\u0301sume\u0301.pdf"],
  ])("%s names %s", (of, name) => {
    expect(found(proof(A, of), other(name), other("x"))).toEqual([[name, of, "name"]]);
  });

  test.each([
    ["contract.pdf.ots", "contracts.pdf"],
    ["contract.pdf.ots", "contract.docx"],
    ["proof.json", "proof.docx"],
    ["evidence.zip", "evidence.pdf"],
    ["certificate.pdf", "certificate.docx"],
    [".json", "notes.txt"],
  ])("%s does not name %s", (of, name) => {
    expect(found(proof(A, of), other(name), other("x"))).toEqual([]);
  });

  test("the original in a package has a name", () => {
    const packed = file("package", "evidence.zip", { report: about(A, "original/contract.pdf") });
    expect(found(packed, other("contract.pdf"))).toEqual([["contract.pdf", "evidence.zip", "name"]]);
  });

  test("another version beside the original is found by its name, or by its size", () => {
    const [ofA, rightA] = [proof(A), original(A, "contract.pdf", 1000)];
    expect(found(ofA, rightA, other("contract.pdf", 1001))).toEqual([["contract.pdf", "proof.json", "name"]]);
    expect(found(ofA, rightA, other("neu.pdf", 1000))).toEqual([["neu.pdf", "proof.json", "size"]]);
    expect(found(ofA, rightA, other("neu.pdf", 1001))).toEqual([]);
  });

  test("a file may belong to several proofs of one content, but not of two", () => {
    const ofA = [proof(A, "contract.pdf-evidence.zip"), proof(A, "contract.pdf-proof.json")];
    expect(found(...ofA, other("contract.pdf")).map(([, of]) => of)).toEqual([
      "contract.pdf-evidence.zip",
      "contract.pdf-proof.json",
    ]);
    expect(found(...ofA, proof(B, "contract.pdf.json"), other("contract.pdf"))).toEqual([]);
    const same = [proof(A), original(A, "a.txt", 9), proof(B), original(B, "b.txt", 9)];
    expect(found(...same, other("c.txt", 9))).toEqual([]);
  });

  test("neither the original itself, nor a file that is not hashed yet", () => {
    expect(found(proof(A, "contract.pdf.ots"), original(A, "contract.pdf"))).toEqual([]);
    const unhashed = file("original", "contract.pdf", { digests: {} });
    expect(found(proof(A, "contract.pdf.ots"), unhashed, other("x"))).toEqual([]);
  });

  test("of any number of files with the same name, eight", () => {
    const many = Array.from({ length: 1000 }, () => other("README.txt"));
    expect(found(proof(A), original(A, "README.txt"), ...many)).toHaveLength(8);
    const copies = Array.from({ length: 1000 }, () => proof(A, "README.txt.ots"));
    expect(found(...copies, ...many)).toHaveLength(64);
  });
});

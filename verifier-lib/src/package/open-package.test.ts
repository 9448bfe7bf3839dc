import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type RawEntry, unicodePath, unreadableEntry, zipOf } from "../archive/zip.testing.js";
import type { RandomAccess } from "../content/content.js";
import { CountedWork } from "../work/counted-work.testing.js";
import { Work } from "../work/work.js";
import {
  openPackedSeal,
  openSealedOriginal,
  type ReadEvidenceOptions,
  readEvidence,
} from "./open-package.js";
import { roleInPackage } from "./packed-evidence.js";

const at = (name: string, content: RawEntry["content"] = name): RawEntry => ({ name, content });
const PROOF = at("proof.json");
const SEAL = "seal/timestamp.tsr";
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

const codeOf = (...entries: readonly RawEntry[]) =>
  readEvidence(zipOf(entries)).then(
    () => "ok",
    ({ code }) => code,
  );

/** The archive, and what happens when a part of this content is read. */
function whenRead(zip: Buffer, content: string, act: () => void): RandomAccess {
  const place = zip.indexOf(content);
  return {
    sizeBytes: zip.length,
    read: async (offset, length) => {
      if (offset === place && length === content.length) act();
      return zip.subarray(offset, offset + length);
    },
  };
}

test.each([
  ["proof.json", "proof"],
  ["Proof.json", "unchecked"],
  ["x/proof.json", "unchecked"],
  ["bitcoin/a.ots", "timestamp"],
  ["bitcoin/.ots", "unchecked"],
  ["bitcoin/a.otsx", "unchecked"],
  ["bitcoin/a/b.ots", "unchecked"],
  ["xbitcoin/a.ots", "unchecked"],
  ["bitcoin/a.OTS", "unchecked"],
  ["bitcoin/headers.json", "headers"],
  ["bitcoin/headers-1.json", "headers"],
  ["bitcoin/headers-1234567890.json", "headers"],
  ["bitcoin/headers-12345678901.json", "unchecked"],
  ["bitcoin/headers-.json", "unchecked"],
  ["bitcoin/headers-x.json", "unchecked"],
  ["bitcoin/headers-1.jsonx", "unchecked"],
  ["xbitcoin/headers-1.json", "unchecked"],
  [SEAL, "seal"],
  [`${SEAL}.ots`, "seal_timestamp"],
  ["seal/qualified-timestamp.tsr", "seal"],
  ["seal/qualified-timestamp.tsr.ots", "seal_timestamp"],
  ["seal/tsa-certificates.pem", "certificates"],
  ["seal/trusted-list-entry.json", "trusted_list_entry"],
  ["seal/revocation/1.crl", "crl"],
  ["seal/revocation/1.ocsp", "ocsp_response"],
  ["seal-revocation-1.crl", "unchecked"],
  ["anchors/137.json", "witness"],
  ["anchors/137.ots", "witness_timestamp"],
  ["anchors/x.json", "unchecked"],
  ["anchor-137.json", "unchecked"],
  ["original/a", "original"],
  ["original/a/b", "original"],
  ["originals", "unchecked"],
  ["Original/a", "unchecked"],
  ["verifier.html", "verifier"],
  ["README.txt", "unchecked"],
])("the entry %s is: %s", (name, role) => {
  expect(roleInPackage(name)).toBe(role);
});

describe("a package", () => {
  test("has each part as it is", async () => {
    // More than one piece, with bytes that are no ASCII.
    const pem = Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7) & 255));
    const evidence = await readEvidence(
      zipOf([
        at("README.txt"),
        PROOF,
        at("original/", ""),
        at("original/file.txt"),
        at("bitcoin/b.ots"),
        at("bitcoin/a.ots"),
        at("bitcoin/headers.json"),
        at("bitcoin/headers-7.json"),
        at(SEAL),
        at(`${SEAL}.ots`),
        at("seal/tsa-certificates.pem", pem),
        at("seal/trusted-list-entry.json"),
        at("seal/revocation/1.crl"),
        at("seal/revocation/2.ocsp"),
        at("anchors/137.json"),
        at("anchors/1.json"),
        at("anchors/1.ots"),
        at("verifier.html"),
      ]),
    );
    expect({
      ...evidence,
      proof: text(evidence.proof),
      parts: evidence.parts.map(({ content, ...part }) => [part, Buffer.from(content).toString("latin1")]),
    }).toEqual({
      proof: "proof.json",
      parts: [
        [{ kind: "seal" }, SEAL],
        [{ kind: "trusted_list_entry" }, "seal/trusted-list-entry.json"],
        [{ kind: "timestamp" }, "bitcoin/b.ots"],
        [{ kind: "timestamp" }, "bitcoin/a.ots"],
        [{ kind: "headers" }, "bitcoin/headers.json"],
        [{ kind: "headers" }, "bitcoin/headers-7.json"],
        [{ kind: "seal_timestamp" }, `${SEAL}.ots`],
        [{ kind: "certificates" }, pem.toString("latin1")],
        [{ kind: "crl" }, "seal/revocation/1.crl"],
        [{ kind: "ocsp_response" }, "seal/revocation/2.ocsp"],
        [{ kind: "witness", chainId: 137, name: "chain 137" }, "anchors/137.json"],
        [{ kind: "witness", chainId: 1, name: "chain 1" }, "anchors/1.json"],
        [{ kind: "witness_timestamp" }, "anchors/1.ots"],
      ],
      original: { name: "original/file.txt", hash: sha256("original/file.txt") },
      verifier: { name: "verifier.html", sha256: sha256("verifier.html") },
      unchecked: ["README.txt", "verifier.html"],
    });
  });

  test("needs only its proof", async () => {
    const evidence = await readEvidence(new Blob([zipOf([PROOF])]));
    expect({ ...evidence, proof: text(evidence.proof) }).toEqual({
      proof: "proof.json",
      parts: [],
      original: null,
      verifier: null,
      unchecked: [],
    });
    expect(await codeOf(at("README.txt"))).toBe("evidence_no_proof");
  });

  test("has parts whose checksum holds, also those that nothing reads", async () => {
    for (const name of ["README.txt", "verifier.html", "original/a", SEAL]) {
      expect(await codeOf(PROOF, { ...at(name), crc: 5 }), name).toBe("zip_crc_mismatch");
    }
    const folder = { name: "x/", method: 8, data: Buffer.of(3, 0, 0) };
    expect(await codeOf(PROOF, folder)).toBe("zip_deflate_trailing");
  });

  test("has no entry that some program takes for another part", async () => {
    const renamed = (raw: string, name: string) => ({ ...at(raw), extra: unicodePath(raw, name) });
    expect(await codeOf(PROOF, renamed("a", "b"))).toBe("ok");
    expect(await codeOf(PROOF, renamed("a", "original/b"))).toBe("evidence_name_ambiguous");
    expect(await codeOf(PROOF, renamed("original/b", "a"))).toBe("evidence_name_ambiguous");
    for (const name of ["Original/a", "original./a", "ORIGINAL /a"]) {
      expect(await codeOf(PROOF, at(name)), name).toBe("evidence_name_ambiguous");
    }
    expect(await codeOf(PROOF, at("originals/a"))).toBe("ok");
    expect(await codeOf(PROOF, at("x/original/a"))).toBe("ok");
  });
});

describe("limits", () => {
  test.each<[string, number, (n: number) => string, string]>([
    ["timestamps", 16, (n) => `bitcoin/${n}.ots`, "evidence_too_many_timestamps"],
    ["documents of headers", 4, (n) => `bitcoin/headers-${n}.json`, "evidence_too_many_headers"],
    ["witnesses", 16, (n) => `anchors/${n}.json`, "evidence_too_many_witnesses"],
    ["timestamps of witnesses", 16, (n) => `anchors/${n}.ots`, "evidence_too_many_witnesses"],
    ["revocation lists", 16, (n) => `seal/revocation/${n}.crl`, "evidence_too_many_revocation_files"],
    ["OCSP responses", 16, (n) => `seal/revocation/${n}.ocsp`, "evidence_too_many_revocation_files"],
    ["originals", 1, (n) => `original/${n}`, "evidence_several_originals"],
  ])("of %s: %i", async (_, limit, name, code) => {
    const parts = Array.from({ length: limit + 1 }, (_, i) => at(name(i + 1)));
    expect(await codeOf(PROOF, ...parts.slice(1))).toBe("ok");
    expect(await codeOf(PROOF, ...parts)).toBe(code);
  });

  test.each<[string, number, readonly string[]]>([
    ["a proof", 65_536, ["proof.json"]],
    ["a timestamp", 131_072, ["bitcoin/a.ots"]],
    [
      "all timestamps",
      524_288,
      ["bitcoin/a.ots", "bitcoin/b.ots", "bitcoin/c.ots", "bitcoin/d.ots", "bitcoin/e.ots"],
    ],
    ["a document of headers", 9_437_184, ["bitcoin/headers.json"]],
    ["a seal", 1_048_576, [SEAL]],
    ["a timestamp of the seal", 131_072, [`${SEAL}.ots`]],
    ["the entry of a trusted list", 16_384, ["seal/trusted-list-entry.json"]],
    ["the certificates", 524_288, ["seal/tsa-certificates.pem"]],
    ["all revocation lists", 8_388_608, ["seal/revocation/1.crl", "seal/revocation/2.crl"]],
    ["an OCSP response", 131_072, ["seal/revocation/1.ocsp"]],
    ["all witnesses", 1_048_576, ["anchors/1.json", "anchors/2.json"]],
    ["a timestamp of a witness", 131_072, ["anchors/1.ots"]],
    [
      "all timestamps of witnesses",
      524_288,
      ["anchors/1.ots", "anchors/2.ots", "anchors/3.ots", "anchors/4.ots", "anchors/5.ots"],
    ],
    ["what no check uses", 67_108_864, ["README.txt", "verifier.html"]],
  ])("of the bytes of %s: %i", async (_, limit, names) => {
    const [first, ...others] = names;
    const own = names.length > 2 ? 131_072 : limit - 10 * others.length;
    const shared = names.length > 2 ? (limit - own) / others.length : 10;
    const parts = (more: number) => [
      unreadableEntry(first!, own + (others.length === 0 ? more : 0)),
      ...others.map((name, i) => unreadableEntry(name, shared + (i === 0 ? more : 0))),
      ...(first === "proof.json" ? [] : [PROOF]),
    ];
    expect(await codeOf(...parts(0))).toBe("zip_deflate_malformed");
    expect(await codeOf(...parts(1))).toBe("evidence_part_too_large");
  });

  test("of certificates: 64", async () => {
    const pem = (count: number) =>
      at("seal/tsa-certificates.pem", "-----BEGIN CERTIFICATE-----\n".repeat(count));
    expect(await codeOf(PROOF, pem(64))).toBe("ok");
    expect(await codeOf(PROOF, pem(65))).toBe("evidence_too_many_certificates");
  });
});

describe("the caller's options", () => {
  const ORIGINAL = at("original/a", "the original");
  const VERIFIER = at("verifier.html", "the verifier");

  test("progress is that of the original", async () => {
    const seen: number[] = [];
    await readEvidence(zipOf([PROOF, VERIFIER, ORIGINAL]), { onProgress: (bytes) => void seen.push(bytes) });
    expect(seen).toEqual(["the original".length]);
  });

  test("a hash is used for the original and for a verifier", async () => {
    let made = 0;
    const options = {
      createHash: () => {
        made++;
        return createHash("sha256");
      },
    };
    const { verifier, original } = await readEvidence(zipOf([PROOF, VERIFIER, ORIGINAL]), options);
    expect([made, verifier?.sha256, original?.hash]).toEqual([
      2,
      sha256("the verifier"),
      sha256("the original"),
    ]);
  });

  test("work is spent", async () => {
    const deflated = { ...at("README.txt", Buffer.alloc(50_000)), method: 8 };
    const zip = zipOf([PROOF, { ...deflated, data: deflateRawSync(Buffer.alloc(50_000)) }]);
    await expect(readEvidence(zip, { work: new CountedWork({ units: 10 }) })).rejects.toMatchObject({
      code: "work_limit_exceeded",
    });
  });

  test("an abort ends the reading, before anything is judged", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(readEvidence(zipOf([at("README.txt")]), { signal })).rejects.toThrow("enough");
  });

  test.each([
    ["README.txt", "what no check uses"],
    ["verifier.html", "a packed verifier"],
    ["original/a", "the original"],
    ["bitcoin/a.ots", "a first timestamp"],
  ])("an abort of the caller ends it too, while it reads %s", async (name, content) => {
    const stop = new AbortController();
    const entries = [PROOF, at(name, content), ...(name.endsWith(".ots") ? [at("bitcoin/b.ots")] : [])];
    const file = whenRead(zipOf(entries), content, () => stop.abort(new Error("enough")));
    const options: ReadEvidenceOptions = { signal: stop.signal, work: new Work() };
    await expect(readEvidence(file, options)).rejects.toThrow("enough");
  });
});

describe("the seal of a package", () => {
  const seal = async (...entries: readonly RawEntry[]) =>
    openPackedSeal(new Blob([zipOf(entries)])).then(
      (found) => found && text(found),
      ({ code }) => code,
    );
  const original = async (...entries: readonly RawEntry[]) => {
    const zip = zipOf(entries);
    const file: RandomAccess = {
      sizeBytes: zip.length,
      read: async (offset, length) => zip.subarray(offset, offset + length),
    };
    return openSealedOriginal(file).then(
      (found) => found && [text(found.seal), found.certificates, found.name, found.original.name],
      ({ code }) => code,
    );
  };
  const PEM = at("seal/tsa-certificates.pem", Buffer.of(0xe4, 0x41));
  const folder = (raw: string, name: string) => ({ name: raw, extra: unicodePath(raw, name) });

  test("comes alone, or with its original and its certificates", async () => {
    const entries = [at("original/", ""), at("original/x/file.txt"), PROOF, at(SEAL), PEM];
    expect(await seal(...entries)).toBe(SEAL);
    expect(await original(...entries)).toEqual([SEAL, ["\u00e4A"], "file.txt", "original/x/file.txt"]);
    expect(await original(at(SEAL), at("original/file.txt"))).toEqual([
      SEAL,
      [],
      "file.txt",
      "original/file.txt",
    ]);
  });

  test("may be missing", async () => {
    expect(await seal(PROOF, at("original/a"))).toBeNull();
    expect(await original(PROOF, at("original/a"))).toBeNull();
    expect(await original(PROOF, at(SEAL), at("original/", ""))).toBeNull();
  });

  test("is found in a folder, and its original beside what systems add", async () => {
    const entries = [at("x/", ""), at(`x/${SEAL}`, SEAL), at("x/original/a"), at("x/original/.DS_Store")];
    expect(await seal(...entries)).toBe(SEAL);
    expect(await original(...entries)).toEqual([SEAL, [], "a", "original/a"]);
    expect(await original(at(SEAL), at("original/.DS_Store"), at("original/Thumbs.db"))).toBeNull();
  });

  test("is there once, under its name or its older one", async () => {
    const older = "seal/qualified-timestamp.tsr";
    expect(await seal(PROOF, at(older))).toBe(older);
    const twice = [PROOF, at(SEAL), at(older), at("original/a")];
    expect(await seal(...twice)).toBe("evidence_name_ambiguous");
    expect(await original(...twice)).toBe("evidence_name_ambiguous");
    expect(await seal(PROOF, at(`${SEAL}.ots`), at(`${older}.ots`))).toBe("evidence_name_ambiguous");
  });

  test("is of one original", async () => {
    const two = [at("original/a"), at("original/b")];
    expect(await original(at(SEAL), ...two)).toBe("evidence_several_originals");
    expect(await seal(at(SEAL), ...two)).toBe(SEAL);
  });

  test("is in a package without ambiguous names; folders have no meaning", async () => {
    const renamed = { ...at("a"), extra: unicodePath("a", "original/b") };
    const files = [at(SEAL), at("original/a")];
    expect(await seal(...files, renamed)).toBe("evidence_name_ambiguous");
    expect(await original(...files, renamed)).toBe("evidence_name_ambiguous");
    expect(await seal(...files, folder("x/", "original/y/"))).toBe(SEAL);
    expect(await original(...files, folder("x/", "original/y/"))).toEqual([SEAL, [], "a", "original/a"]);
  });

  test("is limited, as its certificates are", async () => {
    const sized = unreadableEntry;
    expect(await seal(sized(SEAL, 1_048_576))).toBe("zip_deflate_malformed");
    expect(await seal(sized(SEAL, 1_048_577))).toBe("evidence_part_too_large");
    expect(await original(at("original/a"), sized(SEAL, 1_048_577))).toBe("evidence_part_too_large");
    const certificates = sized("seal/tsa-certificates.pem", 4_194_305);
    expect(await original(at("original/a"), at(SEAL), certificates)).toBe("evidence_part_too_large");
    const fitting = sized("seal/tsa-certificates.pem", 4_194_304);
    expect(await original(at("original/a"), at(SEAL), fitting)).toBe("zip_deflate_malformed");
  });
});

/** What is written: docs/formats/evidence.md, "Writing". The verifier reads each container. */
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { handMadeZip } from "../../verifier-lib/src/archive/zip.testing.js";
import { encodeAsic } from "../../verifier-lib/src/asic/create-asic.js";
import { readAsic } from "../../verifier-lib/src/package/open-container.js";
import { essCertId, makeToken, signingCertificateV2 } from "../../verifier-lib/src/rfc3161/token.testing.js";
import { issueAuthority, issueUnit } from "../../verifier-lib/src/x509/authority.testing.js";
import { share } from "../fuzz/extent.js";
import "../property-seed.js";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileEntryName } from "@svc-proof/shared/zip";
import { FormatError, verify } from "@svc-proof/verifier-lib";
import { ASIC_S_MEDIA_TYPE, createAsic } from "@svc-proof/verifier-lib/asic";
import { openFile, type WriteAsicParameters, writeAsic } from "@svc-proof/verifier-lib/node";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SandboxSeal, sandboxSeals } from "../sandbox-seal.js";
import { asicCases, pemOf } from "../vectors/asic/cases.js";
import { CONTENT, sealCase } from "../vectors/asic/containers.js";
import { bytesOf } from "../vectors/seals/cases.js";
import { vectorFolder } from "./third-party-vectors.js";

const original = new Uint8Array(CONTENT);
/** 799 bytes: the smallest that there is. */
const token = bytesOf(sealCase.token);
const trusted = {
  trust: [pemOf(asicCases.anchor)],
  certificates: asicCases.certificates.map(pemOf),
  now: new Date(asicCases.at),
};
const bytesIn = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const digest = (algorithm: string, bytes: Uint8Array) =>
  createHash(algorithm.replace("-", "")).update(bytes).digest("hex");
/** The code with which a container is refused. */
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => "written",
    (error) => (error instanceof FormatError ? error.code : `${error}`),
  );

const folder = mkdtempSync(join(tmpdir(), "svc-asic-writing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PDF = Buffer.from("%PDF-1.7\nA contract.\n%%EOF\n");
const ALGORITHMS = ["SHA-256", "SHA-384", "SHA-512"] as const;
let seals: readonly SandboxSeal[] = [];
let ofPdf: SandboxSeal;
beforeAll(async () => {
  const imprints = [
    ...ALGORITHMS.map((algorithm) => ({ algorithm, hash: digest(algorithm, original) })),
    { algorithm: "SHA-256" as const, hash: digest("SHA-256", PDF) },
  ];
  seals = await sandboxSeals(imprints);
  ofPdf = seals[3]!;
}, 60_000);

describe("a container", () => {
  test("has three entries, all stored, the type first", async () => {
    const blob = await createAsic({ original, name: "contract.txt", seal: token });
    expect(blob.type).toBe(ASIC_S_MEDIA_TYPE);
    const bytes = await bytesIn(blob);
    expect((await parseZip(bytes)).map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
      ["mimetype", 31],
      ["META-INF/timestamp.tst", token.length],
      ["contract.txt", original.length],
    ]);
    // As `file` and other programs recognise it.
    expect(Buffer.from(bytes.subarray(30, 69)).toString()).toBe(`mimetype${ASIC_S_MEDIA_TYPE}`);
    const found = await verify(bytes, trusted);
    expect([found.outcome, found.input.type]).toEqual(["verified", "asic-s"]);
    expect(found.notices.map(({ code }) => code)).not.toContain("original_not_given");
  });

  test("has the same bytes each time, from bytes and from a file", async () => {
    const write = async (source: Uint8Array | Blob) =>
      Buffer.from(await bytesIn(await createAsic({ original: source, name: "contract.txt", seal: token })));
    const first = await write(original);
    expect(first.equals(await write(original))).toBe(true);
    expect(first.equals(await write(new Blob([original])))).toBe(true);
    expect(digest("SHA-256", first)).toBe("811441214d3ca7038230d8beba48e155700c415fbe11c313bb61626c74b1f775");
  });

  test("holds the token of a response, byte for byte", async () => {
    const { response } = seals[0]!;
    const bytes = await bytesIn(await createAsic({ original, name: "a", seal: response }));
    const packed = await readAsic(bytes);
    expect(Buffer.from(packed.token).equals(parseTimestampResponse(response).token!.der)).toBe(true);
    expect(Buffer.from(response).includes(Buffer.from(packed.token))).toBe(true);
    const again = await bytesIn(await createAsic({ original, name: "a", seal: packed.token }));
    expect(Buffer.from(again).equals(bytes)).toBe(true);
  });

  test.each(ALGORITHMS.map((algorithm, i) => [algorithm, i] as const))(
    "of a timestamp by %s, verified with the original beside it too",
    async (_, i) => {
      const { response, rootPem } = seals[i]!;
      const bytes = await bytesIn(
        await createAsic({ original: new Blob([original]), name: "a", seal: response }),
      );
      const report = await verify(bytes, { trust: [rootPem], original });
      expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
        "format passed",
        "content passed",
        "content passed",
        "seal passed",
        "qualified indeterminate",
      ]);
      const other = await verify(bytes, { trust: [rootPem], original: Uint8Array.of(1) });
      expect(other.checks.map(({ id, status }) => `${id} ${status}`).slice(1, 3)).toEqual([
        "content failed",
        "content passed",
      ]);
      expect([other.outcome, other.claims]).toEqual(["failed", []]);
    },
  );

  test("reports progress, and uses the given hash", async () => {
    const asked: string[] = [];
    const progress: number[] = [];
    await createAsic({
      original,
      name: "a",
      seal: seals[2]!.response,
      createHash(algorithm) {
        asked.push(algorithm);
        return createHash(algorithm.replace("-", ""));
      },
      onProgress: (bytes) => progress.push(bytes),
    });
    expect([asked, progress]).toEqual([["SHA-512"], [original.length]]);
  });

  test.each([
    ["of a PDF", PDF, "contract.pdf"],
    ["whose file is called like a PDF's header", PDF, "%PDF-1.7"],
  ])("%s is not itself a PDF", async (_, content, name) => {
    const bytes = await bytesIn(await createAsic({ original: content, name, seal: ofPdf.response }));
    expect(Buffer.from(bytes).indexOf("%PDF-")).toBeGreaterThanOrEqual(1024);
    const report = await verify(bytes, { trust: [ofPdf.rootPem] });
    expect(report.outcome).toBe("verified");
  });

  test("begins its file beyond the first 1,024 bytes, however small the token is", async () => {
    const bytes = Buffer.from(await bytesIn(await createAsic({ original, name: "a", seal: token })));
    expect(bytes.indexOf("PK\u0003\u0004", 900, "latin1")).toBe(1024);
  });
});

describe("names", () => {
  const RESERVED = [
    "mimetype",
    "Mimetype",
    "META-INF",
    "meta-inf",
    "ＭＥＴＡ－ＩＮＦ",
    "mime\u200dtype",
    "META-INF/",
    "mimetype.",
  ];

  test.each(RESERVED)("%j is refused, or made another", async (name) => {
    const code = await codeOf(createAsic({ original, name, seal: token }));
    expect(code).toBe(name === "META-INF/" ? "written" : "asic_name_reserved");
  });

  test("any other makes a container that is read, under the name that every system can unpack", async () => {
    const names = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            "a",
            "META-INF",
            "mimetype",
            "/",
            "\\",
            ".",
            " ",
            ":",
            "~1",
            ";",
            "%PDF-",
            "\u0301",
            "con",
          ),
          {
            maxLength: 8,
          },
        )
        .map((parts) => parts.join("")),
    );
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const frame = await encodeAsic({ token, genTime: new Date(0), name, sizeBytes: 0 }).catch(
          (error) => error,
        );
        if (frame instanceof FormatError) return frame.code === "asic_name_reserved";
        const bytes = Buffer.concat([frame.head(0), frame.tail(0)]);
        return (await readAsic(bytes)).dataObject.name === fileEntryName(name);
      }),
      { numRuns: share(1000) },
    );
  });
});

describe("refused", () => {
  const create = (seal: Uint8Array, content: Uint8Array = original) =>
    codeOf(createAsic({ original: content, name: "a", seal }));

  test("a timestamp of another file", async () => {
    expect(await create(token, Buffer.from("Content"))).toBe("imprint_mismatch");
    expect(await create(seals[1]!.response, PDF)).toBe("imprint_mismatch");
  });

  test("bytes that are no timestamp", async () => {
    expect(await create(new Uint8Array())).toMatch(/^der_/);
    expect(await create(Buffer.from("text"))).toMatch(/^der_/);
    expect(await create(Buffer.concat([token, Buffer.of(0)]))).toBe("der_trailing_data");
    expect(await create(token.subarray(0, -1))).toMatch(/^der_/);
    // status rejection
    expect(await create(Buffer.from("30053003020102", "hex"))).toBe("timestamp_not_granted");
  });

  test("a timestamp of which one bit of the signature is wrong", async () => {
    const changed = Uint8Array.from(token);
    changed[changed.length - 1]! ^= 1;
    expect(await create(changed)).toBe("signature_invalid");
  });

  test("a timestamp whose signer's certificate cannot be read, so that its signature is not checked", async () => {
    const signer = await issueUnit(await issueAuthority("Authority"));
    const unreadable = Uint8Array.from(signer.certificate.der);
    // The tag of its version.
    unreadable[unreadable.indexOf(0xa0)] = 0xa9;
    const naming = [signingCertificateV2(essCertId(unreadable))];
    const signature = (bytes: Uint8Array) => bytes.fill(0, 8);
    const seal = await makeToken({ signer, naming, certificates: [unreadable], signature });
    expect(await create(seal, Buffer.from("content"))).toBe("signer_certificate_unreadable");
  });

  test("an archive that EU DSS would not unpack", async () => {
    const archive = handMadeZip([{ name: "a", method: 12 }], Buffer.alloc(0));
    const [seal] = await sandboxSeals([{ algorithm: "SHA-256", hash: digest("SHA-256", archive) }]);
    expect(await create(seal!.response, archive)).toBe("asic_original_archive");
  });

  test("more than 2^40 bytes", async () => {
    const frame = (sizeBytes: number) =>
      codeOf(encodeAsic({ token, genTime: new Date(), name: "a", sizeBytes }));
    const most = 2 ** 40 - token.length - 31;
    expect([await frame(most), await frame(most + 1)]).toEqual(["written", "asic_original_too_large"]);
  });

  const collection = vectorFolder("tsp");
  test.skipIf(collection === null).each([
    ["good/globalsign-2014-sha1.tsr", "hash_too_weak"],
    ["bad/mldsa65-unknown-alg.tst", "signer_certificate_missing"],
    ["bad/sigstage-invalid-signature.tsr", "signature_invalid"],
    ["bad/exceet-messagedigest-mismatch.tst", "message_digest_mismatch"],
    ["bad/eurocert-pl-ess-mismatch.tst", "signing_certificate_mismatch"],
    ["bad/digitorus-rejection.tsr", "timestamp_not_granted"],
    ["bad/derived-granted-without-token.tsr", "tsp_token_missing"],
    ["bad/derived-huge-length.tsr", "der_truncated"],
  ])("%s: %s", async (file, code) => {
    expect(await create(new Uint8Array(readFileSync(join(collection!, file))))).toBe(code);
  });

  test.skipIf(collection === null)(
    "a token without its signer's certificate, unless that is given",
    async () => {
      const at = (name: string) => readFileSync(join(collection!, "good", name));
      const ofToken = {
        original: at("sigstage-no-embedded-cert.msg"),
        name: "a",
        seal: new Uint8Array(at("sigstage-no-embedded-cert.tsr")),
      };
      expect(await codeOf(createAsic(ofToken))).toBe("signer_certificate_missing");
      const chain = at("sigstage.chain.pem").toString("latin1");
      expect(await codeOf(createAsic({ ...ofToken, certificates: [chain] }))).toBe("written");
      const seal = Uint8Array.from(ofToken.seal);
      seal[seal.length - 1]! ^= 1;
      expect(await codeOf(createAsic({ ...ofToken, seal, certificates: [chain] }))).toBe("signature_invalid");
    },
  );

  test.each([
    [{ original: "text" }, '"original" expected Uint8Array or Blob'],
    [{ name: 1 }, '"name" expected string, got number'],
    [{ seal: "text" }, '"seal" expected Uint8Array'],
  ])("a wrong parameter: %j", async (wrong, message) => {
    const parameters = { original, name: "a", seal: token, ...wrong } as never;
    await expect(createAsic(parameters)).rejects.toThrow(new TypeError(message));
  });

  test("an aborted signal, before and while the original is read", async () => {
    const parameters = { original, name: "a", seal: token };
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(createAsic({ ...parameters, signal })).rejects.toThrow("enough");
    const abort = new AbortController();
    const onProgress = () => abort.abort(new Error("enough"));
    const blob = new Blob([new Uint8Array(10_000_000)]);
    await expect(
      createAsic({ ...parameters, original: blob, onProgress, signal: abort.signal }),
    ).rejects.toThrow("enough");
  });
});

test("beyond 4 GiB: Zip64, whose data need not be read to find its parts", async () => {
  const sizeBytes = 2 ** 32 + 70_000;
  const frame = await encodeAsic({ token, genTime: new Date(), name: "large.bin", sizeBytes });
  const [head, tail] = [frame.head(0x01020304), frame.tail(0x01020304)];
  const file = {
    sizeBytes: head.length + sizeBytes + tail.length,
    async read(offset: number, length: number) {
      const bytes = new Uint8Array(length);
      for (const [part, start] of [
        [head, 0],
        [tail, head.length + sizeBytes],
      ] as const) {
        for (let i = 0; i < length; i++) bytes[i]! |= part[offset + i - start] ?? 0;
      }
      return bytes;
    },
  };
  const packed = await readAsic(file);
  expect([packed.dataObject.name, packed.dataObject.sizeBytes]).toEqual(["large.bin", sizeBytes]);
});

describe("writeAsic", () => {
  let count = 0;
  const fresh = () => join(folder, `${count++}.asics`);
  const parameters = (more: Partial<WriteAsicParameters> = {}): WriteAsicParameters => ({
    original: inPieces(original, 3),
    sizeBytes: original.length,
    name: "contract.txt",
    seal: token,
    output: fresh(),
    ...more,
  });
  async function* inPieces(bytes: Uint8Array, pieceBytes: number) {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }

  test("writes what createAsic makes", async () => {
    const progress: number[] = [];
    const asked = parameters({ onProgress: (bytes) => progress.push(bytes) });
    await writeAsic(asked);
    const expected = await bytesIn(await createAsic({ original, name: "contract.txt", seal: token }));
    expect(readFileSync(asked.output).equals(expected)).toBe(true);
    expect(progress).toEqual([3, 6, 7]);
    const file = await openFile(asked.output);
    const { outcome } = await verify(file, trusted).finally(() => file.close());
    expect(outcome).toBe("verified");
  });

  test("never replaces a file unless asked, and then only by a complete container", async () => {
    const output = fresh();
    writeFileSync(output, "kept");
    await expect(writeAsic(parameters({ output }))).rejects.toMatchObject({ code: "EEXIST" });
    const wrong = parameters({ output, isReplaced: true, original: inPieces(Buffer.from("Content"), 3) });
    expect(await codeOf(writeAsic(wrong))).toBe("imprint_mismatch");
    expect(readFileSync(output, "utf8")).toBe("kept");
    await writeAsic(parameters({ output, isReplaced: true }));
    expect(readFileSync(output).length).toBeGreaterThan(1000);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("leaves nothing behind when it fails", async () => {
    async function* broken() {
      yield original.subarray(0, 3);
      throw new Error("the disk is gone");
    }
    const never = (): AsyncIterable<Uint8Array> => ({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    });
    const abort = new AbortController();
    const failing: readonly (readonly [Partial<WriteAsicParameters>, string])[] = [
      [{ original: inPieces(Buffer.from("Content"), 3) }, "imprint_mismatch"],
      [{ original: broken() }, "Error: the disk is gone"],
      [{ original: inPieces(original, 3), sizeBytes: 8 }, "RangeError"],
      [{ original: inPieces(original, 3), sizeBytes: 6 }, "RangeError"],
      [{ original: never(), signal: abort.signal }, "Error: enough"],
      [{ name: "mimetype" }, "asic_name_reserved"],
      [{ seal: PDF }, "der_"],
    ];
    setTimeout(() => abort.abort(new Error("enough")), 50);
    for (const [more, expected] of failing) {
      const asked = parameters(more);
      expect(await codeOf(writeAsic(asked))).toContain(expected);
      expect(existsSync(asked.output), expected).toBe(false);
    }
  });
});

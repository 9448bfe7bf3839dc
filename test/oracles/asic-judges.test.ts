/**
 * EU DSS 6.4 on every container that `createAsic` writes: of all timestamps of the collection with their files, and of
 * originals and names that a validator could trip over. unzip, 7-Zip, libarchive and Python read the same.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { fileEntryName } from "@svc-proof/shared/zip";
import { FormatError, verify } from "@svc-proof/verifier-lib";
import { createAsic } from "@svc-proof/verifier-lib/asic";
import {
  type HashAlgorithm,
  parseTimestampResponse,
  parseTimestampToken,
} from "@svc-proof/verifier-lib/rfc3161";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handMadeZip } from "../../verifier-lib/src/archive/zip.testing.js";
import { externalTool } from "../certificates/external-tool.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { sandboxSeals } from "../sandbox-seal.js";
import { asicBytes, asicCases, pemOf } from "../vectors/asic/cases.js";
import { type DssContainerAnswer, openDssContainers } from "./dss/dss-containers.js";
import { hasUnzip, pythonReads, unzipComplains } from "./zip-tools.js";

interface Written {
  readonly about: string;
  readonly name: string;
  readonly original: Buffer;
  readonly path: string;
}

const dss = openDssContainers();
const folder = mkdtempSync(join(tmpdir(), "svc-asic-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const collection = vectorFolder("tsp");
const cases: readonly { readonly file: string }[] =
  collection === null
    ? []
    : JSON.parse(readFileSync(join(collection, "cases.json"), "utf8")).filter(({ file }: { file: string }) =>
        existsSync(messageOf(file)),
      );

function messageOf(file: string): string {
  return join(collection!, file.replace(/\.ts[rt]$/, ".msg"));
}

const WITH_CHAIN = ["sigstage", "test-tsa", "sigstore-mock-expired"];

function chainOf(name: string): string {
  return readFileSync(join(collection!, `good/${name}.chain.pem`), "latin1");
}

/** Timestamps of the collection that are not put into a container, and why. */
const REFUSED: Readonly<Record<string, string>> = {
  "bad/sigstage-invalid-signature.tsr": "signature_invalid",
  "bad/dtrust-de-2012-eku-not-critical.tst": "signer_purpose_not_critical",
  "bad/sk-ee-2017-datafile-changed.tst": "imprint_mismatch",
};

const NAMES = [
  "Vertrag Ελληνικά Договор Պայմանագիր ქართული עברית عقد अनुबंध สัญญา 契約 \u{1f600}.pdf",
  " with  blanks .txt",
  "quotes ' \" & <tags>.txt",
  "50% #1 a+b?c=d;e.txt",
  "e\u0301\u0301.txt",
  "\u202ecod.exe",
  "-rf",
  ".hidden",
  "a".repeat(300),
  "signature.p7s",
  "signatures.xml",
  "timestamp.tst",
  "manifest.xml",
  "ASiCManifest.xml",
  "META-INF.txt",
  "../META-INF/timestamp.tst",
  "%PDF-1.7.txt",
  "proof.json",
];

const text = (length: number) => Buffer.alloc(length, "Text of a contract. ");
const zip = handMadeZip([{ name: "a.txt", content: "a" }], Buffer.alloc(0));
/** An archive with a compressed entry of zeros, and padding that is not compressed. */
function archiveOfZeros(size: number, paddingBytes: number): Buffer {
  const content = Buffer.alloc(size);
  const zeros = { name: "zeros", content, data: deflateRawSync(content), method: 8 };
  return handMadeZip([zeros, { name: "padding", content: Buffer.alloc(paddingBytes, 1) }], Buffer.alloc(0));
}
const archiveOf = (entries: number) =>
  handMadeZip(
    Array.from({ length: entries }, (_, i) => ({ name: `${i}` })),
    Buffer.alloc(0),
  );
const ORIGINALS: readonly (readonly [name: string, original: Buffer])[] = [
  ["empty.txt", Buffer.alloc(0)],
  ["one.bin", Buffer.of(0)],
  ["large.bin", text(5_000_001)],
  ["contract.pdf", Buffer.from("%PDF-1.7\n%%EOF\n")],
  ["archive.zip", zip],
  ["package.zip", zip],
  ["1000.zip", archiveOf(1000)],
  ["free.zip", archiveOfZeros(1_000_000, 0)],
  ["below-ratio.zip", archiveOfZeros(2_000_000, 18_100)],
  ["container.asics", Buffer.from(asicBytes("good/file-first.asics"))],
  ["container.asice", Buffer.from(asicBytes("bad/asic-e.asice"))],
  ["document.xml", Buffer.from('<?xml version="1.0"?><a/>')],
  ["mail.eml", Buffer.from("From: a\r\n\r\n")],
];

/** Archives that DSS would not unpack. */
const NOT_WRITTEN: readonly (readonly [name: string, original: Buffer])[] = [
  ["1001.zip", archiveOf(1001)],
  ["bomb.zip", archiveOfZeros(1_000_001, 0)],
  ["above-ratio.zip", archiveOfZeros(2_000_000, 17_400)],
  ["lzma.zip", handMadeZip([{ name: "a", content: "a", method: 14 }], Buffer.alloc(0))],
];

const ALGORITHMS: readonly HashAlgorithm[] = ["SHA-256", "SHA-384", "SHA-512"];
const digestOf = (algorithm: string, bytes: Uint8Array) =>
  createHash(algorithm.replace("-", "")).update(bytes).digest("hex");

async function write(
  about: string,
  name: string,
  original: Buffer,
  seal: Uint8Array,
  certificates: readonly string[] = [],
): Promise<Written> {
  const path = join(folder, `${written.length}.asics`);
  const container = await createAsic({ original, name, seal, certificates });
  writeFileSync(path, Buffer.from(await container.arrayBuffer()));
  return { about, name, original, path };
}

const written: Written[] = [];
const refused: Record<string, string> = {};
/** Made by hand. */
const notWritten: string[] = [];
const trusted: string[] = [];
let answers: readonly DssContainerAnswer[] = [];

beforeAll(async () => {
  const trust = (pem: string) => {
    const path = join(folder, `${trusted.length}.pem`);
    writeFileSync(path, pem);
    trusted.push(path);
  };
  for (const { file } of cases) {
    const seal = new Uint8Array(readFileSync(join(collection!, file)));
    try {
      // Two tokens do not hold the certificate of their signer.
      const chains = WITH_CHAIN.filter((name) => file.includes(name)).map(chainOf);
      written.push(await write(file, file.replaceAll("/", " "), readFileSync(messageOf(file)), seal, chains));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      refused[file] = error.code;
      continue;
    }
    // Their authorities, which nobody here has to trust.
    const token = file.endsWith(".tsr") ? parseTimestampResponse(seal).token! : parseTimestampToken(seal);
    trust(token.certificates.map(pem).join(""));
  }
  if (collection !== null) {
    for (const name of WITH_CHAIN) trusted.push(join(collection, `good/${name}.chain.pem`));
  }
  const wanted = [
    ...NAMES.map((name) => ({ name, original: Buffer.from("content"), algorithm: "SHA-256" as const })),
    ...ORIGINALS.map(([name, original], i) => ({ name, original, algorithm: ALGORITHMS[i % 3]! })),
  ];
  const seals = await sandboxSeals(
    [...wanted, ...NOT_WRITTEN.map(([, original]) => ({ original, algorithm: "SHA-256" as const }))].map(
      ({ original, algorithm }) => ({ algorithm, hash: digestOf(algorithm, original) }),
    ),
  );
  for (const [i, { name, original }] of wanted.entries()) {
    written.push(await write(name, name, original, seals[i]!.response));
  }
  for (const [i, [name, original]] of NOT_WRITTEN.entries()) {
    const { response } = seals[wanted.length + i]!;
    await expect(createAsic({ original, name, seal: response }), name).rejects.toMatchObject({
      code: "asic_original_archive",
    });
    const token = Buffer.from(parseTimestampResponse(response).token!.der);
    const entries = [
      { name: "mimetype", content: "application/vnd.etsi.asic-s+zip" },
      { name: "META-INF/timestamp.tst", content: token },
      { name, content: original },
    ];
    notWritten.push(join(folder, `not-written-${i}.asics`));
    writeFileSync(notWritten[i]!, handMadeZip(entries, Buffer.alloc(0)));
  }
  trust(seals[0]!.rootPem);
  trust([asicCases.anchor, ...asicCases.certificates].map(pemOf).join(""));
  answers = dss?.([...written.map(({ path }) => path), ...notWritten], trusted) ?? [];
}, 240_000);

function pem(der: Uint8Array): string {
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
}

test.skipIf(collection === null)("a container is written of every sound timestamp of the collection", () => {
  expect(refused).toEqual(REFUSED);
  expect(cases.length).toBeGreaterThan(25);
});

describe.skipIf(dss === null)("EU DSS", () => {
  test("accepts every container", () => {
    const differing = written.flatMap(({ about, name }, i) => {
      const answer = answers[i]!;
      const expected = {
        container: "ASiC-S",
        mimetype: "application/vnd.etsi.asic-s+zip",
        files: [fileEntryName(name)],
        timestamps: [
          {
            type: "CONTAINER_TIMESTAMP",
            file: "META-INF/timestamp.tst",
            data_found: true,
            data_intact: true,
            signature_intact: true,
            indication: "PASSED",
          },
        ],
      };
      try {
        expect(answer).toMatchObject(expected);
        expect(answer.timestamps![0]!.covers).toContain(`FULL ${fileEntryName(name)}`);
        return [];
      } catch {
        return [{ about, answer }];
      }
    });
    expect(differing).toEqual([]);
  });

  test("refuses those that are not written", () => {
    for (const [i, [name]] of NOT_WRITTEN.entries()) {
      expect(answers[written.length + i], name).toMatchObject({ refused: expect.any(String) });
    }
  });
});

test("so does this library, without trust in anyone", async () => {
  for (const { about, path, name } of written) {
    const { checks } = await verify(new Uint8Array(readFileSync(path)), { trustList: null });
    expect(
      checks.map(({ id, status }) => `${id} ${status}`),
      about,
    ).toEqual(["format passed", "content passed", "seal indeterminate", "qualified skipped"]);
    expect(checks[1]!.evidence["part"]).toBe(fileEntryName(name));
  }
});

describe("programs for archives", () => {
  test("unzip and Python find nothing wrong, and the same files", () => {
    for (const { about, path, name, original } of written) {
      expect(unzipComplains(path), about).toBeNull();
      // Python takes its time to start.
      const seen = [NAMES[0], "empty.txt", "large.bin"].includes(name) ? pythonReads(path) : null;
      if (seen === null) continue;
      expect(seen.map((entry) => entry.name)).toEqual([
        "mimetype",
        "META-INF/timestamp.tst",
        fileEntryName(name),
      ]);
      expect(seen[2]).toMatchObject({ size: original.length, sha256: digestOf("SHA-256", original) });
    }
  });

  test.skipIf(!hasUnzip)("unzip unpacks each file under its name, readable", () => {
    const env = { ...process.env, LC_ALL: "C.UTF-8" };
    for (const { about, path, name } of written) {
      const { status, stdout } = spawnSync("unzip", ["-Z", path], { encoding: "utf8", env });
      const listed = stdout.split("\n").filter((line) => line.startsWith("-rw-r--r--"));
      expect([status, listed.length], about).toEqual([0, 3]);
      expect(listed[2]!.endsWith(` ${fileEntryName(name)}`), `${about}: ${listed[2]}`).toBe(true);
    }
  });

  for (const [tool, words] of [
    ["7z", ["t"]],
    ["bsdtar", ["-tf"]],
  ] as const) {
    const run = externalTool(tool, tool === "7z" ? "i" : "--version");
    test.skipIf(run === null)(`${tool} finds nothing wrong`, () => {
      for (const { about, path } of written) expect(run!(...words, path).status, about).toBe(0);
    });
  }
});

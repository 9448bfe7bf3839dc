import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { afterAll, describe, expect, test } from "vitest";
import { handMadeZip } from "../archive/zip.testing.js";
import { createAsic } from "../asic/create-asic.js";
import { TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { type RandomAccess, randomAccess } from "../content/content.js";
import { anchored, chainSource } from "../judge/anchored.testing.js";
import { exampleProof, ORIGINAL } from "../judge/example.testing.js";
import { openPathsIn } from "../node/open-paths.testing.js";
import { MAGIC_BYTES } from "../recognise/recognise.js";
import type { Report } from "../report/report.js";
import { integer, sequence } from "../rfc3161/token.testing.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import { SourceError } from "../source/bounded-fetch.js";
import type { RevocationSource } from "../source/revocation.js";
import { issueAuthority, issueUnit } from "../x509/authority.testing.js";
import { type Arguments, parseArguments } from "./arguments.js";
import { runHere, sealOf, withStandardInput, withTerminal } from "./captured.testing.js";
import type { Given } from "./given.js";
import type { DefaultSources, OpenQuestions, Sources } from "./online.js";
import { CSV_TITLES } from "./rows.js";
import { type Asked, originalHash, verifyFiles, verifyPath } from "./verify-files.js";

describe("original hash", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-original-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const ORIGINAL = new TextEncoder().encode("content");
  const path = join(folder, "original");
  writeFileSync(path, ORIGINAL);
  const digest = (hash: string) => createHash(hash).update(ORIGINAL).digest("hex");

  const signer = await issueUnit(await issueAuthority("Root"));
  const token = (hash: "SHA-256" | "SHA-384" | "SHA-512", hashOid?: string) =>
    sealOf(signer, hash, ORIGINAL, hashOid);
  const containerOf = async (seal: Uint8Array) =>
    new Uint8Array(await (await createAsic({ original: ORIGINAL, name: "a", seal })).arrayBuffer());
  const hashFor = (bytes: Uint8Array) => originalHash(path)(randomAccess(bytes));

  test.each([
    ["SHA-256", "sha256"],
    ["SHA-384", "sha384"],
    ["SHA-512", "sha512"],
  ] as const)(
    "a seal with %s, alone, in a container, or in one that begins otherwise",
    async (hash, name) => {
      const seal = await token(hash);
      expect(await hashFor(seal)).toBe(digest(name));
      const container = await containerOf(seal);
      expect(await hashFor(container)).toBe(digest(name));
      // Its type need not be named: then only its parts tell.
      const parts = [
        { name: "a", content: Buffer.from(ORIGINAL) },
        { name: "META-INF/timestamp.tst", content: Buffer.from(seal) },
      ];
      expect(await hashFor(handMadeZip(parts, Buffer.alloc(0)))).toBe(digest(name));
      const [file, stamp] = parts;
      const other = handMadeZip([file!, { ...stamp!, name: "seal/timestamp.tst" }], Buffer.alloc(0));
      expect(await hashFor(other)).toBe(digest("sha256"));
    },
  );

  test("whatever holds no timestamp of a known hash is compared by SHA-256", async () => {
    for (const text of [
      ...["{}", "", "PK\u0003\u0004 and no more", "%PDF-1.7", "\u0000OpenTimestamps"],
      // DER that is no seal, or cut short.
      ...["0\u0003\u0002\u0001\u0001", "0\u0082"],
    ]) {
      expect(await hashFor(Buffer.from(text, "latin1")), text).toBe(digest("sha256"));
    }
    const reason = encodeDer(TAG.utf8String, new TextEncoder().encode("x".repeat(70)));
    const refusal = sequence(sequence(integer("02"), sequence(reason)));
    for (const seal of [refusal, await token("SHA-512", "1.2.3.4")]) {
      expect(await hashFor(seal)).toBe(digest("sha256"));
    }
    const armoured = Buffer.from(await token("SHA-512")).toString("base64");
    expect(await hashFor(Buffer.from(armoured.replace(/.{64}/g, "$&\n")))).toBe(digest("sha512"));
  });

  test("a seal of 1,048,576 bytes is read, a longer one is not", async () => {
    const read: number[] = [];
    const ofSize = (sizeBytes: number): RandomAccess => ({
      sizeBytes,
      async read(_, length) {
        read.push(length);
        return Uint8Array.from(
          { length },
          (_unused, at) => [0x30, 0x83, 0x0f, 0xff, 0xfb, 0x30, 3, 2, 1][at] ?? 0,
        );
      },
    });
    const limit = 1_048_576;
    for (const size of [limit, limit + 1]) {
      expect(await originalHash(path)(ofSize(size))).toBe(digest("sha256"));
    }
    expect(read.filter((length) => length > MAGIC_BYTES)).toEqual([limit]);
  });

  test("the original is read once for each hash, however many inputs there are", async () => {
    const hash = originalHash(path);
    const [small, large] = [randomAccess(await token("SHA-256")), randomAccess(await token("SHA-512"))];
    const first = await Promise.all([hash(small), hash(large)]);
    writeFileSync(path, "changed meanwhile");
    try {
      expect(await Promise.all([hash(small), hash(large)])).toEqual(first);
    } finally {
      writeFileSync(path, ORIGINAL);
    }
  });

  test("an input that cannot be read, and an original that cannot, have their errors", async () => {
    const broken = { sizeBytes: 10, read: () => Promise.reject(new RangeError("gone")) };
    await expect(originalHash(path)(broken)).rejects.toThrow("gone");
    await expect(originalHash(join(folder, "missing"))(randomAccess(ORIGINAL))).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});

describe("verify files", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-files-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const vector = (name: string) =>
    fileURLToPath(new URL(`../../../test/vectors/given/files/${name}`, import.meta.url));

  const example = exampleProof();
  const proof = write("proof.json", encodePortableProof(example));
  const bad = write(
    "bad.json",
    encodePortableProof({ ...example, merkle: { ...example.merkle, root: "0".repeat(64) } }),
  );
  const original = write("original.txt", ORIGINAL);
  const missing = join(folder, "missing.json");
  const timestamp = vector("content.ots");
  const headers = vector("block-0.txt");
  const json = async (...words: string[]): Promise<Report> =>
    JSON.parse((await runHere("--json", ...words)).stdout.split("\n")[0]!);
  const checkOf = (report: Report, id: string) => report.checks.find((check) => check.id === id);

  describe("one file", () => {
    test.each([
      ["verified", [timestamp, "--headers", headers], 0, /^VERIFIED \(original not given\): /],
      ["failed", [bad], 1, /^FAILED: /],
      ["indeterminate", [proof], 2, /^CORRECT SO FAR: /],
    ])("%s", async (_, words, expected, text) => {
      const { status, stdout, stderr } = await runHere(...words);
      expect([status, stdout, stderr]).toEqual([expected, expect.stringMatching(text), ""]);
      expect(stdout).toMatch(/[^\n]\n$/);
    });

    test("that cannot be read is told on standard error only, and in software's formats as a report", async () => {
      const stderr = `svc-verify: ${missing}: no such file\n`;
      expect(await runHere(missing)).toEqual({ status: 3, stdout: "", stderr });
      const asJson = await runHere("--json", missing);
      expect([asJson.status, asJson.stderr]).toEqual([3, stderr]);
      expect(JSON.parse(asJson.stdout)).toEqual({
        format: "svc-verification-report/4",
        verifier: expect.objectContaining({ version: expect.any(String) }),
        checked_at: expect.stringMatching(/^\d{4}-.*Z$/),
        input: { type: "unknown", size_bytes: 0, name: missing },
        proof: null,
        inputs: [],
        outcome: "indeterminate",
        reason: "unusable",
        verdict: "indeterminate",
        checks: [
          {
            id: "format",
            status: "indeterminate",
            code: "input_unreadable",
            basis: null,
            evidence: { reason: "no such file" },
          },
        ],
        claims: [],
        notices: [],
      });
    });
  });

  describe("several files", () => {
    test("--csv: titles and a row each, and nothing else", async () => {
      const { status, stdout, stderr } = await runHere("--csv", "--original", original, proof, bad);
      const [titles, first, second, end, ...others] = stdout.split("\r\n");
      expect([status, stderr, `${titles}\r\n`, end, others]).toEqual([1, "", CSV_TITLES, "", []]);
      expect(first).toMatch(
        new RegExp(`^${proof},indeterminate,missing,soFar,,,,${original},,SHA-256 ${example.content.hash},`),
      );
      expect(second).toMatch(new RegExp(`^${bad},failed,,`));
    });

    test("their number is shown on a terminal", async () => {
      const shown = await withTerminal("stderr", true, () => runHere(proof, bad));
      expect(shown.stderr).toBe("\r1 of 2\r2 of 2\n");
      expect((await withTerminal("stderr", true, () => runHere(proof))).stderr).toBe("");
      expect((await withTerminal("stderr", false, () => runHere(proof, bad))).stderr).toBe("");
    });
  });

  describe("the original", () => {
    test.each([
      ["the file itself", () => ["--original", original], "passed", 2],
      ["another file", () => ["--original", bad], "failed", 1],
      ["its digest, in capitals", () => ["--hash", example.content.hash.toUpperCase()], "passed", 2],
      ["another digest", () => ["--hash", "0".repeat(64)], "failed", 1],
      ["nothing", () => [], "skipped", 2],
    ])("%s", async (_, words, status, exit) => {
      expect(checkOf(await json(...words(), proof), "content")?.status).toBe(status);
      expect((await runHere(...words(), proof)).status).toBe(exit);
    });

    test("that cannot be read stops everything, by its name", async () => {
      expect(await runHere("--original", missing, proof)).toEqual({
        status: 3,
        stdout: "",
        stderr: `svc-verify: ${missing}: no such file\n`,
      });
      const args = parseArguments(["--original", missing, proof]) as Arguments;
      await expect(verifyFiles(args)).rejects.toMatchObject({ cause: { code: "ENOENT" } });
    });
  });

  test("a report names each file that was given", async () => {
    const report = await json(
      ...["--headers", headers, "--timestamp", vector("content.ots"), "--trust", vector("root.pem")],
      ...[
        "--certificates",
        vector("root.pem"),
        "--seal",
        vector("content.tsr"),
        "--seal-timestamp",
        vector("seal.ots"),
      ],
      timestamp,
    );
    expect(report.input.name).toBe(timestamp);
    const names = Object.fromEntries(report.inputs.map(({ kind, name }) => [kind, name]));
    expect(names).toEqual({
      headers,
      timestamp: vector("content.ots"),
      trust: vector("root.pem"),
      certificates: vector("root.pem"),
      seal: vector("content.tsr"),
      seal_timestamp: vector("seal.ots"),
    });
  });

  describe("standard input", () => {
    test("has no name, and is a file like others", async () => {
      const report = await withStandardInput(proof, () => json("--original", original, "-"));
      expect([report.input.name, report.outcome, checkOf(report, "content")?.status]).toEqual([
        null,
        "indeterminate",
        "passed",
      ]);
    });

    test("that cannot be read is a dash in messages", async () => {
      const run = await withStandardInput(folder, () => runHere("-"));
      expect([run.status, run.stderr]).toEqual([3, "svc-verify: -: is a directory\n"]);
    });

    test.skipIf(process.platform === "win32")("a pipe is read like a file", async () => {
      const pipe = join(folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      const [report] = await Promise.all([json(pipe), writeFile(pipe, readFileSync(proof))]);
      expect(report.input).toMatchObject({ name: pipe, size_bytes: readFileSync(proof).length });
    });
  });

  test("a file that becomes shorter while it is read cannot be read", async () => {
    const path = write("shrinking", Buffer.alloc(300_000, "{"));
    const run = await verifyPath(path, {
      args: parseArguments([path]) as Arguments,
      given: {},
      asked: { sources: [], bitcoinSources: [], defaults: null },
      original: null,
      isOriginalRequired: false,
      contentHash: async () => {
        truncateSync(path);
        return null;
      },
    });
    expect(run.problem).toContain("the file ends at 0");
    expect(run.report).toMatchObject({ input: { name: path }, checks: [{ code: "input_unreadable" }] });
  });

  test("a file that is larger than what Node holds in memory is read in parts", async () => {
    const path = write("sparse", "");
    truncateSync(path, 3 * 2 ** 30);
    const { status, stdout } = await runHere(path);
    expect([status, stdout]).toEqual([2, expect.stringContaining("not recognised")]);
    rmSync(path);
  });

  test.skipIf(process.platform !== "linux")(
    "a file that states no size may never end, and is not read",
    async () => {
      expect((await json("/proc/version")).input.size_bytes).toBe(0);
    },
  );

  test("raw headers beside files are closed", async () => {
    const raw = write("raw", Buffer.alloc(160));
    await runHere("--headers", `${raw}@0`, proof);
    expect(openPathsIn(folder)).toEqual([]);
  });

  test.each([0, 262_144, 262_145])("a file of %i bytes is read, and closed", async (size) => {
    const path = write("sized", Buffer.alloc(size, " "));
    const report = await json(path);
    expect([report.input.size_bytes, report.outcome]).toEqual([size, "indeterminate"]);
    expect(openPathsIn(folder)).toEqual([]);
  });

  describe("a file that is no evidence", () => {
    const pdf = write("it's a contract.pdf", "%PDF-1.7\nnothing\n%%EOF\n");
    const told = `svc-verify: ${pdf} holds no evidence that can be read. Perhaps it is the file that a proof is about.`;
    const word = `'${pdf.replace("'", "'\\''")}'`;

    test("is probably the original of the others", async () => {
      expect((await runHere(pdf, proof)).stderr).toBe(
        `${told}\nDid you mean: svc-verify --original ${word} ${proof}\n`,
      );
      expect((await runHere(pdf)).stderr).toBe(
        `${told}\nDid you mean: svc-verify --original ${word} PROOF\n`,
      );
      expect((await runHere(original, proof, bad)).stderr).toContain(
        ` --original ${original} ${proof} ${bad}\n`,
      );
    });

    test("is only told as what it is where an original is given, or where there are several", async () => {
      expect((await runHere("--original", original, pdf)).stderr).toBe(`${told}\n`);
      expect((await runHere("--hash", "0".repeat(64), pdf)).stderr).toBe(`${told}\n`);
      const { stderr } = await runHere(pdf, original);
      expect(stderr.split("\n")).toEqual([told, told.replace(pdf, original), ""]);
    });

    test("is not told of standard input, of evidence, of what cannot be read, or to software", async () => {
      expect((await withStandardInput(pdf, () => runHere("-"))).stderr).toBe("");
      expect((await runHere(proof, timestamp)).stderr).toBe("");
      expect((await runHere(missing, proof)).stderr).toBe(`svc-verify: ${missing}: no such file\n`);
      for (const format of ["--json", "--csv"]) expect((await runHere(format, pdf)).stderr).toBe("");
    });
  });

  describe("sources", () => {
    const chain = anchored();
    const path = write("asked.json", encodePortableProof(chain.proof));
    const args = parseArguments([path]) as Arguments;
    const nobody = { sources: [], bitcoinSources: [], defaults: null };
    const verifyWith = (
      parts: { args?: Partial<Arguments>; asked?: Partial<Asked>; given?: Given },
      file = path,
    ) =>
      verifyPath(file, {
        args: { ...args, ...parts.args },
        given: parts.given ?? {},
        asked: { ...nobody, ...parts.asked },
        original: null,
        isOriginalRequired: false,
        contentHash: async () => null,
      });
    const anchorOf = ({ report }: { report: Report }) => checkOf(report, "anchor")?.code;
    /** The public endpoints, as far as these tests ask them. */
    const defaults = (asked: OpenQuestions[], found: Partial<Sources> = {}) =>
      ({
        of(questions: OpenQuestions) {
          asked.push(questions);
          return { sources: [], bitcoinSources: [], ...found };
        },
      }) as unknown as DefaultSources;

    test("those that are named are asked, and as many blocks are asked for as --confirmations says", async () => {
      const sources = [chainSource(chain)];
      const confirmed = { asked: { sources }, args: { minConfirmations: 1 } };
      expect(anchorOf(await verifyWith(confirmed))).toBe("ok");
      const args = { minConfirmations: 1_000_000 };
      expect(anchorOf(await verifyWith({ ...confirmed, args }))).toBe("too_few_confirmations");
      expect(anchorOf(await verifyWith({}))).toBe("no_source");
    });

    test("public ones are asked only what the others leave open", async () => {
      const asked: OpenQuestions[] = [];
      const more = [chainSource(chain)];
      const settled = await verifyWith({
        asked: { defaults: defaults(asked, { sources: more }) },
        args: { minConfirmations: 1 },
      });
      expect([anchorOf(settled), asked]).toEqual(["ok", [{ chainIds: [1], isBitcoinOpen: false }]]);
      asked.splice(0);
      const other = { ...chainSource(chain), chainId: 5 };
      await verifyWith({ asked: { sources: [other], defaults: defaults(asked) } });
      expect(asked).toEqual([{ chainIds: [1], isBitcoinOpen: false }]);
      asked.splice(0);
      const same = { ...other, chainId: 1 };
      await verifyWith({ asked: { sources: [other, same], defaults: defaults(asked) } });
      expect(asked.flatMap(({ chainIds }) => chainIds)).toEqual([]);
    });

    test("endpoints that are named and fail are not replaced by public ones, nor asked again", async () => {
      const asked: OpenQuestions[] = [];
      let count = 0;
      const dead = {
        ...chainSource(chain),
        fetchChainId: async () => {
          count++;
          throw new SourceError("source_unreachable", "gone");
        },
      };
      const run = await verifyWith({ asked: { sources: [dead], defaults: defaults(asked) } });
      expect([anchorOf(run), count]).toEqual(["source_unreachable", 1]);
      expect(asked.flatMap(({ chainIds }) => chainIds)).toEqual([]);
    });

    test("and explorers of Bitcoin only where none is named", async () => {
      const asked: OpenQuestions[] = [];
      const explorer: BitcoinSource = {
        name: "explorer",
        fetchTip: async () => Promise.reject(new SourceError("source_unreachable", "gone")),
        fetchHeader: async () => Promise.reject(new SourceError("source_unreachable", "gone")),
      };
      const run = (parts: Partial<Asked>, found: Partial<Sources> = {}) =>
        verifyWith({ asked: { defaults: defaults(asked, found), ...parts } }, timestamp);
      const { report } = await run({}, { bitcoinSources: [explorer] });
      expect(checkOf(report, "bitcoin")?.code).toBe("source_unreachable");
      expect(checkOf((await run({})).report, "bitcoin")?.code).toBe("no_bitcoin_header");
      expect(asked).toEqual(Array(2).fill({ chainIds: [], isBitcoinOpen: true }));
      asked.splice(0);
      await run({ bitcoinSources: [explorer] });
      expect(asked.every(({ isBitcoinOpen }) => !isBitcoinOpen)).toBe(true);
    });

    test("of revocation data are asked only where that was asked for", async () => {
      let asked = 0;
      const revocationSource: RevocationSource = {
        name: "authority",
        async fetchRevocation() {
          asked++;
          throw new SourceError("source_unreachable", "gone");
        },
      };
      const given = { trust: [readFileSync(vector("root.pem"), "latin1")], trustList: null };
      await verifyWith({ given }, vector("content.tsr"));
      expect(asked).toBe(0);
      await verifyWith({ given, args: { revocationSource } }, vector("content.tsr"));
      expect(asked).toBe(1);
    });

    test("an error that is not the file's is not taken for one", async () => {
      const contentHash = () => Promise.reject(new Error("of the caller"));
      const options = {
        args,
        given: {},
        asked: nobody,
        original: null,
        isOriginalRequired: false,
        contentHash,
      };
      await expect(verifyPath(proof, options)).rejects.toThrow("of the caller");
    });
  });
});

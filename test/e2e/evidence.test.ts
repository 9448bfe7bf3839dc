/**
 * The evidence package of a proof in every state, from the queue to a block of the sandbox's
 * regtest chain: each is checked by our verifier, unzip and Python.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Check, headlineClaim, verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { externalTool } from "../certificates/external-tool.js";
import { hasBsdtar, hasSevenZip, hasUnzip, pythonReads, unzipComplains } from "../oracles/zip-tools.js";
import { bytesOf, type EvidenceWorld, HASH, ORIGINAL, startEvidenceWorld, textOf } from "./evidence-world.js";
import { root, type Sandbox, svcVerify } from "./sandbox.js";

const qpdf = externalTool("qpdf", "--version");
const pdfdetach = externalTool("pdfdetach", "-v");

const folder = mkdtempSync(join(tmpdir(), "svc-evidence-e2e-"));
const original = join(folder, "original");

let world: EvidenceWorld;
let sandbox: Sandbox;
/** Every package that differed from the previous one, by the names of its entries. */
let issued: ReadonlyMap<string, Uint8Array>;
const complete = () => [...issued.values()].at(-1)!;
const rootPem = () => world.rootPem();

beforeAll(async () => {
  writeFileSync(original, ORIGINAL);
  world = await startEvidenceWorld();
  ({ sandbox, issued } = world);
}, 120_000);
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

test("it begins without a proof and ends complete", () => {
  const states = [...issued.keys()];
  expect(states[0]?.split("\n")).toEqual(["README.txt", "certificate.pdf"]);
  expect(states.at(-1)?.split("\n")).toEqual([
    ...["README.txt", "certificate.pdf", "proof.json", "seal/timestamp.tsr"],
    ...["seal/tsa-certificates.pem", "seal/timestamp.tsr.ots"],
    ...["seal/revocation/1.ocsp", "seal/revocation/2.crl"],
    ...["bitcoin/original.ots", "bitcoin/batch.ots", "bitcoin/headers.json"],
    ...["anchors/31337.json", "anchors/31337.ots", "verifier.html", "original/Über d'été – Año.txt"],
  ]);
});

test("unzip and Python accept each, and the verifier confirms no more than it states", async () => {
  const source = createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url });
  const now = new Date();
  for (const [names, zip] of issued) {
    const path = join(folder, "evidence.zip");
    writeFileSync(path, zip);
    expect(unzipComplains(path)).toBeNull();
    expect(pythonReads(path)?.map(({ name }) => name) ?? names.split("\n")).toEqual(names.split("\n"));
    const options = { contentHash: HASH, sources: [source], minConfirmations: 1, trust: [rootPem()], now };
    const report = await verify(zip, options);
    expect(report.checks.filter(({ status }) => status === "failed")).toEqual([]);
    if (!names.includes("proof.json")) {
      expect([report.outcome, report.checks[0]!.code]).toEqual(["indeterminate", "evidence_no_proof"]);
      continue;
    }
    expect(report.outcome).toBe("verified");
    // A certificate has no headers and no revocation data.
    const ending = (end: string) =>
      Promise.all(names.split("\n").flatMap((name) => (name.endsWith(end) ? [bytesOf(zip, name)] : [])));
    const ofCertificate = await verify(await bytesOf(zip, "certificate.pdf"), {
      ...options,
      headers: await ending("headers.json"),
      crls: await ending(".crl"),
      ocspResponses: await ending(".ocsp"),
    });
    const inBoth = ({ id, evidence }: Check) => id !== "bitcoin" && !("part" in evidence);
    expect(ofCertificate.checks.filter(inBoth)).toEqual(report.checks.filter(inBoth));
    const isSealed = names.includes("seal/");
    expect(report.claims.map(({ source: { type, kind } }) => `${type} ${kind}`)).toEqual([
      "evm-block development",
      ...(isSealed ? ["rfc3161-timestamp development"] : []),
    ]);
    // The sandbox's chain is never taken for Bitcoin.
    const bitcoin = report.checks.find(({ id }) => id === "bitcoin");
    if (zip === complete()) expect(bitcoin?.code).toBe("header_of_regtest");
    else if (bitcoin !== undefined) expect(bitcoin.status).toBe("indeterminate");
    expect(report.notices.map(({ code }) => code)).toContain("parts_not_checked");
  }
});

test("the instructions first name the date that the verifier names first", async () => {
  const source = createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url });
  const { claims } = await verify(complete(), { sources: [source], minConfirmations: 1, trust: [rootPem()] });
  const time = headlineClaim(claims)!
    .time.replace("T", " ")
    .replace(/(?:\.000)?Z$/, " UTC");
  const readme = await textOf(complete(), "README.txt");
  const [, first] = [...readme.matchAll(/\d{4}-\d\d-\d\d \S+ UTC/g)].map(([one]) => one);
  // When it was received comes before it.
  expect(first).toBe(time);
});

test("qpdf accepts the certificate in each, and pdfdetach finds the package's files", async () => {
  const path = join(folder, "certificate.pdf");
  for (const [names, zip] of issued) {
    writeFileSync(path, await bytesOf(zip, "certificate.pdf"));
    if (qpdf !== null) {
      const { status, output } = qpdf("--check", path);
      expect([status, output.toString()], names).toEqual([0, expect.stringContaining("No syntax or stream")]);
    }
    if (pdfdetach === null) continue;
    const saved = mkdtempSync(join(folder, "attached-"));
    pdfdetach("-saveall", "-o", saved, path);
    for (const [attached, part] of [
      ["proof.json", "proof.json"],
      ["bitcoin.ots", "bitcoin/original.ots"],
      ["timestamp.tsr", "seal/timestamp.tsr"],
      ["timestamp.tsr.ots", "seal/timestamp.tsr.ots"],
      ["anchor-31337.ots", "anchors/31337.ots"],
      ["anchor-31337.json", "anchors/31337.json"],
    ] as const) {
      expect(existsSync(join(saved, attached)), `${names}: ${attached}`).toBe(names.includes(part));
      if (!names.includes(part)) continue;
      const bytes = readFileSync(join(saved, attached));
      expect(Buffer.compare(bytes, await bytesOf(zip, part)), `${names}: ${attached}`).toBe(0);
    }
  }
});

describe("a name with accents, a quote and a dash", () => {
  const NAME = "original/Über d'été – Año.txt";
  const programs = [
    ["unzip", hasUnzip, ["C", "C.UTF-8"], (path: string) => ["unzip", "-q", path]],
    ["7z", hasSevenZip, ["C", "C.UTF-8"], (path: string) => ["7z", "x", "-y", path]],
    // libarchive refuses names that its locale cannot write.
    ["bsdtar", hasBsdtar, ["C.UTF-8"], (path: string) => ["bsdtar", "-xf", path]],
  ] as const;
  for (const [name, isThere, locales, words] of programs) {
    test.skipIf(!isThere).each(locales)(
      `${name} keeps it, and its owner may read it, in the locale %s`,
      (locale) => {
        const at = mkdtempSync(join(folder, `${name}-`));
        const path = join(at, "evidence.zip");
        writeFileSync(path, complete());
        const [program, ...rest] = words(path);
        const { status } = spawnSync(program!, rest, { cwd: at, env: { ...process.env, LC_ALL: locale } });
        expect(status).toBe(0);
        const seen = statSync(join(at, NAME));
        expect([seen.size, (seen.mode & 0o400) !== 0]).toEqual([ORIGINAL.length, true]);
        expect(Buffer.compare(readFileSync(join(at, NAME)), ORIGINAL)).toBe(0);
      },
    );
  }
});

test("offline, from the witness, the anchor lacks nothing but a source that knows the block", async () => {
  const report = await verify(complete(), { contentHash: HASH });
  const anchor = report.checks.find(({ id }) => id === "anchor")!;
  expect([anchor.status, anchor.code]).toEqual(["indeterminate", "witness_unconfirmed"]);
  const witness = await bytesOf(complete(), "anchors/31337.json");
  const { proof_id } = JSON.parse(await textOf(complete(), "proof.json")) as { proof_id: string };
  const served = await fetch(`${sandbox.base_url}/proof/${proof_id}.witness.json`);
  expect(served.status).toBe(200);
  expect(Buffer.from(await served.arrayBuffer()).equals(witness)).toBe(true);
});

describe("svc-verify", () => {
  const path = join(folder, "complete.zip");
  const rpc = () => ["--rpc", `${sandbox.chain_id}=${sandbox.rpc_url}`, "--confirmations", "1"];
  beforeAll(() => writeFileSync(path, complete()));

  test("takes a package by its path, with the original beside it", async () => {
    const { status, stdout } = await svcVerify("--original", original, ...rpc(), path);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^REHEARSAL, NO EVIDENTIAL VALUE \(on a development network/),
    ]);
    expect(stdout).toContain("(README.txt, certificate.pdf, verifier.html)");
  });

  test("refuses another original, and a changed package", async () => {
    const other = await svcVerify("--original", path, ...rpc(), path);
    expect([other.status, other.stdout]).toEqual([1, expect.stringMatching(/^FAILED: content/)]);
    const changed = join(folder, "changed.zip");
    const bytes = Buffer.from(complete());
    bytes[bytes.length - 1] = 1;
    writeFileSync(changed, bytes);
    const { status, stdout } = await svcVerify("--original", original, ...rpc(), changed);
    expect([status, stdout]).toEqual([
      2,
      expect.stringMatching(/^INDETERMINATE: format: damaged: .* \(zip_trailing_data\)/),
    ]);
  });

  test("takes a package from a pipe or a file on standard input", () => {
    const program = join(root, "verifier-lib/bin/svc-verify.js");
    const words = [program, "--json", "--at", new Date().toISOString(), "--hash", HASH, "-"];
    const piped = spawnSync(process.execPath, words, { input: complete(), encoding: "utf8" });
    expect([piped.status, JSON.parse(piped.stdout).input.type]).toEqual([2, "evidence-zip"]);
    const redirected = spawnSync(process.execPath, words, {
      stdio: [openSync(path, "r"), "pipe", "pipe"],
      encoding: "utf8",
    });
    expect(JSON.parse(redirected.stdout).checks).toEqual(JSON.parse(piped.stdout).checks);
  });
});

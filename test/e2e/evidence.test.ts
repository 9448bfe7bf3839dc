/**
 * The evidence package of a proof in every state, from the queue to a block of the sandbox's
 * regtest chain: each is checked by our verifier, unzip and Python, and by its own instructions.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Check, verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/package/zip/parse-zip.js";
import { externalTool } from "../certificates/external-tool.js";
import { pythonReads, unzipComplains } from "../oracles/zip-tools.js";
import { register } from "./instance.js";
import { root, type Sandbox, startSandbox, svcVerify, until } from "./sandbox.js";

const qpdf = externalTool("qpdf", "--version");
const pdfdetach = externalTool("pdfdetach", "-v");

const ORIGINAL = randomBytes(1_000);
const HASH = createHash("sha256").update(ORIGINAL).digest("hex");
const folder = mkdtempSync(join(tmpdir(), "svc-evidence-e2e-"));
const original = join(folder, "original");

let sandbox: Sandbox;
/** Every package that differed from the previous one, by the names of its entries. */
const issued = new Map<string, Uint8Array>();

const fetchPackage = async (id: string, lang: string) => {
  const answer = await fetch(`${sandbox.base_url}/proofs/${id}/evidence.zip?lang=${lang}`, {
    headers: { authorization: `Bearer ${sandbox.keys.pro}` },
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};

const namesOf = async (zip: Uint8Array) => (await parseZip(zip)).map(({ name }) => name).join(" ");

const rootPem = () => readFileSync(join(sandbox.dataDir, "tsa/root.pem"), "latin1");

const textOf = async (zip: Uint8Array, name: string) =>
  Buffer.from(await bytesOf(zip, name)).toString("utf8");

async function bytesOf(zip: Uint8Array, name: string): Promise<Uint8Array> {
  const entry = (await parseZip(zip)).find((one) => one.name === name)!;
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

beforeAll(async () => {
  writeFileSync(original, ORIGINAL);
  sandbox = await startSandbox({
    SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
  });
  const { id } = (await (await register(sandbox.base_url, sandbox.keys.pro, HASH)).json()) as { id: string };
  await fetchPackage(id, "en").then(async (zip) => issued.set(await namesOf(zip), zip));
  const sealed = await fetch(`${sandbox.base_url}/proofs/${id}/qualified`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.keys.pro}` },
  });
  expect([200, 202]).toContain(sealed.status);
  await until(async () => {
    const zip = await fetchPackage(id, ["es", "en", "de", "fr"][issued.size % 4]!);
    const names = await namesOf(zip);
    if (!issued.has(names)) issued.set(names, zip);
    return COMPLETE_WITH.every((part) => names.includes(part)) && (await isAttested(zip));
  }, 90_000);
  const deposited = await fetch(`${sandbox.base_url}/proofs/${id}/original`, {
    method: "PUT",
    headers: { authorization: `Bearer ${sandbox.keys.pro}`, "content-type": "text/plain" },
    body: ORIGINAL,
  });
  expect(deposited.status).toBe(201);
  await fetchPackage(id, "en").then(async (zip) => issued.set(await namesOf(zip), zip));
}, 120_000);
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

/** What comes last, in any order. */
const COMPLETE_WITH = [
  "bitcoin/headers.json",
  "anchors/31337.ots",
  "seal/qualified-timestamp.tsr.ots",
  "seal/revocation/2.crl",
];

/** Headers may be there for another block of the package before the content's own. */
async function isAttested(zip: Uint8Array): Promise<boolean> {
  const proof = JSON.parse(Buffer.from(await bytesOf(zip, "proof.json")).toString());
  return proof.attestations.some(
    ({ type, state }: Record<string, string>) => type === "opentimestamps" && state === "confirmed",
  );
}

const complete = () => [...issued.values()].at(-1)!;

test("it begins without a proof and ends complete", () => {
  const states = [...issued.keys()];
  expect(states[0]).toBe("README.txt certificate.pdf");
  expect(states.at(-1)).toBe(
    `README.txt certificate.pdf proof.json seal/qualified-timestamp.tsr seal/tsa-certificates.pem seal/qualified-timestamp.tsr.ots seal/revocation/1.ocsp seal/revocation/2.crl bitcoin/original.ots bitcoin/batch.ots bitcoin/headers.json anchors/31337.json anchors/31337.ots original/${HASH.slice(0, 12)}`,
  );
});

test("unzip and Python accept each, and the verifier confirms no more than it states", async () => {
  const source = createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url });
  const now = new Date();
  for (const [names, zip] of issued) {
    const path = join(folder, "evidence.zip");
    writeFileSync(path, zip);
    expect(unzipComplains(path)).toBeNull();
    expect(pythonReads(path)?.map(({ name }) => name) ?? names.split(" ")).toEqual(names.split(" "));
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
      Promise.all(names.split(" ").flatMap((name) => (name.endsWith(end) ? [bytesOf(zip, name)] : [])));
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
      ["qualified-timestamp.tsr", "seal/qualified-timestamp.tsr"],
      ["qualified-timestamp.tsr.ots", "seal/qualified-timestamp.tsr.ots"],
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

test("the instructions work by hand", async () => {
  const readme = await textOf(complete(), "README.txt");
  const proof = JSON.parse(await textOf(complete(), "proof.json"));
  const command = /^ *(printf svc-leaf\S+ \| sha256sum)$/m.exec(readme)![1]!;
  expect(execFileSync("sh", ["-c", command], { encoding: "utf8" })).toMatch(proof.leaf.value);
  expect(readme).toContain(`svc:v2:${proof.merkle.root}`);
  expect(readme).toContain(HASH);
});

test("openssl takes the seal, by the certificates beside it and the root", async () => {
  const at = (name: string) => join(folder, name);
  writeFileSync(at("seal.tsr"), await bytesOf(complete(), "seal/qualified-timestamp.tsr"));
  writeFileSync(at("chain.pem"), await bytesOf(complete(), "seal/tsa-certificates.pem"));
  writeFileSync(at("root.pem"), rootPem());
  const verified = spawnSync(
    "openssl",
    [
      ...["ts", "-verify", "-data", original, "-in", at("seal.tsr"), "-CAfile", at("root.pem")],
      ...["-untrusted", at("chain.pem")],
    ],
    { encoding: "utf8" },
  );
  expect(verified.stdout + verified.stderr).toContain("Verification: OK");
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
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^VERIFIED \(on a development network/)]);
    expect(stdout).toContain("(README.txt, certificate.pdf)");
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
      1,
      expect.stringMatching(/^FAILED: format: the evidence package is malformed \(zip_trailing_data\)/),
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

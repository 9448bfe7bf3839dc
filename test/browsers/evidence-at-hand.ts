/**
 * What people have at hand when they come to the verifier: one contract, registered and sealed by a
 * sandbox, with every kind of evidence about it; and evidence that others have made.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAsic } from "@svc-proof/verifier-lib/asic";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { type Sandbox, startSandbox, until } from "../e2e/sandbox.js";
import { attestedContent, recordedEpoch } from "../recorded-epoch.js";

/** Made of Latin, Greek and other letters, as names are. */
const ORIGINAL_NAME = "Contrato n.º 7 – Ελένη.txt";
const ORIGINAL = "Signed on Monday, by both, on every page.\n".repeat(50);

/** Paths of files. */
export interface Files {
  readonly original: string;
  /** The original with one letter changed. */
  readonly changed: string;
  readonly proof: string;
  readonly package: string;
  readonly certificate: string;
  /** The package after a transfer that lost its second half. */
  readonly damaged: string;
  /** Of the sandbox's authority, with its root. */
  readonly seal: string;
  readonly authority: string;
  /** A proof of another content with a wrong Merkle path. */
  readonly wrong: string;
}

/** By authorities and chains that exist; null where the third-party vectors are not at hand. */
export interface RealFiles {
  /** A qualified timestamp and its original, apart and as ASiC-S. */
  readonly token: string;
  readonly tokenOriginal: string;
  readonly container: string;
  /** A timestamp by an authority on no trusted list, its original and its root. */
  readonly unlisted: readonly string[];
  /** An OpenTimestamps file and the headers of Bitcoin that it needs. */
  readonly timestamp: string;
  readonly headers: string;
}

export interface EvidenceAtHand {
  /** Of the service's site, without "/" at its end. */
  readonly siteUrl: string;
  /** Signs in to the account that has the proof. */
  readonly signInUrl: string;
  readonly proofId: string;
  /** The public page of its certificate. */
  readonly certificateUrl: string;
  readonly originalName: string;
  readonly hash: string;
  readonly files: Files;
  readonly real: RealFiles | null;
}

/** Starts the sandbox, registers, and waits until everything is issued. */
export async function provideEvidence(): Promise<{ readonly at: EvidenceAtHand; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-browsers-"));
  const sandbox = await startSandbox({
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_TSA_TIMEOUT_MS: "60000",
    SVC_FINGERPRINT_LOOKUP: "on",
  });
  const end = async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { at: await issue(sandbox, folder), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function issue(sandbox: Sandbox, folder: string): Promise<EvidenceAtHand> {
  const keep = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const hash = createHash("sha256").update(ORIGINAL).digest("hex");
  const id = await register(sandbox, hash);
  const evidence = await bytesOf(sandbox, `/proofs/${id}/evidence.zip?lang=en`);
  return {
    siteUrl: sandbox.site_url,
    signInUrl: sandbox.sign_in.pro,
    proofId: id,
    certificateUrl: await certificateOf(sandbox, id),
    originalName: ORIGINAL_NAME,
    hash,
    files: {
      original: keep(ORIGINAL_NAME, ORIGINAL),
      changed: keep("changed.txt", ORIGINAL.replace("Monday", "Sunday")),
      proof: keep("proof.json", await bytesOf(sandbox, `/proof/${id}.json`)),
      package: keep("evidence.zip", evidence),
      certificate: keep("certificate.pdf", await bytesOf(sandbox, `/proofs/${id}/certificate.pdf?lang=en`)),
      damaged: keep("damaged.zip", evidence.subarray(0, evidence.length / 2)),
      seal: keep("seal.tsr", await bytesOf(sandbox, `/proofs/${id}/qualified.tsr`)),
      authority: keep("root.pem", readFileSync(join(sandbox.dataDir, "tsa/root.pem"))),
      wrong: new URL("../vectors/svc-proof-2/bad/sibling-changed.json", import.meta.url).pathname,
    },
    real: await realFiles(keep),
  };
}

async function register(sandbox: Sandbox, hash: string): Promise<string> {
  const headers = { authorization: `Bearer ${sandbox.keys.pro}` };
  const created = await fetch(`${sandbox.base_url}/proofs`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ hash, name: ORIGINAL_NAME, qualified: true }),
  });
  if (!created.ok) throw new Error(`POST /proofs: ${created.status}: ${await created.text()}`);
  const { id } = (await created.json()) as { id: string };
  const deposited = await fetch(`${sandbox.base_url}/proofs/${id}/original`, {
    method: "PUT",
    headers: { ...headers, "content-type": "text/plain" },
    body: ORIGINAL,
  });
  if (!deposited.ok) throw new Error(`PUT original: ${deposited.status}: ${await deposited.text()}`);
  await until(async () => {
    const answer = await fetch(`${sandbox.base_url}/proofs/${id}`, { headers });
    const proof = (await answer.json()) as { state: string; qualified: { state: string } };
    return proof.state === "confirmed" && proof.qualified.state === "issued";
  }, 60_000);
  return id;
}

async function certificateOf(sandbox: Sandbox, id: string): Promise<string> {
  const proof = JSON.parse(Buffer.from(await bytesOf(sandbox, `/proofs/${id}`)).toString()) as {
    readonly urls: { readonly certificate: string };
  };
  return proof.urls.certificate;
}

async function bytesOf(sandbox: Sandbox, path: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${sandbox.keys.pro}` };
  const answer = await fetch(`${sandbox.base_url}${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${await answer.text()}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function realFiles(keep: (name: string, content: Uint8Array) => string): Promise<RealFiles | null> {
  const [tsp, epoch] = [vectorFolder("tsp"), recordedEpoch()];
  if (tsp === null) return null;
  const [token, tokenOriginal] = ["tst", "msg"].map((end) => join(tsp, "good", `sectigo-es-2025.${end}`));
  const container = await createAsic({
    original: readFileSync(tokenOriginal!),
    name: "contract.txt",
    seal: readFileSync(token!),
  });
  return {
    token: token!,
    unlisted: ["sigstage-sha256.tsr", "sigstage-sha256.msg", "sigstage.chain.pem"].map((name) =>
      join(tsp, "good", name),
    ),
    tokenOriginal: tokenOriginal!,
    container: keep("contract.asics", new Uint8Array(await container.arrayBuffer())),
    timestamp: keep("content.ots", attestedContent(epoch, 823_228).timestamp),
    headers: keep("408.bin", epoch.file),
  };
}

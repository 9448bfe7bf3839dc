/** A sandbox with one proof that goes through every state, and the packages that it had on the way. */

import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDetachedTimestamp, replay } from "@svc-proof/shared/opentimestamps";
import { expect } from "vitest";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { type Sandbox, startSandbox, until } from "./sandbox.js";

export const ORIGINAL: Buffer<ArrayBuffer> = randomBytes(1_000);
export const HASH: string = createHash("sha256").update(ORIGINAL).digest("hex");

export interface EvidenceWorld {
  readonly sandbox: Sandbox;
  /** Every package that differed from the previous one, by the names of its entries. */
  readonly issued: ReadonlyMap<string, Uint8Array>;
  /** The complete package in a language. */
  readonly fetchPackage: (language: string) => Promise<Uint8Array>;
  /** Of the sandbox's authority. */
  readonly rootPem: () => string;
}

export async function startEvidenceWorld(): Promise<EvidenceWorld> {
  const sandbox = await startSandbox({
    SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_DOCUMENT_TIMEOUT_MS: "100000",
  });
  try {
    return await completed(sandbox);
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
}

async function completed(sandbox: Sandbox): Promise<EvidenceWorld> {
  const headers = { authorization: `Bearer ${sandbox.keys.pro}` };
  const register = async (body: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await fetch(`${sandbox.base_url}/proofs`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  const id = await register({ hash: HASH, name: "Über d'été – Año.txt" });
  const fetchPackage = async (language: string) => {
    const answer = await fetch(`${sandbox.base_url}/proofs/${id}/evidence.zip?lang=${language}`, { headers });
    expect(answer.status).toBe(200);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const issued = new Map<string, Uint8Array>();
  const note = async (language: string): Promise<Uint8Array> => {
    const zip = await fetchPackage(language);
    const names = await namesOf(zip);
    if (!issued.has(names)) issued.set(names, zip);
    return zip;
  };
  // Of the same batch, if they come in time: then the path has items.
  await Promise.all(
    [1, 2, 3].map((n) => register({ hash: createHash("sha256").update(`${HASH} ${n}`).digest("hex") })),
  );
  await note("en");
  const sealed = await fetch(`${sandbox.base_url}/proofs/${id}/qualified`, { method: "POST", headers });
  expect([200, 202]).toContain(sealed.status);
  await until(async () => isComplete(await note(["es", "en", "de", "fr"][issued.size % 4]!)), 90_000);
  const deposited = await fetch(`${sandbox.base_url}/proofs/${id}/original`, {
    method: "PUT",
    headers: { ...headers, "content-type": "text/plain" },
    body: ORIGINAL,
  });
  expect(deposited.status).toBe(201);
  await note("en");
  const rootPem = () => readFileSync(join(sandbox.dataDir, "tsa/root.pem"), "latin1");
  return { sandbox, issued, fetchPackage, rootPem };
}

/** What comes last, in any order. */
const COMPLETE_WITH = [
  "bitcoin/headers.json",
  "anchors/31337.ots",
  "seal/timestamp.tsr.ots",
  "seal/revocation/2.crl",
];

/** Headers may be there for another block of the package before the content's own and the seal's. */
async function isComplete(zip: Uint8Array): Promise<boolean> {
  const names = await namesOf(zip);
  if (!COMPLETE_WITH.every((part) => names.includes(part))) return false;
  const files = ["bitcoin/original.ots", "seal/timestamp.tsr.ots"];
  const attested = await Promise.all(
    files.map(async (name) => {
      const { timestamp, digest } = parseDetachedTimestamp(await bytesOf(zip, name));
      return replay(timestamp, digest).some(({ attestation }) => attestation.kind === "bitcoin");
    }),
  );
  return attested.every(Boolean);
}

async function namesOf(zip: Uint8Array): Promise<string> {
  return (await parseZip(zip)).map(({ name }) => name).join("\n");
}

export async function textOf(zip: Uint8Array, name: string): Promise<string> {
  return Buffer.from(await bytesOf(zip, name)).toString("utf8");
}

export async function bytesOf(zip: Uint8Array, name: string): Promise<Uint8Array> {
  const entry = (await parseZip(zip)).find((one) => one.name === name)!;
  const pieces: Uint8Array[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

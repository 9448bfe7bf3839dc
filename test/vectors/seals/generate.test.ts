import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { expectStored } from "../expect-generated.js";
import type { StoredSealCase, StoredSealCases } from "./cases.js";
import { makeCases } from "./seal-cases.js";

const FOLDERS = ["tokens", "certificates", "crls", "ocsp"] as const;

/** The content of this folder, by path. */
async function freshFiles(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const keep = (path: string, bytes: Uint8Array) => {
    files.set(path, Buffer.from(bytes));
    return path;
  };
  const shared = (kind: string, suffix: string) => (bytes: Uint8Array) =>
    keep(`${kind}/${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.${suffix}`, bytes);
  const cases = (await makeCases()).map((one): StoredSealCase => {
    const path = `tokens/${one.name}.tst`;
    expect(files.has(path), `two cases called ${one.name}`).toBe(false);
    return {
      token: keep(path, one.token),
      about: one.about,
      certificates: one.certificates.map(shared("certificates", "cer")),
      anchors: one.anchors.map(shared("certificates", "cer")),
      crls: one.crls.map(shared("crls", "crl")),
      ocsp: one.ocspResponses.map(shared("ocsp", "ors")),
      at: one.at,
      known_since: one.knownSince,
      status: one.status,
      code: one.code,
      revocation: one.revocation,
      revoked_at: one.revokedAt,
    };
  });
  const all: StoredSealCases = { format: "svc-proof-seal-vectors/1", cases };
  keep("cases.json", Buffer.from(`${JSON.stringify(all, null, 2)}\n`));
  return files;
}

test("the files are the output of the program beside them, byte for byte", async () => {
  expectStored(new URL(".", import.meta.url), FOLDERS, await freshFiles());
});

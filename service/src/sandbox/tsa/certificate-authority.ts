/**
 * The issuers of the sandbox's signing certificates: a root, and a certification authority below it. Both are created
 * once. The root's private key signs that one certificate and is not kept.
 */
import { type KeyObject, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Certificate } from "pkijs";
import { type Credential, issueCertificate } from "./certificate.js";
import { certificatePem, readCredentialFile, writeCredentialFile } from "./credential-file.js";
import { makeKey } from "./make-key.js";
import { replaceFile } from "./replace-file.js";

const DAY_MS = 86_400_000;
/** Longer than the lifetime of any sandbox. */
const VALIDITY_MS: number = 20 * 365 * DAY_MS;

export interface CertificateAuthority {
  readonly root: Certificate;
  readonly ca: Credential;
  /** File that holds the root's certificate, in PEM: a verifier's trust anchor. */
  readonly rootPath: string;
}

/**
 * Opens the authority in the folder, or creates one.
 *
 * @param folder must exist.
 */
export async function openCertificateAuthority(folder: string): Promise<CertificateAuthority> {
  const path = join(folder, "ca.pem");
  const rootPath = join(folder, "root.pem");
  const kept = await readCredentialFile(path, 2);
  const { privateKey, certificates } = kept ?? (await makeAuthority());
  const [certificate, root] = certificates as [Certificate, Certificate];
  if (kept === null) await writeCredentialFile(path, { privateKey, certificates });
  // Rewrite the copy for verifiers from the stored certificates.
  await replaceFile(rootPath, certificatePem(root));
  return { root, ca: { certificate, privateKey }, rootPath };
}

async function makeAuthority(): Promise<{ privateKey: KeyObject; certificates: Certificate[] }> {
  const [rootKey, privateKey] = [await makeKey("p256"), await makeKey("p256")];
  const now = Date.now();
  // Two sandboxes are two authorities. With the same name, their certificates could be confused until a signature
  // fails.
  const id = randomBytes(4).toString("hex");
  // From a day ago, in case the clock is set back.
  const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + VALIDITY_MS) };
  const root = await issueCertificate(
    { role: "root", commonName: `Sandbox root ${id}: no evidential value`, privateKey: rootKey, ...validity },
    null,
  );
  const ca = await issueCertificate(
    { role: "ca", commonName: `Sandbox CA ${id}: no evidential value`, privateKey, ...validity },
    { certificate: root, privateKey: rootKey },
  );
  return { privateKey, certificates: [ca, root] };
}

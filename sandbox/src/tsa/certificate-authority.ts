/**
 * The issuers of the sandbox's signing certificates: a root, and a certification authority below it. Both are created
 * once. The root's private key signs that one certificate and is not kept.
 */
import { type KeyObject, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Certificate } from "pkijs";
import { type Credential, issueCertificate } from "./certificate.js";
import { certificatePem, readCredentialFile, writeCredentialFile } from "./credential-file.js";
import { makeKey } from "./make-key.js";
import { replaceFile } from "./replace-file.js";
import { encodeCrl } from "./revocation-answers.js";

const DAY_MS = 86_400_000;
/** Longer than the lifetime of any sandbox. */
const VALIDITY_MS: number = 20 * 365 * DAY_MS;

export interface CertificateAuthority {
  readonly root: Certificate;
  readonly ca: Credential;
  /** File that holds the root's certificate, in PEM: a verifier's trust anchor. */
  readonly rootPath: string;
  /** The root's list, DER: it revokes nothing. Null for an authority of an earlier version. */
  readonly rootCrl: Uint8Array | null;
  /** Address of the server that answers about revocation. */
  readonly url: string;
}

/**
 * Opens the authority in the folder, or creates one.
 *
 * @param folder must exist.
 * @param url where its server listens; what is created now names it.
 */
export async function openCertificateAuthority(folder: string, url: string): Promise<CertificateAuthority> {
  const path = join(folder, "ca.pem");
  const rootPath = join(folder, "root.pem");
  const kept = await readCredentialFile(path, 2);
  const crlPath = join(folder, "root.crl");
  const made = kept === null ? await makeAuthority(url) : null;
  const { privateKey, certificates } = (kept ?? made)!;
  const [certificate, root] = certificates as [Certificate, Certificate];
  if (made !== null) {
    // First: the root's key is gone once the certificates are written.
    await replaceFile(crlPath, Buffer.from(made.rootCrl).toString("base64"));
    await writeCredentialFile(path, { privateKey, certificates });
  }
  // Rewrite the copy for verifiers from the stored certificates.
  await replaceFile(rootPath, certificatePem(root));
  const rootCrl = made?.rootCrl ?? (await readKept(crlPath));
  return { root, ca: { certificate, privateKey }, rootPath, rootCrl, url };
}

async function readKept(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, "latin1").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  return text === null ? null : new Uint8Array(Buffer.from(text, "base64"));
}

async function makeAuthority(
  url: string,
): Promise<{ privateKey: KeyObject; certificates: Certificate[]; rootCrl: Uint8Array }> {
  const [rootKey, privateKey] = [await makeKey("p256"), await makeKey("p256")];
  const now = Date.now();
  // Two sandboxes are two authorities. With the same name, their certificates could be confused until a signature
  // fails.
  const id = randomBytes(4).toString("hex");
  // From a day ago, in case the clock is set back.
  const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + VALIDITY_MS) };
  const root = await issueCertificate(
    {
      role: "root",
      commonName: `Sandbox root ${id}: no evidential value`,
      privateKey: rootKey,
      ...validity,
      answersAt: null,
    },
    null,
  );
  const ca = await issueCertificate(
    {
      role: "ca",
      commonName: `Sandbox CA ${id}: no evidential value`,
      privateKey,
      ...validity,
      answersAt: url,
    },
    { certificate: root, privateKey: rootKey },
  );
  const issuer = { certificate: root, privateKey: rootKey };
  const rootCrl = await encodeCrl(issuer, [], {
    thisUpdate: validity.notBefore,
    nextUpdate: validity.notAfter,
  });
  return { privateKey, certificates: [ca, root], rootCrl };
}

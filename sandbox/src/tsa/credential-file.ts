/** A private key and its certificates in one PEM file, so that no crash separates them. Only the owner can read it. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFile, rename } from "node:fs/promises";
import { Certificate } from "pkijs";
import { replaceFile } from "./replace-file.js";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

export interface CredentialFile {
  readonly privateKey: KeyObject;
  /** The key's own first, then its issuer's. */
  readonly certificates: readonly Certificate[];
}

/**
 * Null when the file is missing or incomplete; an incomplete file is set aside.
 *
 * @param count of certificates that the file must contain.
 */
export async function readCredentialFile(path: string, count: number): Promise<CredentialFile | null> {
  const text = await readFile(path, "latin1").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  if (text === null) return null;
  try {
    const privateKey = createPrivateKey(text);
    const certificates = (text.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
    if (certificates.length === count && certificates[0]!.checkPrivateKey(privateKey)) {
      return { privateKey, certificates: certificates.map(({ raw }) => Certificate.fromBER(raw)) };
    }
  } catch {
    // The file is unusable for any reason.
  }
  await rename(path, `${path}.damaged`);
  return null;
}

export function writeCredentialFile(
  path: string,
  { privateKey, certificates }: CredentialFile,
): Promise<void> {
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  return replaceFile(path, [key, ...certificates.map(certificatePem)].join(""));
}

export function certificatePem(certificate: Certificate): string {
  return new X509Certificate(derOf(certificate)).toString();
}

export function derOf(certificate: Certificate): Buffer {
  return Buffer.from(certificate.toSchema().toBER());
}

/**
 * The signing key of the sandbox's authority and its certificate. They are created on first use, stored, and replaced
 * before the certificate expires.
 */
import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import type { Certificate } from "pkijs";
import { type Credential, issueCertificate } from "./certificate.js";
import type { CertificateAuthority } from "./certificate-authority.js";
import { derOf, readCredentialFile, writeCredentialFile } from "./credential-file.js";
import { type KeyKind, makeKey } from "./make-key.js";

/** The fraction of its validity after which a certificate is replaced. */
const RENEWED_AFTER = 2 / 3;

export interface TsaSignerOptions {
  readonly folder: string;
  readonly kind: KeyKind;
  readonly authority: CertificateAuthority;
  readonly validityMs: number;
}

export class TsaSigner {
  readonly #options: TsaSignerOptions;
  readonly #path: string;
  /** Calls run one after the other, so that only one key is created. */
  #answering: Promise<Credential | null> = Promise.resolve(null);

  constructor(options: TsaSignerOptions) {
    this.#options = options;
    this.#path = join(options.folder, `signer-${options.kind}.pem`);
  }

  /** The credential that signs tokens at a time. */
  at(now: Date): Promise<Credential> {
    const answer = this.#answering.catch(() => null).then((last) => this.#next(last, now));
    this.#answering = answer;
    return answer;
  }

  async #next(last: Credential | null, now: Date): Promise<Credential> {
    if (last !== null && isFresh(last.certificate, now)) return last;
    const kept = last === null ? await this.#kept() : null;
    if (kept !== null && isFresh(kept.certificate, now)) return kept;
    return this.#make(now);
  }

  /** The stored credential; null when it is missing or another authority's. */
  async #kept(): Promise<Credential | null> {
    const file = await readCredentialFile(this.#path, 1);
    if (file === null) return null;
    const [certificate] = file.certificates as [Certificate];
    const { publicKey } = new X509Certificate(derOf(this.#options.authority.ca.certificate));
    const isOurs = new X509Certificate(derOf(certificate)).verify(publicKey);
    return isOurs ? { certificate, privateKey: file.privateKey } : null;
  }

  async #make(now: Date): Promise<Credential> {
    const { kind, authority, validityMs } = this.#options;
    const privateKey = await makeKey(kind);
    const certificate = await issueCertificate(
      {
        role: "tsa",
        commonName: `Sandbox TSA (${kind === "p256" ? "P-256" : "RSA"}): no evidential value`,
        privateKey,
        notBefore: now,
        notAfter: new Date(now.getTime() + validityMs),
        answersAt: authority.url,
      },
      authority.ca,
    );
    await writeCredentialFile(this.#path, { privateKey, certificates: [certificate] });
    return { certificate, privateKey };
  }
}

/** False before its validity, as after a clock was set back, and near its end. */
function isFresh({ notBefore, notAfter }: Certificate, now: Date): boolean {
  const [begin, end] = [notBefore.value.getTime(), notAfter.value.getTime()];
  return now.getTime() >= begin && now.getTime() < begin + (end - begin) * RENEWED_AFTER;
}

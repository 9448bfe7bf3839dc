/** The revocation data of one search for a path, indexed by the certificates they concern. */
import { sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { isSameBytes } from "../der/is-same-bytes.js";
import type { Work } from "../work/work.js";
import type { Certificate, DistinguishedName } from "./certificate.js";
import type { CertificateIndex } from "./certificate-index.js";
import type { PathParameters } from "./path-result.js";
import { nameKey } from "./read-name.js";
import type { Crl, OcspResponse, SingleOcspResponse } from "./revocation-data.js";
import type { SignatureChecks } from "./signature-checks.js";

/** These hashes identify names and keys and prove nothing. RFC 5019 requires SHA-1. */
const HASHES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  "1.3.14.3.2.26": sha1,
  "2.16.840.1.101.3.4.2.4": sha224,
  "2.16.840.1.101.3.4.2.1": sha256,
  "2.16.840.1.101.3.4.2.2": sha384,
  "2.16.840.1.101.3.4.2.3": sha512,
};
/** Whether an answer that names an issuer by this hash, in dotted decimal, can be recognised. */
export function isKnownHash(oid: string): boolean {
  return Object.hasOwn(HASHES, oid);
}

const SHA_1 = "1.3.14.3.2.26";
const HASHED_BYTES_PER_UNIT = 32;

/** The answers of one response about one certificate. */
export interface OcspAnswers {
  readonly response: OcspResponse;
  readonly answers: readonly SingleOcspResponse[];
}

export class RevocationSearch {
  readonly signatures: SignatureChecks;
  readonly certificates: CertificateIndex;
  readonly work: Work;
  /** Whether there are any lists or responses. */
  readonly hasAny: boolean;
  /** Lists that cover certificates of other issuers too. */
  readonly indirectLists: readonly Crl[];
  readonly #listsByIssuer: ReadonlyMap<string, readonly Crl[]>;
  readonly #responsesBySerial: ReadonlyMap<string, readonly OcspAnswers[]>;
  readonly #digests = new Map<Certificate, Map<string, IssuerDigests>>();

  /** @throws FormatError `work_limit_exceeded`; the abort reason of the signal. */
  static async of(
    { crls = [], ocspResponses = [] }: Pick<PathParameters, "crls" | "ocspResponses">,
    certificates: CertificateIndex,
    signatures: SignatureChecks,
    work: Work,
  ): Promise<RevocationSearch> {
    work.spend(crls.length + ocspResponses.length);
    const responsesBySerial = new Map<string, OcspAnswers[]>();
    for (const response of ocspResponses) {
      await work.pause();
      work.spend(response.responses.length);
      for (const [serial, answers] of grouped(response.responses, (answer) => answer.serialNumberHex)) {
        const known = responsesBySerial.get(serial);
        if (known === undefined) responsesBySerial.set(serial, [{ response, answers }]);
        else known.push({ response, answers });
      }
    }
    return new RevocationSearch(crls, responsesBySerial, certificates, signatures, work);
  }

  private constructor(
    crls: readonly Crl[],
    responsesBySerial: ReadonlyMap<string, readonly OcspAnswers[]>,
    certificates: CertificateIndex,
    signatures: SignatureChecks,
    work: Work,
  ) {
    this.signatures = signatures;
    this.certificates = certificates;
    this.work = work;
    this.hasAny = crls.length + responsesBySerial.size > 0;
    this.#listsByIssuer = grouped(crls, ({ issuer }) => nameKey(issuer));
    this.indirectLists = crls.filter(({ issuingDistributionPoint }) => issuingDistributionPoint?.isIndirect);
    this.#responsesBySerial = responsesBySerial;
  }

  listsOf(issuer: DistinguishedName): readonly Crl[] {
    return this.#listsByIssuer.get(nameKey(issuer)) ?? [];
  }

  /** Every answer about the certificate, from all responses. */
  async answersAbout({ serialNumberHex }: Certificate, issuer: Certificate): Promise<readonly OcspAnswers[]> {
    const found: OcspAnswers[] = [];
    for (const { response, answers } of this.#responsesBySerial.get(serialNumberHex) ?? []) {
      await this.work.pause();
      this.work.spend(answers.length);
      const about = answers.filter(({ hashAlgorithm, issuerNameHash, issuerKeyHash }) => {
        const digests = this.#digestsOf(issuer, hashAlgorithm);
        return (
          digests !== null &&
          isSameBytes(digests.name, issuerNameHash) &&
          isSameBytes(digests.key, issuerKeyHash)
        );
      });
      if (about.length > 0) found.push({ response, answers: about });
    }
    return found;
  }

  /** SHA-1 of the public key, which may identify a responder. */
  keyHashOf(certificate: Certificate): Uint8Array {
    return this.#digestsOf(certificate, SHA_1)!.key;
  }

  /** Null for an unsupported hash. */
  #digestsOf(certificate: Certificate, oid: string): IssuerDigests | null {
    if (!isKnownHash(oid)) return null;
    const hash = HASHES[oid]!;
    const known = this.#digests.get(certificate) ?? new Map<string, IssuerDigests>();
    this.#digests.set(certificate, known);
    const before = known.get(oid);
    if (before !== undefined) return before;
    const { subject, spki } = certificate;
    this.work.spend(2 + Math.ceil((subject.der.length + spki.publicKey.length) / HASHED_BYTES_PER_UNIT));
    const digests = { name: hash(subject.der), key: hash(spki.publicKey) };
    known.set(oid, digests);
    return digests;
  }
}

interface IssuerDigests {
  readonly name: Uint8Array;
  readonly key: Uint8Array;
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [item]);
    else known.push(item);
  }
  return groups;
}

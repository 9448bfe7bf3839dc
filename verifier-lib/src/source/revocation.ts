/** Lists and OCSP responders. */

import { FormatError, isSameBytes } from "@svc-proof/shared/encoding";
import { CERTIFICATE_LIMITS, CRL_LIMITS, OCSP_LIMITS } from "../limits.js";
import { Work } from "../work/work.js";
import { PURPOSE } from "../x509/algorithms.js";
import type { Certificate } from "../x509/certificate.js";
import { parseCrlPausing } from "../x509/crl.js";
import { informationAccess } from "../x509/extensions.js";
import { isSameName } from "../x509/names.js";
import { encodeOcspRequest, ocspIssuerId, parseOcspResponse } from "../x509/ocsp.js";
import type { OcspResponse } from "../x509/path-types.js";
import { parseIssuerCertificates } from "../x509/pem.js";
import { isPastSecond } from "../x509/revocation.js";
import { type Signed, verifySignature } from "../x509/signatures.js";
import {
  type BoundedAnswer,
  type BoundedRequest,
  checkPatience,
  DEFAULT_TIMEOUT_MS,
  Deadline,
  retry,
  SourceError,
  type SourceErrorCode,
} from "./bounded-fetch.js";

// The interface of sources of revocation data. Only its implementations use the network.

/** The chain whose revocation is asked for. */
export interface RevocationQuestion {
  /** The certificate at the start of the chain. */
  readonly signer: Certificate;
  /** Where the chain ends: nothing is asked about these and what is above them. */
  readonly anchors: readonly Certificate[];
  /** Certificates that may be issuers, not trusted. */
  readonly certificates: readonly Certificate[];
  /** An answer that is out of date at this time is none. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

/** A list or response that is authentic and about one certificate of the chain. */
export interface RevocationAnswer {
  readonly kind: "crl" | "ocsp";
  /** DER. */
  readonly bytes: Uint8Array;
  /** Where it was fetched. */
  readonly url: string;
  readonly about: Certificate;
  /** Of that certificate in the chain: 0 for the signer. */
  readonly position: number;
}

/** A certificate about which there is no answer. */
export interface RevocationGap {
  readonly about: Certificate;
  readonly position: number;
  /**
   * `no_revocation_address`: it names no address that can be asked. `issuer_certificate_missing`: nobody can ask without
   * the certificate of its issuer. Else the error of the last address.
   */
  readonly code: SourceErrorCode | "no_revocation_address" | "issuer_certificate_missing";
  /** In English. Without bytes of the other side. */
  readonly message: string;
}

/** What was learnt about the certificates of a chain. */
export interface RevocationAnswers {
  /** From the signer upwards, without those of `gaps`. */
  readonly answers: readonly RevocationAnswer[];
  readonly gaps: readonly RevocationGap[];
  /** Certificates of issuers that were fetched to complete the chain, DER. */
  readonly issuers: readonly Uint8Array[];
}

/** A source of revocation data: the authorities' own addresses, as the certificates state them. */
export interface RevocationSource {
  /** The name of the source in reports. */
  readonly name: string;
  /** Time limit of one question, in milliseconds. The verifier does not wait longer. Default 30,000. */
  readonly timeoutMs?: number;
  /** Rejects with a `SourceError` only if no question could be asked; with the reason of the signal if it aborts. */
  fetchRevocation(question: RevocationQuestion): Promise<RevocationAnswers>;
}

// Fetches revocation data from the addresses that certificates state: OCSP responders and certificates of issuers
// (RFC 5280, section 4.2.2.1), and CRL distribution points (section 4.2.1.13).
//
// Whoever made a certificate chose the addresses in it. Where and how a request may go is therefore decided by the `send`
// of the caller; `fetchPublic` in `node/` refuses private addresses. An answer is kept only if the issuer signed it, or a
// responder that the issuer has delegated, so that nobody on the way can put in another.

/** Sends one request, as `fetchBounded` does. */
export type SendBounded = (question: string, url: URL, request: BoundedRequest) => Promise<BoundedAnswer>;

/** Parameters of `createRevocationSource`. */
export interface RevocationSourceParameters {
  /** Sends every request. It decides which addresses may be asked. */
  readonly send: SendBounded;
  /** Time limit of one answer, in milliseconds, retries included. A question takes at most four times as long. Default 10,000. */
  readonly timeoutMs?: number;
  /** Tries after one that failed. Default 1. */
  readonly retries?: number;
  /** Bytes of a revocation list, at most. Default: what the verifier reads, 8,388,608. */
  readonly maxCrlBytes?: number;
  /** Name in reports. */
  readonly name?: string;
}

/** Certificates of a chain. Public ones have two to four. */
const MAX_CHAIN = 8;
/** Addresses of one kind that are asked about one certificate. */
const MAX_ADDRESSES = 3;
const MAX_ADDRESS_CHARACTERS = 2_048;
/** Time limit of a question, in time limits of an answer. */
const ANSWERS_OF_A_QUESTION = 4;

/**
 * Creates a source that asks the addresses in the certificates. About each certificate it asks OCSP responders first, then
 * distribution points, and stops at the first usable answer. Answers are not kept between questions.
 *
 * @throws RangeError if a number is out of bounds.
 */
export function createRevocationSource(parameters: RevocationSourceParameters): RevocationSource {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, retries = 1, maxCrlBytes = CRL_LIMITS.maxBytes } = parameters;
  checkPatience(timeoutMs, retries);
  const whole = ANSWERS_OF_A_QUESTION * timeoutMs;
  return {
    name: parameters.name ?? "addresses in the certificates",
    timeoutMs: whole,
    async fetchRevocation(question) {
      question.signal?.throwIfAborted();
      const deadline = new Deadline(whole, question.signal);
      try {
        const inquiry = new Inquiry(question, { ...parameters, timeoutMs, retries, maxCrlBytes }, deadline);
        return await inquiry.run();
      } finally {
        deadline.clear();
      }
    },
  };
}

interface Link {
  readonly certificate: Certificate;
  /** Null if its certificate is missing. */
  readonly issuer: Certificate | null;
  /** Why its certificate could not be fetched, if another time it might be. */
  readonly failure: SourceError | null;
}

class Inquiry {
  readonly #question: RevocationQuestion;
  readonly #parameters: Required<Omit<RevocationSourceParameters, "name">>;
  readonly #deadline: Deadline;
  /** Of its own: what is fetched is bounded in size and number, and the verifier pays for what it uses. */
  readonly #work: Work;
  readonly #fetched: Certificate[] = [];

  constructor(
    question: RevocationQuestion,
    parameters: Required<Omit<RevocationSourceParameters, "name">>,
    deadline: Deadline,
  ) {
    this.#question = question;
    this.#parameters = parameters;
    this.#deadline = deadline;
    this.#work = new Work({ signal: question.signal });
  }

  async run(): Promise<RevocationAnswers> {
    const links = await this.#chain();
    const found = await Promise.all(links.map((link, position) => this.#ask(link, position)));
    this.#question.signal?.throwIfAborted();
    return {
      answers: found.filter((one) => "kind" in one),
      gaps: found.filter((one) => "code" in one),
      issuers: this.#fetched.map(({ der }) => der),
    };
  }

  /** The certificates below the anchor, each with its issuer. */
  async #chain(): Promise<Link[]> {
    const { signer, anchors } = this.#question;
    const links: Link[] = [];
    let certificate = signer;
    while (links.length < MAX_CHAIN && !isAmong(certificate, anchors)) {
      const { issuer, failure } = await this.#issuerOf(certificate);
      // The certificate of a root: nobody but itself could revoke it.
      if (issuer !== null && isSameBytes(issuer.der, certificate.der)) break;
      links.push({ certificate, issuer, failure });
      if (issuer === null || links.some((link) => link.certificate === issuer)) break;
      certificate = issuer;
    }
    return links;
  }

  async #issuerOf(certificate: Certificate): Promise<Pick<Link, "issuer" | "failure">> {
    const { anchors, certificates } = this.#question;
    const known = await this.#signerAmong(certificate, [...anchors, ...certificates, ...this.#fetched]);
    if (known !== null) return { issuer: known, failure: null };
    let failure: SourceError | null = null;
    for (const url of addresses(informationAccess(certificate).caIssuers)) {
      try {
        const body = await this.#send(url, CERTIFICATE_LIMITS.maxBytes);
        const signer = await this.#signerAmong(
          certificate,
          parseIssuerCertificates(body, { work: this.#work }),
        );
        if (signer === null) continue;
        this.#fetched.push(signer);
        return { issuer: signer, failure: null };
      } catch (error) {
        const told = this.#sourceError(url, error);
        if (told.code !== "source_invalid_answer") failure = told;
      }
    }
    return { issuer: null, failure };
  }

  async #signerAmong(
    certificate: Certificate,
    candidates: readonly Certificate[],
  ): Promise<Certificate | null> {
    for (const candidate of candidates) {
      if (!isSameName(candidate.subject, certificate.issuer)) continue;
      if (await this.#isSignedBy(certificate, candidate)) return candidate;
    }
    return null;
  }

  async #ask(
    { certificate: about, issuer, failure: ofIssuer }: Link,
    position: number,
  ): Promise<RevocationAnswer | RevocationGap> {
    if (issuer === null) {
      if (ofIssuer !== null) return { about, position, code: ofIssuer.code, message: ofIssuer.message };
      return {
        about,
        position,
        code: "issuer_certificate_missing",
        message: "the certificate of its issuer is missing",
      };
    }
    const points = about.crlDistributionPoints.flatMap((name) => (name.kind === "uri" ? [name.value] : []));
    const ways = [
      ...addresses(informationAccess(about).ocsp).map((url) => ({ kind: "ocsp", url }) as const),
      ...addresses(points).map((url) => ({ kind: "crl", url }) as const),
    ];
    let failure: SourceError | null = null;
    for (const { kind, url } of ways) {
      try {
        const bytes =
          kind === "ocsp" ? await this.#response(url, about, issuer) : await this.#list(url, about, issuer);
        return { kind, bytes, url: url.href, about, position };
      } catch (error) {
        failure = this.#sourceError(url, error);
      }
    }
    if (failure !== null) return { about, position, code: failure.code, message: failure.message };
    return { about, position, code: "no_revocation_address", message: "it names no http address to ask" };
  }

  async #response(url: URL, about: Certificate, issuer: Certificate): Promise<Uint8Array> {
    const body = await this.#send(url, OCSP_LIMITS.maxBytes, encodeOcspRequest(about, issuer));
    const response = parseOcspResponse(body, { work: this.#work });
    const asked = ocspIssuerId(issuer);
    const answers = response.responses.filter(
      (one) =>
        one.serialNumberHex === about.serialNumberHex &&
        one.hashAlgorithm === asked.hashAlgorithm &&
        isSameBytes(one.issuerNameHash, asked.issuerNameHash) &&
        isSameBytes(one.issuerKeyHash, asked.issuerKeyHash),
    );
    if (answers.length === 0) throw unusable(url, "the response is about another certificate");
    if (answers.every(({ status }) => status === "unknown")) {
      throw unusable(url, "the responder does not know the certificate");
    }
    if (answers.every(({ status, nextUpdate }) => status !== "revoked" && this.#isPast(nextUpdate))) {
      throw unusable(url, "the response is out of date");
    }
    if (!(await this.#isAuthorised(response, issuer)))
      throw unusable(url, "the issuer did not sign the response");
    return body;
  }

  async #isAuthorised(response: OcspResponse, issuer: Certificate): Promise<boolean> {
    if (await this.#isSignedBy(response, issuer)) return true;
    for (const delegate of response.certificates.slice(0, MAX_CHAIN)) {
      const isDelegate =
        isSameName(delegate.issuer, issuer.subject) &&
        delegate.extendedKeyUsages?.includes(PURPOSE.ocspSigning) === true &&
        (await this.#isSignedBy(delegate, issuer));
      if (isDelegate && (await this.#isSignedBy(response, delegate))) return true;
    }
    return false;
  }

  async #list(url: URL, about: Certificate, issuer: Certificate): Promise<Uint8Array> {
    const body = await this.#send(url, this.#parameters.maxCrlBytes);
    const list = await parseCrlPausing(body, { work: this.#work });
    if (!isSameName(list.issuer, about.issuer)) throw unusable(url, "the list is of another authority");
    if (this.#isPast(list.nextUpdate)) throw unusable(url, "the list is out of date");
    if (!(await this.#isSignedBy(list, issuer))) throw unusable(url, "the issuer did not sign the list");
    return body;
  }

  #isPast(nextUpdate: Date | null): boolean {
    return nextUpdate !== null && isPastSecond(this.#question.now, nextUpdate);
  }

  async #isSignedBy({ signatureAlgorithm, tbs, signature }: Signed, by: Certificate): Promise<boolean> {
    const spki = by.spki.der;
    const question = { algorithm: signatureAlgorithm, spki, data: tbs, signature, work: this.#work };
    return (await verifySignature(question)) === "valid";
  }

  /** @throws SourceError, or the reason of the caller's signal. */
  async #send(url: URL, maxBytes: number, query?: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const { send, timeoutMs, retries } = this.#parameters;
    return retry(url.origin, { timeoutMs, retries, signal: this.#deadline.signal }, async (signal) => {
      const { status, body } = await send(url.origin, url, {
        ...(query !== undefined && {
          method: "POST",
          headers: { "content-type": "application/ocsp-request", accept: "application/ocsp-response" },
          body: query,
        }),
        maxBytes,
        signal,
      });
      if (status !== 200)
        throw new SourceError("source_error", `${url.origin}: HTTP status ${status}`, undefined, status);
      return body;
    });
  }

  /** @throws what is no fault of the address. */
  #sourceError(url: URL, error: unknown): SourceError {
    this.#question.signal?.throwIfAborted();
    if (this.#deadline.isOver) {
      return new SourceError("source_timeout", `${url.origin}: no answer in time`, error);
    }
    if (error instanceof SourceError) return error;
    if (!(error instanceof FormatError)) throw error;
    return new SourceError(
      "source_invalid_answer",
      `${url.origin}: got a malformed answer (${error.code})`,
      error,
    );
  }
}

function unusable({ origin }: URL, why: string): SourceError {
  return new SourceError("source_invalid_answer", `${origin}: ${why}`);
}

/** Addresses that can be asked, each once. */
function addresses(stated: readonly string[]): URL[] {
  const found = new Map<string, URL>();
  for (const text of stated) {
    if (text.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(text)) continue;
    const url = new URL(text);
    const isPlain = url.username === "" && url.password === "";
    if (isPlain && (url.protocol === "http:" || url.protocol === "https:")) found.set(url.href, url);
  }
  return [...found.values()].slice(0, MAX_ADDRESSES);
}

function isAmong({ der }: Certificate, certificates: readonly Certificate[]): boolean {
  return certificates.some((one) => isSameBytes(one.der, der));
}

/** A timestamping authority. */

import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { hexToBytes, JoinedBytes } from "@svc-proof/shared/encoding";
import {
  encodeTimestampRequest,
  MAX_TIMESTAMP_RESPONSE_BYTES,
  type PkiFailure,
  type TimestampResponse,
  type TimestampVerdict,
  verifyTimestamp,
} from "@svc-proof/verifier-lib/rfc3161";
import { Deadline, unlessAborted } from "@svc-proof/verifier-lib/source";
import type { Certificate } from "@svc-proof/verifier-lib/x509";
import type { SealQualification } from "../records/types.js";

// One exchange with a timestamping authority over HTTP: RFC 3161, section 3.4. Bounded in time and size; no redirect is
// followed. Not `fetch`, which cannot show a client certificate.

/** A client certificate and its key, in PEM. */
export interface ClientCertificate {
  /** With its issuers, if any. */
  readonly certificates: string;
  readonly privateKey: string;
}

export interface ExchangeOptions {
  /** `http` or `https`; user and password in it are sent as basic authentication. */
  readonly url: URL;
  readonly clientCertificate: ClientCertificate | null;
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** There was no usable response. The message is our own, without addresses. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

/**
 * Sends a query and reads the response.
 *
 * @returns the unparsed body of a successful HTTP response.
 * @throws ExchangeError
 */
export async function exchange(query: Uint8Array, options: ExchangeOptions): Promise<Uint8Array> {
  const deadline = new Deadline(options.timeoutMs, options.signal);
  const { signal } = deadline;
  const sent = send(query, options);
  try {
    const answer = await unlessAborted(answerTo(sent), signal);
    return await unlessAborted(bodyOf(answer), signal);
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    if (signal.aborted) throw new ExchangeError("no answer in time", { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    throw new ExchangeError(`the connection failed (${code ?? "no code"})`, { cause: error });
  } finally {
    deadline.clear();
    sent.destroy();
  }
}

function send(query: Uint8Array, { url, clientCertificate }: ExchangeOptions): ClientRequest {
  const headers = {
    "content-type": "application/timestamp-query",
    "content-length": query.length,
    accept: "application/timestamp-reply",
  };
  // A new connection each time: seals are rare, and a kept connection may be dead when it is needed.
  const parameters = { method: "POST", headers, agent: false } as const;
  const sent =
    url.protocol === "https:"
      ? httpsRequest(url, {
          ...parameters,
          ...(clientCertificate && {
            cert: clientCertificate.certificates,
            key: clientCertificate.privateKey,
          }),
        })
      : httpRequest(url, parameters);
  return sent.end(query);
}

function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  // Keep listening: a destroyed request may emit another error.
  return new Promise((resolve, reject) => sent.once("response", resolve).on("error", reject));
}

async function bodyOf(answer: IncomingMessage): Promise<Uint8Array> {
  const { statusCode, headers } = answer;
  if (statusCode !== 200) throw new ExchangeError(`HTTP status ${statusCode}`);
  const type = headers["content-type"]?.replace(/\s*;.*$/s, "").toLowerCase();
  if (type !== "application/timestamp-reply") throw new ExchangeError("a wrong media type");
  const read = new JoinedBytes();
  for await (const part of answer as AsyncIterable<Buffer>) {
    if (read.length + part.length > MAX_TIMESTAMP_RESPONSE_BYTES) {
      throw new ExchangeError(`more than ${MAX_TIMESTAMP_RESPONSE_BYTES} bytes`);
    }
    read.push(part);
  }
  return read.bytes;
}

// A timestamping authority behind RFC 3161 over HTTP. Each call tries once; the caller retries.
//
// It does not check whether the authority is qualified (`seals/qualified.ts`). It checks revocation with the data in the token and fetches
// nothing.

/** Maximum difference between the authority's clock and ours. We know when we requested the token, so we can compare. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/** A rejection for these reasons is permanent: table of `tsa.ts`. */
const FINAL_FAILURES: ReadonlySet<PkiFailure> = new Set([
  "badAlg",
  "badRequest",
  "badDataFormat",
  "unacceptedPolicy",
  "unacceptedExtension",
  "addInfoNotAvailable",
] as const);

/** What the verifier finds last, of a token whose signature and path hold. */
const TIME_FINDINGS: ReadonlySet<TimestampVerdict["code"]> = new Set([
  "gen_time_in_the_future",
  "out_of_bounds_no_poe",
] as const);

export interface HttpTsaOptions {
  /** User and password in it are sent as basic authentication. */
  readonly url: string;
  /** Trust anchors for the path of a token's signer. */
  readonly anchors: readonly Certificate[];
  /** The policy to request, dotted; null for the authority's default. */
  readonly policyOid: string | null;
  readonly clientCertificate: ClientCertificate | null;
  /** For one answer. */
  readonly timeoutMs: number;
}

/** @throws TypeError when the URL is malformed. */
export function createHttpTsa(options: HttpTsaOptions): Tsa {
  const url = new URL(options.url);
  return { name: url.origin, issue: (request) => issue(request, url, options) };
}

async function issue(request: TsaRequest, url: URL, options: HttpTsaOptions): Promise<TsaAnswer> {
  const { anchors, policyOid, clientCertificate, timeoutMs } = options;
  const { hash, nonce, deadline } = request;
  const digest = hexToBytes(hash);
  const policy = policyOid === null ? {} : { policy: policyOid };
  const query = encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest, nonce, ...policy, certReq: true });
  const sentAt = Date.now();
  let response: Uint8Array;
  try {
    response = await exchange(query, { url, clientCertificate, timeoutMs, signal: deadline });
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return unavailable(error.message);
  }
  const receivedAt = Date.now();
  const verdict = await verifyTimestamp({
    response,
    imprint: { algorithm: "SHA-256", digest },
    request: { nonce, certReq: true, ...policy },
    anchors,
    now: new Date(receivedAt),
  });
  return answerOf(verdict, response, sentAt, receivedAt);
}

function answerOf(
  { status, code, fault, response: read, token, authority, chain }: TimestampVerdict,
  response: Uint8Array,
  sentAt: number,
  receivedAt: number,
): TsaAnswer {
  if (code === "timestamp_not_granted" && read !== null) return notGranted(read);
  const [signer, ...issuers] = chain;
  if (status !== "passed" || token === null || authority === null || signer === undefined) {
    const genTime = TIME_FINDINGS.has(code) ? token?.tstInfo.genTime : undefined;
    return unavailable(`the response does not verify (${fault ?? code})`, genTime);
  }
  const { genTime, serialNumberHex, policy: policyOid } = token.tstInfo;
  const [earliest, latest] = [sentAt - MAX_CLOCK_DIFFERENCE_MS, receivedAt + MAX_CLOCK_DIFFERENCE_MS];
  if (genTime.getTime() < earliest || genTime.getTime() > latest) {
    return unavailable("the time in the token is not the time of the request", genTime);
  }
  const serialNumber = serialNumberHex.replace(/^0+(?=.)/, "");
  const issued = {
    response,
    authority,
    genTime,
    serialNumber,
    policyOid,
    chain: [signer, ...issuers] as const,
  };
  return { kind: "issued", ...issued, qualification: null };
}

function notGranted({ status, failures }: TimestampResponse): TsaAnswer {
  const isFinal =
    status === "rejection" && failures.length > 0 && failures.every((failure) => FINAL_FAILURES.has(failure));
  const reason = [status, ...failures].join(" ");
  return isFinal ? { kind: "refused", reason } : unavailable(reason);
}

function unavailable(reason: string, genTime?: Date): TsaAnswer {
  return { kind: "unavailable", reason, ...(genTime && { genTime }) };
}

// The `Tsa` port: a timestamping authority (RFC 3161) that issues seals.
//
// A token is issued only after the verifier's own code has verified it against its request; no other token is stored or
// handed out. An implementation classifies each exchange as one of three answers and prefers `unavailable` in doubt: a
// refused seal is refunded for good, an unavailable one is requested again.
//
// | exchange | answer |
// |---|---|
// | `granted` or `grantedWithMods`, and the token verifies against the request | `issued` |
// | `rejection` with failInfo `badAlg`, `badRequest`, `badDataFormat`, `unacceptedPolicy`, `unacceptedExtension` or `addInfoNotAvailable`, and no other | `refused`: the same request will be rejected for ever |
// | `rejection` with `timeNotAvailable` or `systemFailure` (whatever else is set), with a bit that RFC 3161 does not name, or with none | `unavailable`: says nothing of the next time |
// | `waiting`, `revocationWarning`, `revocationNotification`, a status that RFC 3161 does not name | `unavailable` |
// | no connection, no answer in time, the deadline | `unavailable` |
// | any HTTP status but 200, a redirect, another media type, a body too long or cut short | `unavailable` |
// | 401, 403: the service's own credentials are wrong, and its customer's request is not | `unavailable` |
// | not a TimeStampResp, bytes after it, `granted` without a token, `rejection` with a token | `unavailable` |
// | a token of another request: imprint, nonce or policy differ | `unavailable` |
// | a token whose authority is not qualified by the trusted lists, where that is required (`seals/qualified.ts`) | `unavailable` |
// | a token that does not verify: signature, certificate path, purpose, or a certificate that was changed and is not trusted yet | `unavailable` |
//
// So when the authority changes its certificate, the answer is `issued` if the new path leads to a trust anchor, and
// otherwise `unavailable` until the operator trusts the certificate. No customer loses a seal.

/** The content of a timestamp request. */
export interface TsaRequest {
  /** SHA-256 of the file: 64 hexadecimal characters, lower case. It is the message imprint itself. */
  readonly hash: string;
  /** Random bytes, new with every request; read as an unsigned integer, big-endian. */
  readonly nonce: Uint8Array;
  /** Ends the exchange; the answer is then `unavailable`. */
  readonly deadline: AbortSignal;
}

/** A token that was verified against its request. */
export interface IssuedTimestamp {
  readonly kind: "issued";
  /** The TimeStampResp in DER, byte for byte as it was received. */
  readonly response: Uint8Array;
  /** Name of the authority, for people: the common name of its certificate, or its organisation. */
  readonly authority: string;
  readonly genTime: Date;
  /** Upper-case hexadecimal without leading zeros, at least one digit. */
  readonly serialNumber: string;
  /** Dotted. */
  readonly policyOid: string;
  /** From the signer's certificate to the trust anchor, both included. */
  readonly chain: readonly [Certificate, ...Certificate[]];
  /** What the trusted lists say of the chain; null if they were not asked. */
  readonly qualification: SealQualification | null;
}

/**
 * The outcome of a request. `reason` is for the log: a short text of the implementation's own, without addresses or
 * anything that the other side wrote.
 */
export type TsaAnswer =
  | IssuedTimestamp
  | { readonly kind: "refused"; readonly reason: string }
  | {
      readonly kind: "unavailable";
      readonly reason: string;
      /** Of a token that the authority signed and that was not taken for its time. */
      readonly genTime?: Date;
    };

export interface Tsa {
  /** For the log: the origin of its address. */
  readonly name: string;
  /** Sends one request. Rejects only for a fault of the program. */
  issue(request: TsaRequest): Promise<TsaAnswer>;
}

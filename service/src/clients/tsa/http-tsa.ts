/**
 * A timestamping authority behind RFC 3161 over HTTP. Each call tries once; the caller retries.
 *
 * It does not check whether the authority is qualified (`seals/qualified-tsa.ts`). It checks revocation with the data in the token and fetches
 * nothing.
 */
import { hexToBytes } from "@svc-proof/shared/encoding";
import {
  encodeTimestampRequest,
  type PkiFailure,
  type TimestampResponse,
  type TimestampVerdict,
  verifyTimestamp,
} from "@svc-proof/verifier-lib/rfc3161";
import type { Certificate } from "@svc-proof/verifier-lib/x509";
import { type ClientCertificate, ExchangeError, exchange } from "./exchange.js";
import type { Tsa, TsaAnswer, TsaRequest } from "./tsa.js";

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

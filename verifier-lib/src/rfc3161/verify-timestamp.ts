/**
 * Validates a token: RFC 3161, sections 2.3 and 2.4.2; RFC 5652, section 5.6; RFC 5816; ETSI EN 319 102-1 for expired
 * certificates. docs/formats/rfc3161.md lists the steps; the first that fails decides.
 *
 * Does not decide whether the authority is qualified: `judge/qualified.ts` does.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import { unread } from "../fault.js";
import { isWorkLimit, parseEach, Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parseCrlPausing } from "../x509/crl.js";
import { parseOcspResponse } from "../x509/ocsp.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import type { Crl, OcspResponse } from "../x509/path-types.js";
import { isPastSecond } from "../x509/revocation.js";
import {
  checkImprint,
  checkRequest,
  checkSignature,
  checkSignedAttributes,
  checkSignerPurpose,
  checkTime,
  checkTokenForm,
  checkTsaName,
  firstExpiry,
  type TimestampExpectation,
} from "./check-token.js";
import { parseTimestampToken } from "./parse-token.js";
import { parseTimestampResponse } from "./response.js";
import {
  beyondNamed,
  type ChainMaterial,
  checkChain,
  checkNaming,
  findSigner,
  listedPath,
  type Naming,
  signerMissing,
} from "./signer.js";
import {
  type Finding,
  HASHES,
  type HashAlgorithm,
  indeterminate,
  notGranted,
  OID,
  type TimestampCode,
  type TimestampResponse,
  type TimestampToken,
  type TimestampVerdict,
} from "./token.js";

/** The organisation in the subject of the sandbox's authority, which marks its seals: docs/formats/rfc3161.md. */
export const SANDBOX_ORGANISATION = "Sandbox, not qualified";

/** Parameters of `verifyTimestamp`. */
export interface VerifyTimestampParameters {
  /** DER of a `TimeStampResp`, as the authority sent it. Exactly one of `response` and `token`. */
  readonly response?: Uint8Array;
  /** DER of a bare token (`ContentInfo`). */
  readonly token?: Uint8Array;
  /** The digest that must have been time-stamped. Exactly one of `imprint` and `original`. */
  readonly imprint?: { readonly algorithm: HashAlgorithm; readonly digest: Uint8Array };
  /** The bytes that must have been time-stamped, hashed with the token's own algorithm. */
  readonly original?: Uint8Array;
  /** The request that the token must answer. */
  readonly request?: TimestampExpectation;
  /** Trusted certificates: of the signer itself, or of any issuer above it. */
  readonly anchors: readonly Certificate[];
  /** A trusted list, such as a `TrustList`, whose certificates are trusted too. */
  readonly trustList?: AnchorList;
  /** Certificates in addition to those in the token. They are not trusted. */
  readonly intermediates?: readonly Certificate[];
  /** DER of revocation lists, in addition to those in the token. */
  readonly crls?: readonly Uint8Array[];
  /** DER of `OCSPResponse`s, in addition to those in the token. */
  readonly ocspResponses?: readonly Uint8Array[];
  /** The time of validation. Default: `now`. */
  readonly at?: Date;
  /** Default: the clock of this machine. */
  readonly now?: Date;
  /** A time at which the token existed, verified by the caller. */
  readonly proofOfExistence?: { readonly noLaterThan: Date };
  /** The budget, which also carries the abort signal. Default: a new one. */
  readonly work?: Work;
}

/** Trusts certificates by the time at which they are used. */
export interface AnchorList {
  /** Those to trust for a token of `genTime`: among `certificates`, or issuers of one of them. */
  anchorsFor(certificates: readonly Certificate[], genTime: Date): readonly Certificate[];
}

/**
 * Validates one timestamp. The result is a verdict, whatever the bytes contain; `work_limit_exceeded` if they cost too much.
 *
 * @throws TypeError or RangeError if a parameter is wrong; the reason of the signal of `work` if it aborts. Never because of the bytes of a timestamp or of revocation data.
 *
 * @example
 * const { status, code, token } = await verifyTimestamp({
 *   response,
 *   imprint: { algorithm: "SHA-256", digest },
 *   anchors: parsePemCertificates(pem),
 * });
 */
export async function verifyTimestamp(parameters: VerifyTimestampParameters): Promise<TimestampVerdict> {
  checkParameters(parameters);
  const { crls = [], ocspResponses = [], work = new Work() } = parameters;
  return judgeTimestamp({ ...parameters, work }, async () => {
    const beside = {
      crls: (await parseEach(crls, parseCrlPausing, work)).values,
      ocspResponses: (await parseEach(ocspResponses, parseOcspResponse, work)).values,
    };
    const read = beside.crls.length + beside.ocspResponses.length;
    return { ...beside, unread: crls.length + ocspResponses.length - read };
  });
}

/** Parsed revocation data, in addition to that in the token. */
export interface RevocationData {
  /** Certificates that were fetched with it. They are not trusted. */
  readonly certificates?: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
  /** How many files could not be parsed. */
  readonly unread: number;
  /** Those of them, and of `intermediates`, that were found and not stated. Default: none. */
  readonly found?: ReadonlySet<Certificate | Crl | OcspResponse>;
}

/**
 * Fetches more revocation data. Called at most once, if the signature holds and nothing else than a missing issuer speaks
 * against the chain.
 */
export type FetchRevocationData = (
  signer: Certificate,
  known: readonly Certificate[],
  anchors: readonly Certificate[],
) => Promise<RevocationData>;

/**
 * As `verifyTimestamp`, with revocation data that is parsed already: a list of 8 MB is not read twice.
 *
 * @param revocation or what reads it, called once the signature's certificate is known.
 * @param fetchMore null: nothing is fetched.
 */
export async function judgeTimestamp(
  parameters: Omit<VerifyTimestampParameters, "crls" | "ocspResponses">,
  revocation: RevocationData | (() => Promise<RevocationData>),
  fetchMore: FetchRevocationData | null = null,
): Promise<TimestampVerdict> {
  const { now = new Date(), at = now, work = new Work() } = parameters;
  const nothing: Facts = {
    response: null,
    token: null,
    fault: null,
    signer: null,
    authority: null,
    chain: [],
    beyondNamed: [],
    listed: null,
    revocation: { status: "not_checked", revokedAt: null, reason: null, asOf: null },
    unreadRevocationData: 0,
    unjudgedRevocationData: 0,
    validationTime: at,
    restsOnProofOfExistence: false,
  };

  let known = nothing;
  try {
    return await judge({ ...parameters, now }, revocation, fetchMore, at, work, nothing, (facts) => {
      known = facts;
    });
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    return verdict(known, indeterminate("work_limit_exceeded", error.message));
  }
}

/** @param learn called with the facts so far, for the verdict if the budget is used up. */
async function judge(
  parameters: Parameters<typeof judgeTimestamp>[0] & { readonly now: Date },
  revocationData: Parameters<typeof judgeTimestamp>[1],
  fetchMore: FetchRevocationData | null,
  at: Date,
  work: Work,
  nothing: Facts,
  learn: (facts: Facts) => void,
): Promise<TimestampVerdict> {
  const { proofOfExistence, request = {}, now } = parameters;
  const read = readInput(parameters, work);
  if (read instanceof FormatError) {
    const { status, code, evidence } = unread(read);
    const message = `byte ${evidence.offset}: ${evidence.message}`;
    return verdict({ ...nothing, fault: evidence.fault }, { status, code: code as TimestampCode, message });
  }
  const { response, token } = read;
  if (token === null) return verdict({ ...nothing, response }, notGranted(response!));

  const expected =
    parameters.imprint === undefined ? { original: parameters.original! } : { imprint: parameters.imprint };
  const ofToken = { ...nothing, response, token };
  learn(ofToken);
  const contentFinding = checkImprint(token.tstInfo.imprint, expected) ?? checkRequest(token, request);
  if (contentFinding !== null) return verdict(ofToken, contentFinding);

  const certificates = [
    ...(await parseEach(token.certificates, parseCertificate, work)).values,
    ...(parameters.intermediates ?? []),
  ];
  const found = typeof revocationData === "function" ? undefined : revocationData.found;
  const listed = await listedAnchors(parameters, certificates, token, work, found);
  const anchors = [...parameters.anchors, ...listed];
  const named = findSigner(token.signer, [...certificates, ...anchors], work, found);
  if (named === null) return verdict(ofToken, signerMissing(token, work));
  const { signer, naming } = named;
  const ofSigner = { ...ofToken, signer, authority: authorityName(signer) };
  learn(ofSigner);
  const signerFinding = checkSigner(token, signer, naming);
  if (signerFinding !== null) return verdict(ofSigner, signerFinding);

  const existedBy = proofOfExistence?.noLaterThan ?? null;
  const beside = typeof revocationData === "function" ? await revocationData() : revocationData;
  let material = await materialOf(token, { anchors, listed, intermediates: certificates }, beside, work);
  // In parallel, on the platform's threads. A finding of the signature takes precedence.
  const [signatureFinding, offline] = await Promise.all([
    checkSignature(token.signer, signer, work),
    checkChain(signer, token.tstInfo, material, existedBy, work, now),
  ]);
  if (signatureFinding !== null) return verdict(ofSigner, signatureFinding);
  let checked = offline;
  if (fetchMore !== null && (offline.finding === null || offline.finding.code === "no_path")) {
    const more = await fetchMore(signer, certificates, anchors);
    const known = [...certificates, ...(more.certificates ?? [])];
    const listedOfKnown = await listedAnchors(parameters, known, token, work, found);
    material = {
      ...withRevocation(material, more),
      anchors: [...parameters.anchors, ...listedOfKnown],
      listed: listedOfKnown,
      intermediates: known,
    };
    checked = await checkChain(signer, token.tstInfo, material, existedBy, work, now);
  }
  const { chain, revocation, unjudgedRevocationData, finding, restsOnExistence } = checked;
  const unreadRevocationData = beside.unread;
  const ofPath = {
    ...ofSigner,
    chain,
    beyondNamed: beyondNamed(token.signer, chain),
    revocation,
    unreadRevocationData,
    unjudgedRevocationData,
  };
  learn(ofPath);
  const ofChain = {
    ...ofPath,
    listed:
      parameters.trustList === undefined
        ? null
        : await listedPath(signer, chain, token.tstInfo, material, existedBy, work, now),
  };
  if (finding !== null) return verdict(ofChain, finding);

  const expiring = firstExpiry(chain);
  const knownSince = existedBy !== null && existedBy < at ? existedBy : at;
  const timeFinding = checkTime(token.tstInfo, expiring, at, knownSince);
  const restsOnProofOfExistence =
    timeFinding === null && (restsOnExistence || isPastSecond(at, expiring.notAfter));
  return verdict({ ...ofChain, restsOnProofOfExistence }, timeFinding);
}

/** What speaks against the token or its signer, before the signature is computed. */
function checkSigner(token: TimestampToken, signer: Certificate, naming: Naming): Finding | null {
  return (
    checkSignedAttributes(token) ??
    checkNaming(naming) ??
    checkTokenForm(token) ??
    checkSignerPurpose(signer) ??
    checkTsaName(token.tstInfo.tsa, signer)
  );
}

/** What a chain is built and judged with: certificates, and the revocation data in the token and beside it. */
async function materialOf(
  token: TimestampToken,
  certificates: Pick<ChainMaterial, "anchors" | "listed" | "intermediates">,
  beside: RevocationData,
  work: Work,
): Promise<ChainMaterial> {
  const crls = (await parseEach(token.crls, parseCrlPausing, work)).values;
  const ocspResponses = (await parseEach(token.ocspResponses, parseOcspResponse, work)).values;
  const ofToken = { ...certificates, crls, ocspResponses, ...(beside.found && { found: beside.found }) };
  return withRevocation(ofToken, beside);
}

function withRevocation(material: ChainMaterial, { crls, ocspResponses }: RevocationData): ChainMaterial {
  return {
    ...material,
    crls: [...material.crls, ...crls],
    ocspResponses: [...material.ocspResponses, ...ocspResponses],
  };
}

/** Comparing a certificate with a list hashes it and its key. */
const HASHED_BYTES_PER_UNIT = 32;

async function listedAnchors(
  { trustList, anchors }: Parameters<typeof judgeTimestamp>[0],
  certificates: readonly Certificate[],
  { tstInfo }: TimestampToken,
  work: Work,
  found: RevocationData["found"] = new Set(),
): Promise<readonly Certificate[]> {
  const listed = new Set<Certificate>();
  // One by one, so that an abort is answered: a caller may give thousands.
  for (const certificate of trustList === undefined ? [] : [...certificates, ...anchors]) {
    await work.pause();
    if (!found.has(certificate)) work.spend(2 + Math.ceil(certificate.der.length / HASHED_BYTES_PER_UNIT));
    for (const anchor of trustList!.anchorsFor([certificate], tstInfo.genTimeRoundedDown)) listed.add(anchor);
  }
  return [...listed];
}

/** The facts known at the end of validation. */
type Facts = Omit<TimestampVerdict, keyof Finding>;

function verdict(facts: Facts, finding: Finding | null): TimestampVerdict {
  return finding === null
    ? { status: "passed", code: "ok", message: "the timestamp is valid", ...facts }
    : { ...finding, ...facts };
}

interface Input {
  readonly response: TimestampResponse | null;
  /** Null only for a response without one. */
  readonly token: TimestampToken | null;
}

function readInput({ response, token }: VerifyTimestampParameters, work: Work): Input | FormatError {
  try {
    if (response === undefined) return { response: null, token: parseTimestampToken(token!, { work }) };
    const read = parseTimestampResponse(response, { work });
    return { response: read, token: read.token };
  } catch (error) {
    if (error instanceof FormatError && !isWorkLimit(error)) return error;
    throw error;
  }
}

/** The commonName of the subject, else its organizationName, else the whole name. */
function authorityName({ subject }: Certificate): string {
  const named = (oid: string) => subject.attributes.find((attribute) => attribute.oid === oid)?.value;
  return named(OID.commonName) ?? named(OID.organizationName) ?? subject.text;
}

function checkParameters(parameters: VerifyTimestampParameters): void {
  const { response, token, imprint, original, anchors, at, now, proofOfExistence } = parameters;
  checkOne("response", response, "token", token);
  checkOne("imprint", imprint?.digest, "original", original);
  if (imprint !== undefined) {
    if (!Object.hasOwn(HASHES, imprint.algorithm)) throw new RangeError(`"imprint.algorithm" is not known`);
    const { sizeBytes } = HASHES[imprint.algorithm];
    if (imprint.digest.length !== sizeBytes) {
      throw new RangeError(`"imprint.digest" expected ${sizeBytes} bytes, got ${imprint.digest.length}`);
    }
  }
  if (!Array.isArray(anchors)) throw new TypeError(`"anchors" expected an array`);
  for (const [name, date] of Object.entries({ at, now, noLaterThan: proofOfExistence?.noLaterThan })) {
    if (date !== undefined && !(date instanceof Date && !Number.isNaN(date.getTime()))) {
      throw new TypeError(`"${name}" expected a Date`);
    }
  }
}

function checkOne(aName: string, a: unknown, bName: string, b: unknown): void {
  const given = [a, b].filter((value) => value !== undefined);
  if (given.length !== 1)
    throw new TypeError(
      `expected either "${aName}" or "${bName}", got ${given.length === 0 ? "neither" : "both"}`,
    );
  if (!(given[0] instanceof Uint8Array))
    throw new TypeError(`"${aName}" or "${bName}" expected a Uint8Array`);
}

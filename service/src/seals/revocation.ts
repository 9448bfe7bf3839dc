/** The job `revocation`. */

import { createHash } from "node:crypto";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { createPublicFetch, createRevocationSource } from "@svc-proof/verifier-lib/node";
import { parseTimestampResponse, signerOfToken } from "@svc-proof/verifier-lib/rfc3161";
import type { RevocationAnswer, RevocationAnswers, RevocationSource } from "@svc-proof/verifier-lib/source";
import {
  type Certificate,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
} from "@svc-proof/verifier-lib/x509";
import type { Capability, CapabilityHost } from "../capability.js";
import { StartError } from "../errors.js";
import { type JobHost, type Jobs, startLeasedJob } from "../jobs/job.js";
import { type JobLog, OutageLog, RoundLog } from "../log.js";
import type { Records } from "../records/records.js";
import type { DueRevocation, KeptAnswer, RevocationChain } from "../records/types.js";
import { readTsaAnchors } from "./qualified.js";

// One round over the chains whose revocation data is due. The round has no state of its own: it can stop anywhere and be
// repeated. What it fetches changes no seal.

/** Chains of one round. An authority has few signers. */
const MAX_CHAINS = 16;
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;
/** After that the wanted times are given up: later seals of the chain want others. */
const GIVEN_UP_AFTER_MS = 259_200_000;

/** `complete`: an answer about every certificate that can be asked about. */
export type RevocationResult = "complete" | "partial" | "none";

export interface RevocationRoundOptions {
  readonly store: Pick<Records, "revocation">;
  readonly source: RevocationSource;
  /** What the tokens leave out: certificates of issuers. */
  readonly issuers: readonly Certificate[];
  readonly log: RoundLog;
  readonly outages: OutageLog;
  readonly onFetched?: (result: RevocationResult) => void;
  readonly signal: AbortSignal;
  /** Default: the clock of this machine. */
  readonly now?: () => Date;
}

/** @throws StoreUnavailableError, the signal's reason when aborted. */
export async function fetchRevocationRound(options: RevocationRoundOptions): Promise<void> {
  const { store, signal, now = () => new Date() } = options;
  for (const due of await store.revocation.due(now(), MAX_CHAINS)) {
    signal.throwIfAborted();
    await fetchChain(due, options, now);
  }
}

async function fetchChain(
  { chain, wantedSince, tries }: DueRevocation,
  options: RevocationRoundOptions,
  now: () => Date,
): Promise<void> {
  const { store, source, issuers, log, outages, onFetched, signal } = options;
  const [signer, ...others] = chain.certificates.map((der) => parseCertificate(der));
  const subject = signer!.subject.text;
  // Before anything is asked: every answer is then at least as new.
  const fetchedAt = now();
  const question = {
    signer: signer!,
    anchors: [],
    certificates: [...others, ...issuers],
    now: fetchedAt,
    signal,
  };
  const found = await source.fetchRevocation(question).catch((error: Error): RevocationAnswers | null => {
    signal.throwIfAborted();
    log.errorOnce(subject, { err: error }, "the revocation data of a seal could not be asked for");
    return null;
  });
  const { answers, gaps } = found ?? { answers: [], gaps: [] };
  for (const answer of answers) tellIfRevoked(answer, log);
  const missing = gaps.filter(({ code }) => !FINAL.has(code));
  const isComplete = found !== null && missing.length === 0;
  const isTriedAgain = !isComplete && fetchedAt.getTime() - wantedSince.getTime() < GIVEN_UP_AFTER_MS;
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(tries, 16), MAX_RETRY_MS);
  await store.revocation.keep(
    chain.id,
    fetchedAt,
    answers.map(({ kind, position, bytes }) => ({ kind, position, bytes })),
    isTriedAgain ? new Date(fetchedAt.getTime() + delayMs) : null,
  );
  onFetched?.(isComplete ? "complete" : answers.length > 0 ? "partial" : "none");
  for (const { about, code, message } of gaps) {
    if (FINAL.has(code)) {
      const text = "nobody can be asked whether a certificate of a seal was revoked";
      log.warnOnce(about.subject.text, { certificate: about.subject.text, reason: message }, text);
    }
  }
  if (isComplete) outages.worked(subject);
  else if (missing.length > 0) {
    const reasons = missing.map(({ about, message }) => `${about.subject.text}: ${message}`);
    outages.failed(subject, "revocation data of the authority cannot be fetched", { reasons });
  }
}

/** Another try would find the same. */
const FINAL: ReadonlySet<string> = new Set(["no_revocation_address", "issuer_certificate_missing"]);

/** The source has checked who signed it. */
function tellIfRevoked({ kind, bytes, about }: RevocationAnswer, log: RoundLog): void {
  const isRevoked =
    kind === "crl"
      ? parseCrl(bytes).revoked.find(about.serialNumberHex).length > 0
      : parseOcspResponse(bytes).responses.some(
          ({ serialNumberHex, status }) => status === "revoked" && serialNumberHex === about.serialNumberHex,
        );
  if (!isRevoked) return;
  const certificate = about.subject.text;
  const serialNumber = about.serialNumberHex;
  log.errorOnce(
    bytesToHex(about.serialNumber),
    { certificate, serialNumber },
    "a certificate of seals was revoked: its seals may be worth nothing",
  );
}

/** The chain of a seal: whom its authority would have to revoke. */
export interface SealChain {
  readonly chain: RevocationChain;
  readonly genTime: Date;
}

/**
 * The chain that a token brings; null if it does not have its signer's certificate.
 *
 * @param response a TimeStampResp, as the store has it.
 */
export function sealChain(response: Uint8Array): SealChain | null {
  try {
    const { token } = parseTimestampResponse(response);
    const found = token && signerOfToken(token);
    if (token === null || found === null) return null;
    const { signer, certificates } = found;
    const others = certificates.filter((certificate) => certificate !== signer);
    const id = createHash("sha256").update(signer.der).digest("hex");
    return {
      chain: { id, certificates: [signer, ...others].map(({ der }) => der) },
      genTime: token.tstInfo.genTime,
    };
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

// Requests revocation data for issued seals: docs/design/seals.md, "Revocation". Each step may be repeated.

/** Tokens that are read together; an unusual one may have a megabyte. */
const MAX_READ = 64;
/** Of one run: the seals of earlier versions must not delay those of today. */
const MAX_SEALS = 1_024;
/**
 * An authority may take a day to publish a revocation that was reported before genTime (ETSI EN 319 411-1, section 6.2.4:
 * 24 hours at most).
 */
export const LATER_MS = 86_400_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * Wants answers that are fetched after genTime, and a day later. Times are rounded up, so that a busy service has no more
 * of them than seconds and minutes.
 *
 * @throws StoreUnavailableError, the signal's reason when aborted.
 */
export async function requestRevocation(
  { seals, revocation }: Pick<Records, "seals" | "revocation">,
  log: JobLog,
  signal: AbortSignal,
): Promise<void> {
  for (let requested = 0; requested < MAX_SEALS; requested += MAX_READ) {
    const proofIds = await seals.revocationNotRequested(MAX_READ);
    for (const proofId of proofIds) {
      signal.throwIfAborted();
      const response = await seals.readResponse(proofId);
      const found = response && sealChain(response);
      if (found === null) {
        log.error(
          { proof: proofId },
          "an issued seal does not name its signer; its revocation is not asked for",
        );
        continue;
      }
      const { chain, genTime } = found;
      const times = [roundedUp(genTime, SECOND_MS), roundedUp(later(genTime), MINUTE_MS)];
      await revocation.request(chain, times);
    }
    if (proofIds.length > 0) await seals.markRevocationRequested(proofIds);
    if (proofIds.length < MAX_READ) return;
  }
}

/** When answers are fetched for the second time. */
export function later(genTime: Date): Date {
  return new Date(genTime.getTime() + LATER_MS);
}

function roundedUp(time: Date, unitMs: number): Date {
  return new Date(Math.ceil(time.getTime() / unitMs) * unitMs);
}

/** The revocation data of a seal for its package: what was fetched after genTime, and a day later. */
export interface RevocationFile {
  readonly kind: KeptAnswer["kind"];
  readonly bytes: Uint8Array;
}

/** What a package takes: docs/formats/evidence.md. */
const MAX_FILES = 16;
const MAX_CRLS_BYTES = 8_388_608;

/**
 * The files in order: those of the first time, from the signer upwards, then those of the second. A file that was fetched
 * twice is one. Empty while there are none.
 *
 * @param response the seal's file, as `issueSealFile` gives it.
 */
export async function issueRevocation(
  { revocation }: Pick<Records, "revocation">,
  response: Uint8Array,
): Promise<readonly RevocationFile[]> {
  const found = sealChain(response);
  if (found === null) return [];
  const { chain, genTime } = found;
  const answers = [
    ...(await revocation.answersSince(chain.id, genTime)),
    ...(await revocation.answersSince(chain.id, later(genTime))),
  ];
  const files = new Map<string, RevocationFile>();
  let crlBytes = 0;
  for (const { kind, bytes } of answers) {
    const digest = createHash("sha256").update(bytes).digest("hex");
    if (files.has(digest) || files.size === MAX_FILES) continue;
    if (kind === "crl" && crlBytes + bytes.length > MAX_CRLS_BYTES) continue;
    if (kind === "crl") crlBytes += bytes.length;
    files.set(digest, { kind, bytes });
  }
  return [...files.values()];
}

/** The job that fetches revocation data of issued seals. It runs in the one instance that holds its lease; the others stand by. */
export interface RevocationJobOptions
  extends JobHost,
    Pick<RevocationRoundOptions, "source" | "issuers" | "onFetched"> {
  readonly store: Pick<Records, "seals" | "revocation" | "leases">;
  readonly intervalMs: number;
}

export function startRevocationJob(options: RevocationJobOptions): Jobs {
  const { store, source, issuers, intervalMs, onFetched } = options;
  const log = new RoundLog(options.log);
  const outages = new OutageLog(options.log);
  return startLeasedJob(options, {
    name: "revocation",
    intervalMs,
    run: async (_, signal) => {
      await requestRevocation(store, log, signal);
      await fetchRevocationRound({
        store,
        source,
        issuers,
        log,
        outages,
        signal,
        ...(onFetched === undefined ? {} : { onFetched }),
      });
    },
  });
}

/** Lists of time-stamping authorities have some kilobytes; a package must hold those of two days. */
const MAX_CRL_BYTES = 2_097_152;

/**
 * Opens the job that fetches revocation data of seals. It asks public addresses, and the origins of the settings.
 *
 * @throws StartError when a file or an origin of the settings cannot be used.
 */
export async function openRevocation(host: CapabilityHost): Promise<Capability> {
  const { config, store, metrics, log } = host;
  const issuers = await readTsaAnchors(config);
  if (config.sealRevocation === "off") {
    log.info({}, "no revocation data of seals is fetched");
    return { routes: [] };
  }
  if (config.tsaUrl === null) return { routes: [] };
  const source = createRevocationSource({
    send: publicFetch(config.sealRevocationOrigins),
    timeoutMs: config.sealRevocationTimeoutMs,
    maxCrlBytes: MAX_CRL_BYTES,
  });
  let job: Jobs | undefined;
  return {
    routes: [],
    startJobs: () => {
      job = startRevocationJob({
        ...host.jobs,
        store,
        source,
        issuers,
        intervalMs: config.sealRevocationIntervalMs,
        onFetched: (result) => metrics.revocationFetches.inc({ result }),
      });
    },
    close: async () => job?.stop(),
  };
}

function publicFetch(allowedOrigins: readonly string[]): ReturnType<typeof createPublicFetch> {
  try {
    return createPublicFetch({ allowedOrigins });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new StartError("SVC_SEAL_REVOCATION_ORIGINS: expected origins such as http://ca.example:8080");
  }
}

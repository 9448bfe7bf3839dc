/**
 * One round over the chains whose revocation data is due. The round has no state of its own: it can stop anywhere and be
 * repeated. What it fetches changes no seal.
 */
import { bytesToHex } from "@svc-proof/shared/encoding";
import type { RevocationAnswer, RevocationAnswers, RevocationSource } from "@svc-proof/verifier-lib/source";
import {
  type Certificate,
  parseCertificate,
  parseCrl,
  parseOcspResponse,
} from "@svc-proof/verifier-lib/x509";
import type { RoundLog } from "../jobs/job-log.js";
import type { OutageLog } from "../jobs/outage-log.js";
import type { Records } from "../records/records.js";
import type { DueRevocation } from "../records/types.js";

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

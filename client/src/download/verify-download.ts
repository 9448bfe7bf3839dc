/** Verifies what was downloaded: nothing is returned that does not hold. */
import {
  type Check,
  decidingCheck,
  type EvidenceValue,
  type Report,
  type StatedEvidence,
  type VerifyInput,
  verify,
} from "@svc-proof/verifier-lib";
import { VerificationError } from "../errors/errors.js";

import type { DownloadVerification } from "./download.js";

/** The proof that a file must be about. */
export interface Registered {
  readonly id: string;
  readonly hash: string;
}

export interface DownloadToVerify {
  readonly input: VerifyInput;
  /** Evidence of the input that was downloaded too. */
  readonly evidence?: readonly StatedEvidence[];
  /** What the content check compares with, in place of the registered fingerprint. */
  readonly contentHash?: string;
  /** Whether each of these kinds must have been used by a check. */
  readonly mustBeUsed?: readonly ("headers" | "witness")[];
}

/**
 * The report on a download that holds.
 *
 * It holds if no check failed, everything that can be computed from bytes passed, the file is about the registered
 * fingerprint and, if it names a proof, about this one. What is left may wait for a source or for Bitcoin, unless
 * `require` is `verified`.
 *
 * @throws VerificationError with the report.
 */
export async function verifyDownload(
  { id, hash }: Registered,
  { input, evidence = [], contentHash = hash, mustBeUsed = [] }: DownloadToVerify,
  { require: required = "consistent", ...options }: DownloadVerification,
  signal: AbortSignal | undefined,
): Promise<Report> {
  const report = await verify(input, {
    ...options,
    evidence: [...(options.evidence ?? []), ...evidence],
    contentHash,
    ...(signal && { signal }),
  });
  const refuse = (code: VerificationError["code"], message: string): never => {
    throw new VerificationError(code, `${message} (proof ${id})`, report);
  };
  const { outcome, reason, proof, inputs } = report;
  if (outcome === "failed" || (outcome === "indeterminate" && reason !== "missing")) {
    const { id: name, code } = decidingCheck(report)!;
    refuse("not_verified", `the download does not hold: ${name} ${code}`);
  }
  const unread = inputs.find(({ status }) => status === "unreadable");
  if (unread !== undefined) {
    refuse("not_verified", `a part of the download is not understood: ${unread.kind} ${unread.code}`);
  }
  if (proof === null || proof.content.hash !== contentHash) {
    refuse("other_content", "the download is about another content");
  }
  if (proof?.proof_id != null && proof.proof_id !== id) {
    refuse("other_proof", `the download is about proof ${proof.proof_id}`);
  }
  for (const kind of mustBeUsed) {
    const isUsed =
      kind === "headers"
        ? await holdBlock(input, evidence, signal)
        : inputs.some(
            (given) => given.kind === kind && given.origin === "caller" && given.status === "checked",
          );
    if (!isUsed) refuse("not_verified", `the download does not belong to the proof: ${kind}`);
  }
  if (required === "verified" && outcome !== "verified") {
    refuse("not_verified_by_source", "no time source is verified");
  }
  return report;
}

/** What is said of an attestation whose block is not among the headers, or is another one. */
const WITHOUT_BLOCK: readonly EvidenceValue[] = [
  "no_bitcoin_header",
  "bitcoin_root_mismatch",
  "bitcoin_block_off_chain",
] satisfies Check["code"][];

/** Whether these headers alone hold a block to which the input leads. Headers of other blocks are well-formed, too. */
async function holdBlock(
  input: VerifyInput,
  evidence: readonly StatedEvidence[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const headers = evidence.filter(({ kind }) => kind === "headers");
  const { checks } = await verify(input, { evidence: headers, ...(signal && { signal }) });
  const attestations = checks.find(({ id }) => id === "bitcoin")?.evidence["attestations"];
  if (!Array.isArray(attestations)) return false;
  return attestations.some(({ answer }: { answer: EvidenceValue }) => !WITHOUT_BLOCK.includes(answer));
}

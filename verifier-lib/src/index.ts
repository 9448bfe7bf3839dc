/**
 * The verifier: recomputes what an `svc-proof/2` proof states. Runs in browsers and Node, and uses the network only
 * through the sources that the caller passes.
 *
 * @module
 */

export { FormatError } from "@svc-proof/shared/encoding";
export {
  type PortableAnchor,
  type PortableAttestation,
  type PortableProof,
  type PortableProofErrorCode,
  parsePortableProof,
} from "@svc-proof/shared/proof";
export type {
  AsicErrorCode,
  AsicFaultCode,
  AsicUnsupportedCode,
  EvidenceErrorCode,
  ZipErrorCode,
} from "./archive/codes.js";
export type { PdfErrorCode } from "./archive/pdf-objects.js";
export type { RandomAccess } from "./content/content.js";
export {
  type ContentSource,
  type HashContentOptions,
  hashContent,
  type StreamingSha256,
} from "./content/content.js";
export { type ContradictionCode, type FaultCode, isFaultCode, type UnsupportedFault } from "./fault.js";
export { INPUT_LIMITS, type LimitedInput } from "./input-limits.js";
export { type AnchorResult, type VerifyAnchorOptions, verifyAnchor } from "./judge/anchor.js";
export type { AnchorBlock } from "./judge/ask-evm.js";
export { BITCOIN_ACCURACY_SECONDS } from "./judge/attestation.js";
export type { HeadersInput } from "./judge/headers.js";
export { verifyLeaf, verifyMerkle, verifyPayload } from "./judge/proof.js";
export type { FaultyWitness, HoldingWitness, ReadWitness } from "./judge/witnesses.js";
export type { VerifyInput, VerifyOptions } from "./options.js";
export {
  type EvidenceKind,
  MAX_STATED,
  type RawHeaders,
  type StatedEvidence,
} from "./package/stated-evidence.js";
export type { Armour } from "./recognise/recognise.js";
export { dearmoured, inputTypeOf, MAGIC_BYTES, recognise } from "./recognise/recognise.js";
export {
  CHECKS,
  type CheckId,
  type CheckRole,
  type InputType,
  isTimeCheck,
  type TimeCheckId,
} from "./report/checks.js";
export type {
  AnchorVerdictCode,
  CheckCode,
  FailedCode,
  IndeterminateCode,
  NoticeCode,
  PassedCode,
  SkippedCode,
} from "./report/codes.js";
export {
  claimCaveats,
  type DatedSource,
  type HeadlineCaveat,
  type HeadlineFacts,
  headlineClaim,
  headlineFacts,
  presumedClaim,
  verdictOf,
} from "./report/headline.js";
export { type LookAlike, mayBeOriginal, type Recognised } from "./report/look-alike.js";
export { decidingCheck, indeterminateReason, latestTime } from "./report/outcome.js";
export {
  type AnchoredBlock,
  type AuthorityTimeSource,
  type Basis,
  type BitcoinBlockTimeSource,
  type Check,
  type CheckStatus,
  type Claim,
  type Evidence,
  type EvidenceValue,
  type EvmBlockTimeSource,
  type Fault,
  type GivenInput,
  type IndeterminateReason,
  type InputKind,
  type Notice,
  type Outcome,
  type ProvenByWork,
  REPORT_FORMAT,
  type Report,
  type Subject,
  type TimeSource,
  type TrustedListEntry,
  type Verdict,
} from "./report/report.js";
export { readableName } from "./report/source-text.js";
export { type ReportTextOptions, reportText, summaryLine } from "./report/text.js";
export type { BitcoinSource } from "./source/bitcoin.js";
export type { EvmSource } from "./source/evm.js";
export type { TrustedListEntryErrorCode } from "./trust/list-entry.js";
export { loadVerifier, verify } from "./verify.js";
export { VERIFIER } from "./version.js";
export { Work, type WorkOptions } from "./work/work.js";

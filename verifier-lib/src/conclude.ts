/** Builds the report from the results of the checks: outcome, claims and notices. */
import { evmChain } from "@svc-proof/shared/chains";
import type { PortableProof } from "@svc-proof/shared/proof";
import type { AnchorResult } from "./anchor/verify-anchor.js";
import type { BoundBlock } from "./anchor/verify-header-timestamps.js";
import type { WitnessUse } from "./anchor/witness-uses.js";
import type { BitcoinResult } from "./bitcoin/verify-bitcoin.js";
import type { PackedVerifier } from "./package/packed-evidence.js";
import { CHECKS, type InputType, isTimeCheck, type TimeCheckId } from "./report/checks.js";
import type { CheckCode } from "./report/codes.js";
import { reasonOf } from "./report/indeterminate-reason.js";
import type { InputAccount } from "./report/input-account.js";
import { latestTime } from "./report/latest-time.js";
import { givesTime, linksHold, outcomeOf } from "./report/outcome.js";
import {
  type AnchoredBlock,
  type AuthorityTimeSource,
  type Check,
  type Claim,
  type Notice,
  REPORT_FORMAT,
  type Report,
  type Subject,
} from "./report/report.js";
import type { SealedTime, SealResult } from "./seal/verify-seal.js";
import { VERIFIER } from "./version.js";

/** The results of the checks. */
export interface Findings {
  readonly inputType: InputType;
  readonly sizeBytes: number;
  /** Null if the caller gave none. */
  readonly inputName: string | null;
  readonly checkedAt: Date;
  readonly subject: Subject | null;
  /** Null if the input is not a portable proof, or could not be parsed. */
  readonly proof: PortableProof | null;
  readonly checks: readonly Check[];
  /** One for each anchor of the proof, in its order. */
  readonly anchors: readonly AnchorResult[];
  /** One for each block of an anchor that has timestamps. */
  readonly blocks: readonly BoundBlock[];
  /** What became of each witness, in their order. */
  readonly witnesses: readonly WitnessUse[];
  /** Faults of the timestamps of headers, in their order; null for one that was checked. */
  readonly witnessTimestamps: readonly (CheckCode | null)[];
  /** Null if no timestamp was given. */
  readonly bitcoin: BitcoinResult | null;
  /** One for each seal that was given. */
  readonly seals: readonly SealResult[];
  /** Names of the parts of a package that no check uses. */
  readonly unchecked: readonly string[];
  /** A verifier that came with the evidence. */
  readonly packedVerifier?: PackedVerifier | null;
  /** What of the evidence that was found was not judged. */
  readonly unjudged?: readonly Notice[];
  /** Every given input and its result. */
  readonly inputs: InputAccount;
}

export function conclude(findings: Findings): Report {
  const { inputType, sizeBytes, checkedAt, subject, inputs } = findings;
  const inputsCheck = inputs.check(findings.checks);
  const checks = inputsCheck === null ? findings.checks : [...findings.checks, inputsCheck];
  const outcome = outcomeOf(checks, inputType);
  // Claims are omitted if a check failed: they could be quoted without the failure.
  const isClaimed = outcome !== "failed" && subject !== null && linksHold(checks, inputType);
  return {
    format: REPORT_FORMAT,
    verifier: VERIFIER,
    checked_at: checkedAt.toISOString(),
    input: { type: inputType, size_bytes: sizeBytes, name: findings.inputName },
    proof: subject,
    inputs: inputs.entries,
    outcome,
    reason: reasonOf(outcome, checks, inputType, inputs.entries),
    checks,
    claims: isClaimed ? CHECKS.flatMap(({ id }) => (isTimeCheck(id) ? CLAIMS[id](findings) : [])) : [],
    notices: [
      ...(subject === null ? [] : noticesOf(findings)),
      ...inputs.notices(),
      ...partNotices(findings),
    ],
  };
}

const CLAIMS: Readonly<Record<TimeCheckId, (findings: Findings) => readonly Claim[]>> = {
  anchor: anchorClaims,
  block: blockClaims,
  bitcoin: bitcoinClaims,
  seal: sealClaims,
};

function anchorClaims({ anchors }: Findings): Claim[] {
  // A repeated anchor is one transaction and makes one claim.
  const claims = new Map<string, Claim>();
  for (const { anchor, block, reliedOn } of anchors) {
    const transaction = `${anchor.chain_id} ${anchor.tx_hash}`;
    if (block === null || claims.has(transaction)) continue;
    const chain = evmChain(anchor.chain_id);
    claims.set(transaction, {
      statement: "existed_no_later_than",
      ...times(
        new Date(block.timestamp * 1000).toISOString(),
        // Slots bound the time of a block since the merge only.
        block.isPostMerge ? (chain?.timestampAccuracySeconds ?? null) : null,
      ),
      basis: "relied-on",
      source: {
        type: "evm-block",
        chain_id: anchor.chain_id,
        network: anchor.network,
        kind: chain?.kind ?? "unknown",
        tx_hash: anchor.tx_hash,
        block_number: block.number,
        block_hash: block.hash,
        confirmations: block.confirmations,
        relied_on: reliedOn,
      },
    });
  }
  return [...claims.values()];
}

function times(stated: string, accuracySeconds: number | null) {
  return {
    time: latestTime(stated, accuracySeconds),
    stated_time: stated,
    accuracy_seconds: accuracySeconds,
  };
}

function bitcoinClaims({ bitcoin }: Findings): Claim[] {
  return claimsOf(bitcoin, null);
}

function blockClaims({ blocks }: Findings): Claim[] {
  return blocks.flatMap(({ anchor: { chain_id, network }, number, hash, bitcoin }) =>
    claimsOf(bitcoin, { chain_id, network, block_number: number, block_hash: hash }),
  );
}

function claimsOf(bitcoin: BitcoinResult | null, anchoredBlock: AnchoredBlock | null): Claim[] {
  return (bitcoin?.blocks ?? []).map((block) => ({
    statement: "existed_no_later_than",
    ...times(block.time, block.accuracySeconds),
    basis: block.reliedOn.length === 0 ? "computed" : "relied-on",
    source: {
      type: "bitcoin-block",
      network: "Bitcoin",
      kind: "public",
      block_height: block.height,
      block_hash: block.hash,
      work_bits: block.workBits,
      checkpoint_height: block.checkpointHeight,
      proven_by_work: block.provenByWork,
      confirmations: block.confirmations,
      relied_on: block.reliedOn,
      anchored_block: anchoredBlock,
    },
  }));
}

/** The time by the authority's own clock, which nothing else confirms. */
function sealClaims({ seals, checks }: Findings): Claim[] {
  if (!givesTime("seal", checks)) return [];
  // The same token can be given twice: inside a response and alone.
  const claims = new Map<string, Claim>();
  for (const { sealed } of seals) {
    if (sealed === null) continue;
    const claim: Claim = {
      statement: "existed_no_later_than",
      ...times(sealed.time, sealed.accuracySeconds),
      basis: "relied-on",
      source: {
        type: "rfc3161-timestamp",
        authority: sealed.authority,
        kind: kindOf(sealed),
        qualified: sealed.isQualified,
        trusted_list: sealed.trustedListEntry,
        serial_number: sealed.serialNumber,
        policy: sealed.policy,
        trust_anchor: sealed.trustAnchor,
        relied_on: [sealed.authority],
      },
    };
    claims.set(JSON.stringify(claim), claim);
  }
  return [...claims.values()];
}

function kindOf({ isSandbox, trustedBy }: SealedTime): AuthorityTimeSource["kind"] {
  if (isSandbox) return "development";
  return trustedBy === "trusted-list" ? "trusted-list" : "trusted-by-caller";
}

function noticesOf(findings: Findings): Notice[] {
  const notices: Notice[] = [];
  if (findings.inputType === "certificate-pdf") notices.push({ code: "page_text_not_checked", evidence: {} });
  if (findings.checks.some(({ id, code }) => id === "content" && code === "not_requested")) {
    notices.push({ code: "original_not_given", evidence: {} });
  }
  return [
    ...notices,
    ...anchorNotices(findings),
    ...bitcoinNotices(findings),
    ...sealNotices(findings),
    ...sealHeaderNotices(findings),
    ...attestationNotices(findings),
    ...(findings.unjudged ?? []),
  ].filter((one, at, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at);
}

function sealNotices({ seals }: Findings): Notice[] {
  const standing = seals.filter(({ check }) => check.status === "passed");
  const others = standing.length === 0 ? [] : seals.filter(({ check }) => check.status !== "passed");
  return [
    ...others.map(
      ({ check }): Notice => ({
        code: "seal_not_standing",
        evidence: { seal: seals.findIndex((one) => one.check === check), code: check.code },
      }),
    ),
    ...seals.flatMap(({ notices }) => notices),
  ];
}

/** If the content has timestamps, `bitcoinNotices` reports malformed headers; else they are reported here. */
function sealHeaderNotices({ bitcoin, blocks, seals }: Findings): Notice[] {
  if (bitcoin !== null || blocks.length > 0) return [];
  return seals.flatMap(({ given }) =>
    (given?.headers ?? []).map((evidence) => ({ code: "headers_malformed", evidence })),
  );
}

function partNotices({ unchecked, packedVerifier }: Findings): Notice[] {
  const notices: Notice[] = [];
  if (unchecked.length > 0) notices.push({ code: "parts_not_checked", evidence: { parts: unchecked } });
  if (packedVerifier != null) {
    const { name, sha256 } = packedVerifier;
    notices.push({ code: "packed_verifier", evidence: { part: name, sha256 } });
  }
  return notices;
}

function anchorNotices({ anchors }: Findings): Notice[] {
  const notices: Notice[] = [];
  for (const { anchor, block, reliedOn } of anchors) {
    const { chain_id, network } = anchor;
    const kind = evmChain(chain_id)?.kind;
    const evidence = { chain_id, network };
    if (kind === "development") notices.push({ code: "development_network", evidence });
    if (kind === "testnet") notices.push({ code: "test_network", evidence });
    if (kind === undefined) notices.push({ code: "unknown_network", evidence });
    if (block?.isHeaderBound === false) notices.push({ code: "block_time_by_source", evidence });
    if (reliedOn.length === 1)
      notices.push({ code: "single_source", evidence: { chain_id, source: reliedOn[0]! } });
  }
  return notices;
}

function bitcoinNotices({ bitcoin, blocks }: Findings): Notice[] {
  return [...(bitcoin === null ? [] : [bitcoin]), ...blocks.map((bound) => bound.bitcoin)].flatMap(
    noticesOfBitcoin,
  );
}

function noticesOfBitcoin({
  check,
  blocks,
  malformedHeaders,
  contradicted,
  unasked,
}: BitcoinResult): Notice[] {
  const notices: Notice[] = malformedHeaders.map((evidence) => ({ code: "headers_malformed", evidence }));
  if (unasked !== null && check.status !== "passed") {
    notices.push({ code: "not_all_judged", evidence: { of: "bitcoin", ...unasked } });
  }
  if (check.status === "passed") {
    notices.push(...contradicted.map((evidence): Notice => ({ code: "timestamp_contradicted", evidence })));
  }
  if (check.code === "header_of_regtest") notices.push({ code: "bitcoin_regtest", evidence: {} });
  for (const { height, reliedOn } of blocks) {
    if (reliedOn.length !== 1) continue;
    notices.push({ code: "single_source", evidence: { block_height: height, source: reliedOn[0]! } });
  }
  return notices;
}

function attestationNotices({ proof, bitcoin, seals }: Findings): Notice[] {
  const isChecked = (type: string) =>
    (type === "opentimestamps" && bitcoin !== null) ||
    (type === "rfc3161-qualified-timestamp" && seals.length > 0);
  return (proof?.attestations ?? [])
    .filter(({ type }) => !isChecked(type))
    .map(({ type, state }) => ({ code: "attestation_not_checked", evidence: { type, state } }));
}

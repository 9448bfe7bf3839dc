/** Builds the report from the results of the checks: outcome, claims and notices. */

import { evmChain } from "@svc-proof/shared/chains";
import { type Item, inputsOf } from "./items.js";
import type { AnchorResult } from "./judge/anchor.js";
import type { BoundBlock } from "./judge/header-timestamps.js";
import type { SealedTime, SealResult } from "./judge/seal.js";
import type { BitcoinResult } from "./judge/timestamp.js";
import type { Asked } from "./options.js";
import type { Reading } from "./reading.js";
import { CHECKS, isTimeCheck, type TimeCheckId } from "./report/checks.js";
import { verdictOf } from "./report/headline.js";
import { givesTime, latestTime, outcomeOf, reasonOf } from "./report/outcome.js";
import {
  type AnchoredBlock,
  type AuthorityTimeSource,
  type Check,
  type Claim,
  type Notice,
  REPORT_FORMAT,
  type Report,
} from "./report/report.js";
import { VERIFIER } from "./version.js";

/** The results of the checks. */
export interface Judged {
  readonly checks: readonly Check[];
  /** One for each anchor of the proof, in its order, then other transactions with its payload that are confirmed. */
  readonly anchors: readonly AnchorResult[];
  /** One for each block of an anchor that has timestamps. */
  readonly blocks: readonly BoundBlock[];
  /** Null if there is no timestamp. */
  readonly bitcoin: BitcoinResult | null;
  /** One for each seal. */
  readonly seals: readonly SealResult[];
  /** What of the evidence that was found was not judged. */
  readonly unjudged: readonly Notice[];
}

export interface Findings extends Judged {
  readonly reading: Reading;
  readonly sizeBytes: number;
  readonly asked: Pick<Asked, "now"> & { readonly options: Pick<Asked["options"], "inputName"> };
  /** Everything that was given, with what became of it. */
  readonly items: readonly Item[];
}

export function conclude(findings: Findings): Report {
  const { reading, sizeBytes, asked } = findings;
  const { type, subject } = reading;
  const isRead = reading.format.status === "passed";
  const { rows: inputs, check, notices } = inputsOf(findings.items, isRead, findings.checks);
  const checks = check === null ? findings.checks : [...findings.checks, check];
  const outcome = outcomeOf(checks, type);
  const reason = reasonOf(outcome, checks, type, inputs);
  // Otherwise they could be quoted without what stands against them.
  const claims =
    outcome === "verified" ? CHECKS.flatMap(({ id }) => (isTimeCheck(id) ? CLAIMS[id](findings) : [])) : [];
  const told = [...(subject === null ? [] : noticesOf(findings)), ...notices, ...partNotices(reading)];
  return {
    format: REPORT_FORMAT,
    verifier: VERIFIER,
    checked_at: asked.now.toISOString(),
    input: { type, size_bytes: sizeBytes, name: asked.options.inputName ?? null },
    proof: subject,
    inputs,
    outcome,
    reason,
    verdict: verdictOf({ outcome, reason, claims, notices: told }),
    checks,
    claims,
    notices: told,
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
  if (findings.reading.type === "certificate-pdf")
    notices.push({ code: "page_text_not_checked", evidence: {} });
  if (findings.checks.some(({ id, code }) => id === "content" && code === "not_requested")) {
    notices.push({ code: "original_not_given", evidence: {} });
  }
  return [
    ...notices,
    ...anchorNotices(findings),
    ...bitcoinNotices(findings),
    ...sealNotices(findings),
    ...attestationNotices(findings),
    ...findings.unjudged,
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

function partNotices({ unchecked = [], verifier = null }: Reading): Notice[] {
  const notices: Notice[] = [];
  if (unchecked.length > 0) notices.push({ code: "parts_not_checked", evidence: { parts: unchecked } });
  if (verifier !== null) {
    const { name, sha256 } = verifier;
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

function noticesOfBitcoin({ check, blocks, contradicted, unasked }: BitcoinResult): Notice[] {
  const notices: Notice[] = [];
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

function attestationNotices({ reading: { proof }, bitcoin, seals }: Findings): Notice[] {
  const isChecked = (type: string) =>
    (type === "opentimestamps" && bitcoin !== null) ||
    (type === "rfc3161-qualified-timestamp" && seals.length > 0);
  return (proof?.attestations ?? [])
    .filter(({ type }) => !isChecked(type))
    .map(({ type, state }) => ({ code: "attestation_not_checked", evidence: { type, state } }));
}

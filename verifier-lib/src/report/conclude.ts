/**
 * From results to a report: the outcome, the claims that hold, and what a reader must know besides.
 */
import { evmChain } from "@svc-proof/shared/chains";
import type { PortableProof } from "@svc-proof/shared/proof";
import type { AnchorResult } from "../anchor/verify-anchor.js";
import { VERIFIER } from "../version.js";
import { linksHold, outcomeOf } from "./outcome.js";
import { type Check, type Claim, type Notice, REPORT_FORMAT, type Report } from "./report.js";

/** What the verification found out, in the order in which it was checked. */
export interface Findings {
  readonly sizeBytes: number;
  readonly checkedAt: Date;
  readonly proof: PortableProof | null;
  readonly checks: readonly Check[];
  /** One for each anchor of the proof, in its order. */
  readonly anchors: readonly AnchorResult[];
}

export function conclude({ sizeBytes, checkedAt, proof, checks, anchors }: Findings): Report {
  const outcome = outcomeOf(checks);
  // A claim beside a failed check would be quoted without it.
  const claimed = outcome !== "failed" && proof !== null && linksHold(checks);
  return {
    format: REPORT_FORMAT,
    verifier: VERIFIER,
    checked_at: checkedAt.toISOString(),
    input: { type: "svc-proof/2", size_bytes: sizeBytes },
    proof: proof && { proof_id: proof.proof_id, content: proof.content },
    outcome,
    checks,
    claims: claimed ? claimsOf(proof, anchors) : [],
    notices: proof === null ? [] : noticesOf(proof, checks, anchors),
  };
}

function claimsOf(proof: PortableProof, anchors: readonly AnchorResult[]): Claim[] {
  const claims: Claim[] = [];
  for (const [i, { block, reliedOn }] of anchors.entries()) {
    const anchor = proof.anchors[i];
    if (block === null || anchor === undefined) continue;
    const chain = evmChain(anchor.chain_id);
    claims.push({
      statement: "existed_no_later_than",
      time: new Date(block.timestamp * 1000).toISOString(),
      accuracy_seconds: chain?.timestampAccuracySeconds ?? null,
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
  return claims;
}

function noticesOf(
  proof: PortableProof,
  checks: readonly Check[],
  anchors: readonly AnchorResult[],
): Notice[] {
  const notices: Notice[] = [];
  if (checks.some(({ id, code }) => id === "content" && code === "not_requested")) {
    notices.push({ code: "original_not_given", evidence: {} });
  }
  for (const [i, { chain_id, network }] of proof.anchors.entries()) {
    const kind = evmChain(chain_id)?.kind;
    const evidence = { chain_id, network };
    if (kind === "development") notices.push({ code: "development_network", evidence });
    if (kind === "testnet") notices.push({ code: "test_network", evidence });
    if (kind === undefined) notices.push({ code: "unknown_network", evidence });
    const reliedOn = anchors[i]?.reliedOn ?? [];
    if (reliedOn.length === 1)
      notices.push({ code: "single_source", evidence: { chain_id, source: reliedOn[0]! } });
  }
  for (const { type, state } of proof.attestations) {
    notices.push({ code: "attestation_not_checked", evidence: { type, state } });
  }
  return notices;
}

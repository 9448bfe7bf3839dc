/** The headers given by the caller, judged once for all attestations. */

import {
  type BlockHeader,
  type HeaderRun,
  type JudgedHeader,
  judgeHeadersInSteps,
  type PlacedHeader,
  parseHeaders,
  workBits,
} from "@svc-proof/shared/bitcoin";
import { FormatError } from "@svc-proof/shared/encoding";
import { isWorkLimit } from "../work/is-work-limit.js";
import { runStepsPausing } from "../work/run-steps.js";
import type { Work } from "../work/work.js";
import type { AttestationVerdict, FoundBlock, StatedBlock } from "./attestation-verdict.js";

/** Target and work of a header are computed as integers of 256 bits. */
const UNITS_PER_JUDGEMENT = 16;

export interface HeadersAtHand {
  /** The verdict of the headers on an attestation. */
  judge(stated: StatedBlock): AttestationVerdict;
  /** Documents that could not be read, by index. */
  readonly malformed: readonly { readonly index: number; readonly code: string }[];
}

/**
 * Reads header documents. Malformed ones are ignored.
 *
 * @param now the verifier's clock.
 * @throws FormatError `work_limit_exceeded`; what aborted the signal of `work`.
 */
export async function headersAtHand(
  documents: readonly (Uint8Array | string)[],
  now: Date,
  work: Work,
): Promise<HeadersAtHand> {
  const malformed: { index: number; code: string }[] = [];
  const runs: HeaderRun[] = [];
  for (const [index, document] of documents.entries()) {
    await work.pause();
    try {
      runs.push(...parseHeaders(document, { work }));
    } catch (error) {
      if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
      malformed.push({ index, code: error.code });
    }
  }
  const ofBitcoin = placed(runs, "bitcoin");
  work.spend(ofBitcoin.length * UNITS_PER_JUDGEMENT);
  const judged = await runStepsPausing(judgeHeadersInSteps(ofBitcoin, now.getTime() / 1000), work);
  const bitcoin = byHeight(judged);
  const regtest = byHeight(placed(runs, "regtest"));
  return {
    malformed,
    judge(stated) {
      const verdict = judgeByHeaders(stated, bitcoin.get(stated.height) ?? []);
      const isOfRegtest =
        verdict.code === "no_bitcoin_header" &&
        (regtest.get(stated.height) ?? []).some(({ header }) => hasRoot(header, stated));
      return isOfRegtest ? { ...verdict, code: "header_of_regtest" } : verdict;
    },
  };
}

/** Whether a header has the Merkle root that the attestation leads to. */
export function hasRoot({ merkleRoot }: BlockHeader, { message }: StatedBlock): boolean {
  return message.length === merkleRoot.length && merkleRoot.every((byte, i) => byte === message[i]);
}

function judgeByHeaders(stated: StatedBlock, headers: readonly JudgedHeader[]): AttestationVerdict {
  const main = headers.find(({ standing }) => standing === "main-chain");
  const matching = headers.find(({ header }) => hasRoot(header, stated));
  if (main !== undefined && hasRoot(main.header, stated)) {
    return { kind: "stands", code: "ok", block: foundBlock(main), isProven: true };
  }
  if (matching?.standing === "off-chain") {
    return { kind: "contradicted", code: "bitcoin_block_off_chain", block: null, isProven: true };
  }
  if (main !== undefined) {
    return { kind: "contradicted", code: "bitcoin_root_mismatch", block: null, isProven: true };
  }
  if (matching === undefined) {
    // A given header for this height has enough work, but another root.
    const isContradicted = headers.some(({ standing }) => standing === "unproven");
    return isContradicted
      ? { kind: "contradicted", code: "bitcoin_root_mismatch", block: null, isProven: false }
      : { kind: "open", code: "no_bitcoin_header", block: null, isProven: false };
  }
  return matching.fault === null
    ? { kind: "open", code: "header_unproven", block: foundBlock(matching), isProven: false }
    : { kind: "open", code: matching.fault, block: null, isProven: false };
}

function foundBlock({ header, work, successors, checkpointHeight }: JudgedHeader): FoundBlock {
  return { header, workBits: workBits(work), successors, checkpointHeight };
}

function byHeight<Placed extends PlacedHeader>(headers: readonly Placed[]): ReadonlyMap<number, Placed[]> {
  const groups = new Map<number, Placed[]>();
  for (const one of headers) {
    const group = groups.get(one.height);
    if (group === undefined) groups.set(one.height, [one]);
    else group.push(one);
  }
  return groups;
}

function placed(runs: readonly HeaderRun[], network: HeaderRun["network"]): PlacedHeader[] {
  return runs
    .filter((run) => run.network === network)
    .flatMap(({ height, headers }) => headers.map((header, i) => ({ height: height + i, header })));
}

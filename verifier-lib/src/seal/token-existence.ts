/**
 * Proves when a seal existed, independently of the authority's clock, by an OpenTimestamps file about the seal. A
 * seal whose signer's certificate has expired needs such a proof.
 */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import {
  type BitcoinResult,
  settleHeaders,
  type VerifyBitcoinOptions,
  verifyBitcoin,
} from "../bitcoin/verify-bitcoin.js";
import type { EvidenceItem } from "../items.js";
import type { Check, Evidence } from "../report/report.js";

export interface TokenExistence {
  /** The stated files that are about the seal. */
  readonly files: readonly EvidenceItem[];
  /** Null if no known Bitcoin block commits to the seal. */
  readonly noLaterThan: Date | null;
  readonly status: Check["status"];
  readonly code: Check["code"];
  readonly evidence: Evidence;
  /** Documents of headers that could not be read. */
  readonly malformedHeaders: BitcoinResult["malformedHeaders"];
  /** Whether sources of Bitcoin were asked. */
  readonly isAsked: boolean;
}

/**
 * @param files `.ots` files about the SHA-256 of one of `seals`.
 * @param seals the seal as it was given, and the token inside it.
 * @returns null if there is no file, or if those that were merely found prove nothing.
 * @throws only what aborted the signal.
 */
export async function tokenExistence(
  files: readonly EvidenceItem[],
  seals: readonly Uint8Array[],
  options: VerifyBitcoinOptions,
): Promise<TokenExistence | null> {
  const digests = seals.map((bytes) => ({ hash: "sha256", hex: bytesToHex(sha256(bytes)) }) as const);
  const isFound = digests.some((digest) => options.found?.hasTimestamps(digest) === true);
  if (files.length === 0 && !isFound) return null;
  const result = await verifyBitcoin(files, digests, options);
  const { malformedHeaders, isAsked } = result;
  const { status, code, basis } = result.check;
  const read = { files, malformedHeaders, isAsked };
  const [earliest] = result.blocks;
  if (earliest === undefined && files.length === 0) return null;
  settleHeaders(result, options);
  if (earliest === undefined) {
    return { noLaterThan: null, status, code, evidence: { status, code }, ...read };
  }
  // The miner's clock may be behind, so the accuracy is added.
  const noLaterThan = new Date(Date.parse(earliest.time) + earliest.accuracySeconds * 1000);
  return {
    noLaterThan,
    status,
    code,
    ...read,
    evidence: {
      status,
      code,
      basis,
      no_later_than: noLaterThan.toISOString(),
      block_height: earliest.height,
      block_hash: earliest.hash,
      relied_on: earliest.reliedOn,
    },
  };
}

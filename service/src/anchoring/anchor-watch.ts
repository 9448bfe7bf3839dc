/** Learns how anchoring stands, for metrics and for `/readyz`. */

/** What keeps a chain's anchors from going on. */
export const HELD_REASONS = [
  "unavailable",
  "disagreement",
  "other_chain",
  "implausible_nonce",
  "insufficient_funds",
  "too_dear",
  "reverts",
  "clock",
] as const;

export type HeldReason = (typeof HELD_REASONS)[number];

/** `filler`: an empty transaction that uses a nonce which nothing else will use. */
export const SENT_KINDS = ["first", "replacement", "again", "filler"] as const;

export type SentKind = (typeof SENT_KINDS)[number];

/** How the anchors of a chain stood at the end of a round. */
export interface AnchorsStanding {
  /** Batches that were confirmed, lost their block and are not confirmed again yet. */
  readonly reopened: number;
  /** Free nonces before those of the anchors. */
  readonly gaps: number;
  /** Batches whose nonce is used, by a transaction that no endpoint shows, that was reverted, or that the verifier does not accept. */
  readonly unexplained: number;
}

export interface AnchorWatch {
  stands(chainId: number, standing: AnchorsStanding): void;
  /** Null when nothing holds it. */
  held(chainId: number, reason: HeldReason | null): void;
  reopened(chainId: number): void;
  sent(chainId: number, kind: SentKind): void;
  /** @param wei balance of the address that pays. */
  balance(chainId: number, wei: bigint): void;
}

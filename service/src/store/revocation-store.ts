/**
 * Revocation data of the authorities that issue seals: docs/design/seals.md, "Revocation". Many seals have one chain, so
 * answers are kept by chain and by the time at which they were fetched. A seal finds its answers by its signer and genTime.
 *
 * Two instances that fetch the same do no harm: writes need no lease.
 */

/** A signer's certificate and what leads from it to an anchor. */
export interface RevocationChain {
  /** SHA-256 of the signer's certificate: 64 lower-case hexadecimal characters. */
  readonly id: string;
  /** DER, the signer's first. */
  readonly certificates: readonly Uint8Array[];
}

export interface DueRevocation {
  readonly chain: RevocationChain;
  /** The earliest time of which answers are wanted. */
  readonly wantedSince: Date;
  /** Tries since answers about every certificate were fetched last. */
  readonly tries: number;
}

/** A revocation list or OCSP response. */
export interface KeptAnswer {
  readonly kind: "crl" | "ocsp";
  /** Of the certificate that it is about: 0 for the signer's, 1 for its issuer's. */
  readonly position: number;
  /** DER. */
  readonly bytes: Uint8Array;
}

export interface RevocationStore {
  /**
   * Wants answers about a chain that are fetched at these times or later. The chain's certificates are those of the first
   * request. A time that is wanted already is left as it is.
   */
  request(chain: RevocationChain, times: readonly Date[]): Promise<void>;
  /** Chains with a time that has come, longest due first. */
  due(now: Date, limit: number): Promise<readonly DueRevocation[]>;
  /**
   * Keeps what was fetched at a time. May be repeated.
   *
   * @param retryAt when to try again for the same times; null: no time up to `fetchedAt` is wanted any more.
   */
  keep(chainId: string, fetchedAt: Date, answers: readonly KeptAnswer[], retryAt: Date | null): Promise<void>;
  /**
   * About each certificate of a chain, the first answer that was fetched at a time or later, in the order of the chain;
   * certificates without one are left out.
   */
  answersSince(chainId: string, time: Date): Promise<readonly (KeptAnswer & { readonly fetchedAt: Date })[]>;
}

/** Certificates of a chain about which answers are kept. */
export const MAX_REVOCATION_POSITIONS = 8;

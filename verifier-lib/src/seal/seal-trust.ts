/** The trusted list of a verification. */
import { defaultTrustList } from "../trustlist/default-trust-list.js";
import type { TrustList } from "../trustlist/trust-list.js";

export interface SealTrust {
  readonly list: TrustList;
  /** Whether the list ships with the verifier or was given by the caller. */
  readonly origin: "shipped" | "given";
}

/**
 * The list that seals are judged by. The shipped one is loaded with the first seal.
 *
 * @param option of `verify`: undefined for the shipped list, null for none.
 */
export async function sealTrust(option: TrustList | null | undefined): Promise<SealTrust | null> {
  if (option === null) return null;
  if (option !== undefined) return { list: option, origin: "given" };
  return { list: await defaultTrustList(), origin: "shipped" };
}

/** Limits of a witness. Apart from what reads it, which is not loaded only to know a limit. */
import type { JsonLimits } from "@svc-proof/shared/encoding";

/**
 * A witness takes 2 to 4 kB. The limit leaves room for a header of 128 kB (Bor) and a transaction of 256 kB, twice
 * what nodes relay.
 */
export const EVM_WITNESS_LIMITS: JsonLimits = { maxBytes: 1_048_576, maxDepth: 8, maxMembers: 64 };

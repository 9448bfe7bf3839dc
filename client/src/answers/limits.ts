/** Bytes of answers in JSON, at most: some ten times of what the service writes. */
export const MAX_PROOF_BYTES = 262_144;
export const MAX_PAGE_BYTES: number = 100 * MAX_PROOF_BYTES;
export const MAX_SMALL_BYTES = 65_536;

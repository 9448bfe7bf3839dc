/** Stands in the place of a name in the proofs of a deleted account: a proof has a name of one character at least. */
export const ERASED_NAME = "deleted";

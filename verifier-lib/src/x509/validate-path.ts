/**
 * Path building and validation: RFC 5280, section 6, with RFC 4158 for the search. Owns the decision whether a
 * certificate is to be believed. Does not fetch anything, and does not compare the leaf's name with any other.
 */
import type { PathParameters, PathResult } from "./path-result.js";

/** Looks for a chain of issuers from the leaf to an anchor that is valid for purpose and time. Never throws on input. */
export async function validatePath({ leaf }: PathParameters): Promise<PathResult> {
  return {
    isValid: false,
    code: "no_path",
    message: "",
    certificate: leaf,
    chain: [leaf],
    revocation: null,
  };
}

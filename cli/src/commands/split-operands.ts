const PROOF_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Identifiers of proofs, and paths. Without any, the current folder. A file that is named like an identifier is `./…`. */
export function splitOperands(operands: readonly string[]): {
  readonly ids: readonly string[];
  readonly paths: readonly string[];
} {
  if (operands.length === 0) return { ids: [], paths: ["."] };
  return {
    ids: [...new Set(operands.filter((word) => PROOF_ID.test(word)).map((id) => id.toLowerCase()))],
    paths: operands.filter((word) => !PROOF_ID.test(word)),
  };
}

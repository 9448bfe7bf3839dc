/**
 * What one list or response says of a certificate, and how much it weighs. What speaks against the certificate is never
 * outvoted by what speaks for it: neither by a newer answer, nor by a more reliable one.
 */
import type { RevocationState } from "./path-result.js";

/** From the gravest to the lightest: the gravest that any list or response says counts. */
const WEIGHTS = [
  "revoked",
  /** Its issuer says that it is revoked, in a list or response that must not be relied on: then nothing may be. */
  "doubtful",
  "good",
  /** It should speak of the certificate and cannot be relied on. Another may settle it. */
  "unusable",
  "silent",
] as const;

export type RevocationWeight = (typeof WEIGHTS)[number];

export interface RevocationWord {
  readonly weight: RevocationWeight;
  /** Good only thanks to the proof of existence. */
  readonly restsOnExistence: boolean;
  readonly state: RevocationState;
}

const STATUS: Readonly<Record<RevocationWeight, RevocationState["status"]>> = {
  revoked: "revoked",
  doubtful: "undetermined",
  good: "good",
  unusable: "undetermined",
  silent: "not_checked",
};

export function revocationWord(
  weight: RevocationWeight,
  state: Partial<Omit<RevocationState, "status">> = {},
  restsOnExistence = false,
): RevocationWord {
  return {
    weight,
    restsOnExistence,
    state: {
      status: STATUS[weight],
      source: null,
      revokedAt: null,
      reason: null,
      asOf: null,
      message: null,
      ...state,
    },
  };
}

/** No given revocation data is about the certificate. */
export const SILENT: RevocationWord = revocationWord("silent");

/** Of the gravest words the one that says most. */
export function gravestWord(words: readonly RevocationWord[]): RevocationWord {
  return words.reduce((first, next) => (isGraver(next, first) ? next : first), SILENT);
}

function isGraver(a: RevocationWord, b: RevocationWord): boolean {
  const difference = WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight);
  if (difference !== 0) return difference < 0;
  // A revocation that did not count is to be told, first of all one that did not thanks to a proof.
  if (a.restsOnExistence !== b.restsOnExistence) return a.restsOnExistence;
  const [at, bt] = [a.state.revokedAt, b.state.revokedAt];
  if (at !== null && bt !== null) return at < bt;
  if (at !== null || bt !== null) return at !== null;
  // Without any: the later answer, or why there is none.
  return (
    (a.state.asOf?.getTime() ?? -1) > (b.state.asOf?.getTime() ?? -1) ||
    (b.state.asOf === null && b.state.message === null && a.state.message !== null)
  );
}

/**
 * The statement of one list or response about a certificate, and its weight. Neither a newer nor a more
 * reliable statement in favour of a certificate outweighs one against it.
 */
import type { RevocationState } from "./path-result.js";
import type { RevocationReason } from "./revocation-data.js";

/** From the gravest to the lightest. The gravest statement counts. */
const WEIGHTS = [
  "revoked",
  /**
   * The issuer says it is revoked, in a list or response that must not be relied on. No other statement may
   * then be relied on.
   */
  "doubtful",
  "good",
  /** It should cover the certificate but cannot be relied on. Another statement may decide. */
  "unusable",
  "silent",
] as const;

export type RevocationWeight = (typeof WEIGHTS)[number];

export interface RevocationWord {
  readonly weight: RevocationWeight;
  /** Whether it is good only because of the proof of existence. */
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

/** No given revocation data covers the certificate. */
export const SILENT: RevocationWord = revocationWord("silent");

/** Of the gravest statements, the most informative one. */
export function gravestWord(words: readonly RevocationWord[]): RevocationWord {
  return words.reduce((first, next) => (isGraver(next, first) ? next : first), SILENT);
}

function isGraver(a: RevocationWord, b: RevocationWord): boolean {
  const difference = WEIGHTS.indexOf(a.weight) - WEIGHTS.indexOf(b.weight);
  if (difference !== 0) return difference < 0;
  // Report a revocation that had no effect, in particular one without effect because of a proof of existence.
  if (a.restsOnExistence !== b.restsOnExistence) return a.restsOnExistence;
  const [at, bt] = [a.state.revokedAt, b.state.revokedAt];
  if (at !== null && bt !== null) return at < bt;
  if (at !== null || bt !== null) return at !== null;
  // Otherwise prefer the later answer, or the reason why there is none.
  return (
    (a.state.asOf?.getTime() ?? -1) > (b.state.asOf?.getTime() ?? -1) ||
    (b.state.asOf === null && b.state.message === null && a.state.message !== null)
  );
}

export interface Revocation {
  readonly revokedAt: Date;
  readonly reason: RevocationReason | null;
  /** When the key was suspected to be compromised, if the list says so. */
  readonly invalidityDate: Date | null;
}

/**
 * A revocation takes effect at its time. An earlier signature stays valid in two cases: the reason rules out
 * a compromise of the key, where a missing reason does not (RFC 3161, section 4, point 1); or the signed data
 * is known to be older than the revocation and than the first suspicion (ETSI EN 319 102-1, section 5.6.2.4).
 *
 * @param existedBy the latest time at which the signed data is known to have existed, if any.
 */
export function isRevokedAt(
  { revokedAt, reason, invalidityDate }: Revocation,
  time: Date,
  existedBy?: Date,
): boolean {
  const countsFrom = invalidityDate !== null && invalidityDate < revokedAt ? invalidityDate : revokedAt;
  if (countsFrom <= time) return true;
  if (HARMLESS.has(reason)) return false;
  return existedBy === undefined || existedBy >= countsFrom;
}

/** Does not include `removeFromCRL`: outside a delta list, it contradicts that the certificate is listed. */
const HARMLESS: ReadonlySet<RevocationReason | null> = new Set([
  "unspecified",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
]);

/** What the trusted lists say of a token, as it is stored with its seal. */
import type { Qualification, TrustList } from "@svc-proof/verifier-lib/trust";
import type { Certificate } from "@svc-proof/verifier-lib/x509";
import type { SealQualification, TrustedListEntry } from "../store/store.js";

/**
 * Looks up the service behind a certificate.
 *
 * @param chain from the signer's certificate upwards, as far as it is known; never empty.
 * @param at the time in the token, or now.
 */
export function lookUp(list: TrustList, chain: readonly Certificate[], at: Date): Qualification {
  const known = new Set(chain);
  // Tokens and settings may leave out the issuer that the list names.
  const issuers = list.anchorsFor(chain, at).filter((anchor) => !known.has(anchor));
  const now = new Date();
  return list.qualify([...chain, ...issuers], at, now < at ? at : now);
}

export function judgeQualification(
  list: TrustList,
  chain: readonly Certificate[],
  genTime: Date,
): SealQualification {
  const found = lookUp(list, chain, genTime);
  return { result: found.result, code: found.code, entry: entryOf(list, found) };
}

function entryOf({ sha256 }: TrustList, { service, list, atGenTime }: Qualification): TrustedListEntry | null {
  if (service === null || list === null || atGenTime === null) return null;
  const { sequenceNumber, issued, nextUpdate } = list;
  return {
    territory: service.territory,
    provider: service.provider,
    service: service.name,
    status: atGenTime.status,
    since: atGenTime.since,
    list: { sequenceNumber, issued, nextUpdate, sha256: list.sha256 },
    snapshotSha256: sha256,
  };
}

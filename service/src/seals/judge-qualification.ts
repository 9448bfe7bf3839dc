/** What the trusted lists say of a token, as it is stored with its seal. */
import type { Qualification, TrustList } from "@svc-proof/verifier-lib/trust";
import { type Certificate, verifySignature } from "@svc-proof/verifier-lib/x509";
import type { SealQualification, TrustedListEntry } from "../records/types.js";

/**
 * Looks up the service behind a certificate.
 *
 * @param chain from the signer's certificate upwards, as far as it is known; never empty. Each certificate is known to
 * have signed the one before it.
 * @param at the time in the token, or now.
 */
export async function lookUp(
  list: TrustList,
  chain: readonly [Certificate, ...Certificate[]],
  at: Date,
): Promise<Qualification> {
  const now = new Date();
  return list.qualify([...chain, ...(await listedIssuers(list, chain.at(-1)!, at))], at, now < at ? at : now);
}

/** Tokens and settings may leave out the issuer that the list names. The list gives it by its name: its key must agree. */
async function listedIssuers(list: TrustList, last: Certificate, at: Date): Promise<readonly Certificate[]> {
  const { tbs, signature, signatureAlgorithm: algorithm } = last;
  const issuers: Certificate[] = [];
  for (const candidate of list.anchorsFor([last], at)) {
    const spki = candidate.spki.der;
    const verdict = await verifySignature({ algorithm, spki, data: tbs, signature });
    if (verdict === "valid" && candidate.basicConstraints?.isCa === true) issuers.push(candidate);
  }
  return issuers;
}

export async function judgeQualification(
  list: TrustList,
  chain: readonly [Certificate, ...Certificate[]],
  genTime: Date,
): Promise<SealQualification> {
  const found = await lookUp(list, chain, genTime);
  return { result: found.result, code: found.code, entry: entryOf(list, found) };
}

function entryOf(
  { sha256 }: TrustList,
  { service, list, atGenTime }: Qualification,
): TrustedListEntry | null {
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

/**
 * What the trusted lists say today of the certificates in `SVC_TSA_TRUST`. It is known before any timestamp is bought. It
 * decides on the start and on the sale of seals; the chain of each token decides on the token (qualified-tsa.ts).
 */
import type { Qualification, TrustList } from "@svc-proof/verifier-lib/trust";
import type { Certificate } from "@svc-proof/verifier-lib/x509";
import { lookUp } from "./judge-qualification.js";
import { qualificationText } from "./qualification-text.js";

export interface AuthorityStanding {
  /** The best of its certificates: one that is granted is enough. */
  readonly result: Qualification["result"];
  /** The answer for the certificate that decides. */
  readonly best: Qualification;
  /** For people: each certificate and what the lists say. */
  readonly text: string;
}

const RANK: Readonly<Record<Qualification["result"], number>> = {
  qualified: 2,
  indeterminate: 1,
  "not-qualified": 0,
};

/** @param certificates never empty. */
export async function authorityStanding(
  list: TrustList,
  certificates: readonly Certificate[],
  at: Date,
): Promise<AuthorityStanding> {
  const found: { readonly answer: Qualification; readonly text: string }[] = [];
  for (const certificate of certificates) {
    const answer = await lookUp(list, [certificate], at);
    found.push({ answer, text: `${certificate.subject.text} ${qualificationText(answer)}` });
  }
  const { answer: best } = found.reduce((a, b) => (RANK[b.answer.result] > RANK[a.answer.result] ? b : a));
  return { result: best.result, best, text: found.map(({ text }) => text).join("; ") };
}

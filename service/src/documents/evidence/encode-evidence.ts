/** A proof's evidence package: docs/formats/evidence.md. */
import type { ProofRecord } from "../../records/types.js";
import { headlineDate } from "../headline-date.js";
import type { DocumentLanguage } from "../language.js";
import type { BitcoinFacts, ProofFacts } from "../proof-facts.js";
import type { EvidencePart } from "./evidence-part.js";
import { type OfferedVerifier, VERIFIER_PAGE } from "./offered-verifier.js";
import { type OpenedOriginal, type OriginalAbsence, originalPart } from "./packed-original.js";
import { encodeReadme } from "./readme/encode-readme.js";
import { type EncodedZip, encodeZip } from "./zip/encode-zip.js";

export interface EvidenceRequest {
  readonly proof: ProofRecord;
  readonly language: DocumentLanguage;
  readonly facts: ProofFacts;
  /** All but the original, in their order. */
  readonly parts: readonly EvidencePart[];
  /** The seal's own state in Bitcoin. */
  readonly sealBitcoin: BitcoinFacts;
  /** Called last: it may spend a download, and nothing may fail after that. */
  readonly openOriginal: () => Promise<OpenedOriginal | OriginalAbsence>;
  /** Where the verifier's site is. */
  readonly siteUrl: string;
  readonly verifier: OfferedVerifier;
  /** Endpoint of a development chain on this machine; null if there is none. */
  readonly localRpcUrl: string | null;
}

/** Does not read the original. It is read together with the package. */
export async function encodeEvidence(request: EvidenceRequest): Promise<EncodedZip> {
  const { proof, language, openOriginal, sealBitcoin, siteUrl, verifier, localRpcUrl } = request;
  const original = await openOriginal();
  const isIncluded = typeof original !== "string";
  const parts = [...request.parts, ...verifierPart(request), ...(isIncluded ? [originalPart(original)] : [])];
  const originalAbsence = isIncluded ? null : original;
  const facts = {
    ...request.facts,
    parts,
    sealBitcoin,
    headline: headlineDate(request.facts),
    originalAbsence,
    verifier: {
      siteUrl,
      pageSha256: parts.some(({ kind }) => kind === "verifier") ? verifier.page!.sha256 : null,
      programSha256: verifier.programSha256,
      localRpcUrl,
    },
  };
  const readme = { name: "README.txt", content: encodeReadme(facts, language) };
  return encodeZip([readme, ...parts], proof.receivedAt);
}

/** Where there is something to verify. */
function verifierPart({ parts, verifier: { page } }: EvidenceRequest): EvidencePart[] {
  const isVerifiable = parts.some(({ kind }) => kind === "proof" || kind === "seal");
  return page === null || !isVerifiable
    ? []
    : [{ kind: "verifier", name: VERIFIER_PAGE, content: page.content }];
}

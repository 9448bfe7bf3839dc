/** A proof's evidence package: DESIGN section 3, docs/formats/evidence.md. */
import type { ProofRecord } from "../../store/store.js";
import type { EvidencePart, EvidencePartSource } from "./evidence-part.js";
import { type OpenedOriginal, type OriginalAbsence, originalPart } from "./packed-original.js";
import { encodeReadme } from "./readme/encode-readme.js";
import type { ReadmeLanguage } from "./readme/readme-text.js";
import { type ReadmeContext, readmeFacts } from "./readme-facts.js";
import { type EncodedZip, encodeZip } from "./zip/encode-zip.js";

export interface EvidenceRequest {
  readonly proof: ProofRecord;
  readonly language: ReadmeLanguage;
  /** In the order in which their parts stand. */
  readonly sources: readonly EvidencePartSource[];
  /** Asked last: it may spend a download, which nothing else may then make worthless. */
  readonly openOriginal: () => Promise<OpenedOriginal | OriginalAbsence>;
  readonly context: ReadmeContext;
}

/**
 * Gathers all that is small, and begins nothing of the original: that is read when the package is.
 *
 * @throws InconsistentProofError when a part would not verify.
 */
export async function encodeEvidence(request: EvidenceRequest): Promise<EncodedZip> {
  const { proof, language, sources, openOriginal, context } = request;
  const gathered = await Promise.all(sources.map((partsOf) => partsOf(proof, language)));
  const original = await openOriginal();
  const isIncluded = typeof original !== "string";
  const parts: readonly EvidencePart[] = [
    ...gathered.flat(),
    ...(isIncluded ? [originalPart(original)] : []),
  ];
  const facts = readmeFacts(proof, parts, isIncluded ? null : original, context);
  const readme = { name: "README.txt", content: encodeReadme(facts, language) };
  return encodeZip([readme, ...parts], proof.receivedAt);
}

/** A proof's evidence package: docs/formats/evidence.md. */
import type { ProofRecord } from "../../store/store.js";
import type { DocumentLanguage } from "../language.js";
import type { BitcoinFacts, ProofFacts } from "../proof-facts.js";
import type { EvidencePart } from "./evidence-part.js";
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
}

/** Does not read the original. It is read together with the package. */
export async function encodeEvidence(request: EvidenceRequest): Promise<EncodedZip> {
  const { proof, language, openOriginal, sealBitcoin } = request;
  const original = await openOriginal();
  const isIncluded = typeof original !== "string";
  const parts = isIncluded ? [...request.parts, originalPart(original)] : request.parts;
  const originalAbsence = isIncluded ? null : original;
  const facts = { ...request.facts, parts, sealBitcoin, originalAbsence };
  const readme = { name: "README.txt", content: encodeReadme(facts, language) };
  return encodeZip([readme, ...parts], proof.receivedAt);
}

import type { SealFacts } from "../../facts.js";
import type { CertificateFacts } from "../certificate-facts.js";
import { hasHarmful, showable } from "../typesetting/showable.js";

/** The facts with foreign texts made safe to show. */
export interface ShownFacts extends CertificateFacts {
  /** Whether characters of the name were replaced by their code points. */
  readonly hasCodePoints: boolean;
}

/** Longer texts are truncated. The interface accepts names of up to 200 characters. */
const MAX_TEXT_LENGTH = 1000;

/** Foreign texts are the file name, and the names of the authority, of its service in a trusted list, and of the chain. */
export function shownFacts(facts: CertificateFacts): ShownFacts {
  return {
    ...facts,
    name: shown(facts.name),
    hasCodePoints: hasHarmful(facts.name.slice(0, MAX_TEXT_LENGTH)),
    anchors: facts.anchors.map((anchor) => ({ ...anchor, network: shown(anchor.network) })),
    seal: shownSeal(facts.seal),
  };
}

function shownSeal(seal: SealFacts): SealFacts {
  if (seal.state !== "issued") return seal;
  const { authority, qualification } = seal;
  const entry = qualification?.entry;
  return {
    ...seal,
    authority: shown(authority),
    ...(qualification !== null &&
      entry != null && {
        qualification: {
          ...qualification,
          entry: { ...entry, provider: shown(entry.provider), service: shown(entry.service) },
        },
      }),
  };
}

function shown(text: string): string {
  return showable(text, MAX_TEXT_LENGTH);
}

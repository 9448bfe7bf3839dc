/** Pieces of evidence for tests, as a caller states them. */
import { EvidenceItem } from "./items.js";
import type { EvidenceKind, StatedEvidence } from "./package/stated-evidence.js";

export const statedOf = (
  kind: EvidenceKind,
  contents: readonly StatedEvidence["content"][] = [],
): readonly EvidenceItem[] => contents.map((content) => new EvidenceItem({ kind, content }, "caller"));

/**
 * Finds files that are probably changed versions of an original, by the library's rule. This proves nothing: it only tells a reader
 * where to look.
 */
import { probableChanges as changesOf } from "@svc-proof/verifier-lib/arrange";
import type { KnownFile } from "../model/known-file.js";
import type { Group } from "./arrange.js";
import { contentOf, digestsOf, hasOriginalInside } from "./report-facts.js";

export interface ProbableChange {
  readonly file: KnownFile;
  /** The input of the proof. */
  readonly proof: KnownFile;
  /** What the file and the original have in common. */
  readonly by: "name" | "size";
  /** Whether the two can be compared: not if the proof has its original. */
  readonly canBeCompared: boolean;
}

export function probableChanges(groups: readonly Group[]): readonly ProbableChange[] {
  const claims = groups.flatMap((group) => {
    const { input, evidence } = group;
    const stated = evidence.filter(({ kind }) => kind === "seal" || kind === "timestamp");
    const content = contentOf(input);
    if (content === null) return [];
    // A file that it was only compared with is not its original.
    const original =
      group.original !== null && digestsOf(group.original).includes(content) ? group.original : null;
    const inside = (input.report?.inputs ?? [])
      .filter(({ kind, origin }) => kind === "original" && origin === "package")
      .flatMap(({ name }) => name ?? []);
    return {
      evidence: group,
      content,
      evidencePaths: [input.name, ...stated.map(({ file }) => file.name)],
      originalNames: [...inside, ...(original === null ? [] : [original.name])],
      originalSizeBytes: original?.file?.size ?? null,
    };
  });
  const files = groups.filter(isWithoutProof).map(({ input }) => {
    return { file: input, path: input.name, sizeBytes: input.file!.size };
  });
  return changesOf(claims, files).map(({ file, evidence, by }) => ({
    file,
    proof: evidence.input,
    by,
    canBeCompared: evidence.original === null && !hasOriginalInside(evidence.input),
  }));
}

function isWithoutProof({ input, original }: Group): boolean {
  const isHashed = input.digests["SHA-256"] !== undefined;
  return input.role === "original" && original === null && input.file !== null && isHashed;
}

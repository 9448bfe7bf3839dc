import type { Group } from "../intake/arrange.js";

export interface AsicParts {
  readonly original: File;
  readonly seal: File;
}

/** What an ASiC-S container is made of; null unless the original and the file of its timestamp are both there. */
export function asicParts(group: Group | undefined): AsicParts | null {
  if (group === undefined) return null;
  const { input, original } = group;
  const seal = input.role === "seal" ? input : group.seal;
  if (original?.file == null || seal?.file == null) return null;
  return { original: original.file, seal: seal.file };
}

import type { Report } from "@svc-proof/verifier-lib";
import type { Group, Piece } from "../intake/arrange.js";
import type { AsicParts } from "../model/asic.js";

/** What an ASiC-S container of a group is made of; null unless there are an original and its timestamp. */
export function asicParts({ input, original, evidence }: Group, { inputs }: Report): AsicParts | null {
  const of = (wanted: Piece["kind"]) => evidence.flatMap(({ kind, file }) => (kind === wanted ? [file] : []));
  const [seal] = input.role === "seal" ? [input] : of("seal");
  const isPackage = input.role === "package";
  const isPacked = (kind: "seal" | "original") =>
    isPackage && inputs.some((one) => one.kind === kind && one.origin === "package");
  const packed = isPackage ? input.file : null;
  const certificates = of("certificates").flatMap(({ file }) => file ?? []);
  // An original inside comes with the timestamp that is inside.
  if (isPacked("original") && isPacked("seal")) return { original: null, seal: null, packed, certificates };
  if (original?.file == null) return null;
  if (seal?.file != null) return { original: original.file, seal: seal.file, packed: null, certificates };
  return isPacked("seal") ? { original: original.file, seal: null, packed, certificates } : null;
}

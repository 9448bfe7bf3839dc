import type { Work } from "../../work/work.js";
import type { RandomAccess } from "../random-access.js";
import { parseZip } from "../zip/parse-zip.js";
import { type AsicPart, partOfName } from "./asic-names.js";

const TELLING: ReadonlySet<AsicPart> = new Set<AsicPart>([
  "timestamp",
  "signature",
  "manifest",
  "evidenceRecord",
]);

/**
 * Whether an archive has an entry that only ASiC containers have. Many do not name their type: the entry `mimetype` is
 * optional.
 *
 * @throws FormatError with a code of the archive, or `work_limit_exceeded`; UnreadableInputError if the medium fails.
 */
export async function hasAsicParts(file: RandomAccess, work: Work): Promise<boolean> {
  const entries = await parseZip(file, work);
  return entries.some(({ name }) => TELLING.has(partOfName(name)));
}

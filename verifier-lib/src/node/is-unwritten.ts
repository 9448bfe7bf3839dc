import type { BigIntStats } from "node:fs";

/**
 * Whether nobody wrote to an open file between two looks at it. The time of its last change, which no program sets back, tells.
 *
 * @param readBytes what was read of it in between, if it was read to its end.
 */
export function isUnwritten(before: BigIntStats, after: BigIntStats, readBytes?: number): boolean {
  // A pipe has neither a size nor times that tell.
  if (!before.isFile()) return true;
  return (
    before.size === after.size &&
    before.mtimeNs === after.mtimeNs &&
    before.ctimeNs === after.ctimeNs &&
    (readBytes === undefined || before.size === BigInt(readBytes))
  );
}

/** What an entry of an ASiC container is by its name: ETSI EN 319 162-1, sections 4.3.3 and 4.4. */
import { nameKey } from "../name-key.js";
import { META_INF, MIMETYPE_NAME, TIMESTAMP_NAME } from "./asic-names.js";

export type AsicPart =
  | "mimetype"
  /** The one timestamp of an ASiC-S container. */
  | "timestamp"
  | "signature"
  /** What only ASiC-E has. */
  | "manifest"
  | "evidenceRecord"
  /** Anything else in `META-INF/`: renewals of the timestamp, and what applications add. */
  | "other"
  | "dataObject"
  /** In another folder. */
  | "stray";

/** Names must match exactly, except where a program that is less strict would see a signature. */
export function partOfName(name: string): AsicPart {
  if (name === MIMETYPE_NAME) return "mimetype";
  if (name === TIMESTAMP_NAME) return "timestamp";
  if (!name.includes("/")) return "dataObject";
  if (!name.startsWith(`${META_INF}/`)) return "stray";
  const inMetaInf = name.slice(META_INF.length + 1);
  if (/signatures?[^/]*\.(?:p7s|p7m|xml)$/i.test(inMetaInf)) return "signature";
  if (/^ASiCManifest[^/]*\.xml$/i.test(inMetaInf)) return "manifest";
  return /^evidencerecord[^/]*\.(?:ers|xml)$/i.test(inMetaInf) ? "evidenceRecord" : "other";
}

const RESERVED = [MIMETYPE_NAME, TIMESTAMP_NAME];

/** Whether a system that folds names would see the entry as another part. */
export function isOtherPartWhenFolded(name: string): boolean {
  if (partOfName(name) === "mimetype" || partOfName(name) === "timestamp") return false;
  const key = nameKey(name);
  if (RESERVED.some((reserved) => nameKey(reserved) === key)) return true;
  return key.split("/")[0] === nameKey(META_INF) && !name.startsWith(`${META_INF}/`);
}

/** Names that systems take for one, and those of a container. */

/**
 * Whether systems leave a file of this name beside those of people: the Finder, Windows Explorer, and copies of what Windows keeps
 * about downloads. `jar` adds a manifest.
 */
export function isLitter(name: string): boolean {
  return LITTER.test(name);
}

const LITTER =
  /^META-INF\/MANIFEST\.MF$|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*|[^/]+[.:]Zone\.Identifier)$/i;

/**
 * A key that is equal for names that some system treats as the same, without the `/` of a folder. Systems
 * fold case by different tables; ZFS may fold compatible characters; Windows drops trailing dots and spaces
 * of each part and anything after a colon, which names a stream (`Zone.Identifier` is never the file's content);
 * HFS+ drops invisible characters, which people do not see either.
 */
export function nameKey(name: string): string {
  return name.replace(/\/$/, "").split("/").map(partKey).join("/");
}

/** The key of one part of a path. A part that folds to text with `/` has the key of that path. */
export function partKey(part: string): string {
  return withoutEnd(
    part
      .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
      .replace(/:(?!Zone\.Identifier$).*/is, "")
      .normalize("NFKC")
      .toUpperCase()
      .toLowerCase()
      .normalize("NFKC"),
  );
}

/** A loop, because a regular expression would try each run of dots: quadratic time for a long one. */
function withoutEnd(part: string): string {
  let end = part.length;
  while (end > 0 && (part[end - 1] === "." || part[end - 1]!.trim() === "")) end--;
  return part.slice(0, end);
}

// Names in an ASiC container, and what its entries are by them: ETSI EN 319 162-1, sections 4.3.3, 4.4 and A.1.

/** The content of the entry `mimetype`, and the media type of the file. */
export const ASIC_S_MEDIA_TYPE = "application/vnd.etsi.asic-s+zip";
/** Of containers with several files and a manifest. */
export const ASIC_E_MEDIA_TYPE = "application/vnd.etsi.asic-e+zip";

export const MIMETYPE_NAME = "mimetype";
export const META_INF = "META-INF";
/** The token of a time-stamped container. */
export const TIMESTAMP_NAME = "META-INF/timestamp.tst";

export type AsicPart =
  | "mimetype"
  /** The one timestamp of an ASiC-S container. */
  | "timestamp"
  | "signature"
  /** What only ASiC-E has. */
  | "manifest"
  | "evidenceRecord"
  /** Anything else in `META-INF/`: renewals of the timestamp, and what applications add. Litter of systems, too. */
  | "other"
  | "dataObject"
  /** In another folder. */
  | "stray";

/** Names must match exactly, except where a program that is less strict would see a signature. */
export function partOfName(name: string): AsicPart {
  if (name === MIMETYPE_NAME) return "mimetype";
  if (name === TIMESTAMP_NAME) return "timestamp";
  if (!name.includes("/")) return "dataObject";
  if (!name.startsWith(`${META_INF}/`)) return isLitter(name) ? "other" : "stray";
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

// How programs recognise an ASiC container by its first bytes: ETSI EN 319 162-1, section A.1.

/** Where the content of the entry `mimetype` starts. */
export const MIMETYPE_OFFSET: number = 30 + MIMETYPE_NAME.length;

/**
 * Whether the first entry is `mimetype`, stored, and without an extra field.
 *
 * @param start the first bytes of a file: {@link MIMETYPE_OFFSET} or more.
 */
export function isMimetypeHeader(start: Uint8Array): boolean {
  if (start.length < MIMETYPE_OFFSET) return false;
  const header = new DataView(start.buffer, start.byteOffset, start.length);
  const isStored = header.getUint16(8, true) === 0;
  const isBare = header.getUint16(26, true) === MIMETYPE_NAME.length && header.getUint16(28, true) === 0;
  return (
    header.getUint32(0, true) === 0x04034b50 &&
    isStored &&
    isBare &&
    [...MIMETYPE_NAME].every((letter, i) => start[30 + i] === letter.charCodeAt(0))
  );
}

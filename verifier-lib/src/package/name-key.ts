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

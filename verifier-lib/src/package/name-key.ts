/**
 * What names have in common that some system takes for one, without the `/` of a folder: systems fold case, each by its own
 * tables; ZFS may fold compatible characters; Windows drops points and blanks at the end of each part and what follows a
 * colon; HFS+ drops what is invisible, which people do not see either.
 */
export function nameKey(name: string): string {
  return name.replace(/\/$/, "").split("/").map(partKey).join("/");
}

/** Of one part of a path. A part that folds to one with `/` in it has the key of that path. */
export function partKey(part: string): string {
  return withoutEnd(
    part
      .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
      .replace(/:.*$/s, "")
      .normalize("NFKC")
      .toUpperCase()
      .toLowerCase()
      .normalize("NFKC"),
  );
}

/** By hand: a pattern that looks for the end tries each run of points, quadratic in a long one. */
function withoutEnd(part: string): string {
  let end = part.length;
  while (end > 0 && (part[end - 1] === "." || part[end - 1]!.trim() === "")) end--;
  return part.slice(0, end);
}

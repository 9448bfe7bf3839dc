/**
 * What names have in common that some system takes for one, without the `/` of a folder: systems fold case, each by its own
 * tables; Windows drops points and blanks at the end of each part and what follows a colon; HFS+ drops what is invisible,
 * which people do not see either.
 */
export function nameKey(name: string): string {
  return name
    .replace(/\/$/, "")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .split("/")
    .map((part) => part.replace(/:.*$/s, "").replace(/[. ]+$/, ""))
    .join("/")
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC");
}

/** Words of a POSIX shell (IEEE 1003.1, section 2.2). */

/** Placeholder for a name that is unknown or cannot be shown exactly. */
export const PLACEHOLDER_FILE = "FILE";

/** Characters that need no quotes in any shell. */
const PLAIN = /^[A-Za-z0-9_./:@%+,=][A-Za-z0-9_./:@%+,=-]*$/;
/** A terminal acts on control characters even inside quotes, and format characters make a command look different. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;
/** Longer than any file system allows. */
const MAX_LENGTH = 512;

/** Quotes a name as one word that is never read as an option. A name that cannot be quoted safely becomes `FILE`. */
export function shellWord(name: string): string {
  if (name === "" || name.length > MAX_LENGTH || UNSAFE.test(name)) return PLACEHOLDER_FILE;
  const word = name.startsWith("-") ? `./${name}` : name;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

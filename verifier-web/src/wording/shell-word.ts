/** Words of a POSIX shell (IEEE 1003.1, section 2.2). */

/** Stands where a name is not known, or could not be shown for what it is. */
export const PLACEHOLDER_FILE = "FILE";

/** Needs no quotes anywhere. */
const PLAIN = /^[A-Za-z0-9_./:@%+,=][A-Za-z0-9_./:@%+,=-]*$/;
/** A terminal acts on controls before any quote does, and a format would make the command look like another. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;
/** Longer than any name of a file system. */
const MAX_LENGTH = 512;

/** A name as one word that is never an option. What cannot be written safely is left to the reader: `FILE`. */
export function shellWord(name: string): string {
  if (name === "" || name.length > MAX_LENGTH || UNSAFE.test(name)) return PLACEHOLDER_FILE;
  const word = name.startsWith("-") ? `./${name}` : name;
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

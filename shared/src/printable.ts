/** Text made safe for terminals and spreadsheets, the word that was meant, and commands to print. */

// Makes text safe for a terminal. Names, labels and messages come from the author of a file: control
// characters, escape sequences or direction marks could rewrite the screen. Every program of this repository
// prints through these functions.

/**
 * Characters that move the cursor, colour, hide or reverse text, or break a line: C0 and C1 controls, format
 * characters including direction marks, line separators, and lone surrogates. Not the joiner between two emoji, which makes one of them.
 */
const UNPRINTABLE =
  /(?!(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line, with U+FFFD for each unprintable character. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, "\ufffd");
}

/** The same for several lines. Keeps line feeds. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/** A value as one line of JSON with unprintable characters escaped, so that it parses to the same value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, (character) =>
    Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
}

/** The word that someone who misspelt it probably meant, whatever the case of its letters; null if none is near. */
export function nearestWord(typed: string, words: readonly string[]): string | null {
  // A long word is shown to be another one by its length: the distance costs the product of both.
  if (typed.length > MAX_LENGTH) return null;
  const [nearest] = words
    .map((word) => ({
      word,
      distance: word.startsWith(typed) && typed.length > 1 ? 1 : distanceOf(typed.toLowerCase(), word),
    }))
    .sort((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(nearest.word.length / 3))
    ? nearest.word
    : null;
}

const MAX_LENGTH = 64;

/** Insertions, deletions, replacements and exchanges of neighbours (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  let before = last;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      // Before the first letter is none, which equals no letter.
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/**
 * Where a spreadsheet may see a formula: at the start of a cell, also after blanks, and after a semicolon, at which a spreadsheet
 * separates where the comma is the decimal sign.
 */
const FORMULA = /(^|; ?)(?=["\s]*[=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/**
 * A text that a spreadsheet shows as text: a formula in a hostile name could send the table away or run a program. The apostrophe is what
 * spreadsheets themselves put before such a text. Not quoted for CSV yet.
 */
export function spreadsheetText(text: string): string {
  return printable(text).replace(FORMULA, "$1'");
}

// Commands of other people's programs, as certificates, packages and the verifier's site print them. Quoting is up to
// the caller: every parameter is one or more words of a shell.

/** pipx runs a program of PyPI without installing it. */
const OTS = "pipx run --spec opentimestamps-client ots";

/** The name of the system is the same in every language. */
export interface SystemCommand {
  readonly system: "Linux" | "macOS" | "Windows";
  readonly command: string;
}

/** Beside letters and digits, what neither shell of Windows reads inside double quotes. No word begins as an option does. */
const PLAIN_ON_WINDOWS = /^[\p{L}\p{N}_.][\p{L}\p{N}\p{M}\p{Pd}_'(),.+=@&\\ ]*$/u;

/**
 * A path as one word of both shells of Windows. Null where they have no way in common to write it: PowerShell runs `$(...)`
 * inside quotes and takes curved quotes for straight ones, the other shell replaces `%...%`.
 *
 * @param path with either slash.
 */
export function windowsWord(path: string): string | null {
  const own = path.replaceAll("/", "\\");
  return PLAIN_ON_WINDOWS.test(own) ? `"${own}"` : null;
}

/** Computes the SHA-2 digest of a file with what each system brings along. */
export function fingerprintCommands(
  file: string,
  windowsFile: string,
  bits: 256 | 384 | 512 = 256,
): readonly SystemCommand[] {
  return [
    { system: "Linux", command: `sha${bits}sum ${file}` },
    { system: "macOS", command: `shasum -a ${bits} ${file}` },
    { system: "Windows", command: `certutil -hashfile ${windowsFile} SHA${bits}` },
  ];
}

/**
 * Reads an OpenTimestamps file with the client. It asks no Bitcoin node, which few people have: it prints block and
 * Merkle root to compare, and ends with status 1 because it has not looked.
 *
 * @param subject `-f` and a file, or `-d` and a digest in hexadecimal.
 */
export function timestampCommand(subject: string, timestamp: string): string {
  return `${OTS} --no-bitcoin verify ${subject} ${timestamp}`;
}

/** Shows an OpenTimestamps file step by step. */
export function timestampInfoCommand(timestamp: string): string {
  return `${OTS} info ${timestamp}`;
}

/**
 * Verifies an RFC 3161 timestamp with OpenSSL. Without `-attime` it judges the certificates by today's date and refuses
 * them once they have expired. With `-partial_chain` each certificate in `anchors` is one to trust, not only a root.
 *
 * @param subject `-data` and a file, or `-digest` and a digest in hexadecimal.
 * @param genTime the time in the timestamp.
 */
export function sealCommand(subject: string, seal: string, anchors: string, genTime: Date): string {
  const seconds = Math.floor(genTime.getTime() / 1000);
  return `openssl ts -verify ${subject} -in ${seal} -CAfile ${anchors} -partial_chain -attime ${seconds}`;
}

/** A text without visible characters: white space, the braille blank, joiners, fillers and the like. */
const INVISIBLE = /^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text shows nothing. */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Comparing the first bytes of a file. */

/** The bytes of a text of the characters 0 to 255. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function hasAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
  return true;
}

/** Enough to see what a text is; authorities put some lines before their certificates. */
export const TEXT_START = 4096;

/** The first characters, one for each byte, without a byte order mark and white space before them. */
export function textStart(start: Uint8Array): string {
  return new TextDecoder("latin1")
    .decode(start.subarray(0, TEXT_START))
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s+|^\u00ef\u00bb\u00bf/, "");
}

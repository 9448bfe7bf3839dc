/**
 * The header of a PDF file: ISO 32000-1 section 7.5.2. Viewers look for it in the first 1,024 bytes (annex H, note 13), because
 * servers, mail programs and printer drivers write lines before it.
 */

/** The header begins in front of this offset. */
const MAX_OFFSET = 1024;

const MARK = [0x25, 0x50, 0x44, 0x46, 0x2d];

/** `%PDF-1.7` */
const VERSION_LINE_BYTES = 8;

/**
 * Whether a file that starts with these bytes, 1,032 or all of a smaller file, is a PDF file. A text that only mentions a header is none: behind other bytes, the
 * header begins a line and has a version. Nor is JSON, whose strings may hold anything.
 */
export function startsAsPdf(start: Uint8Array): boolean {
  return headerOffset(start) !== null;
}

/** Offset of the first header, to which all viewers go; null if there is none. */
export function headerOffset(start: Uint8Array): number | null {
  const before = start.subarray(0, MAX_OFFSET);
  const first = before.findIndex((byte) => !BLANK.has(byte));
  if (before[first] === BRACE) return null;
  for (let at = 0; at < before.length; at++) {
    if (!MARK.every((byte, i) => start[at + i] === byte)) continue;
    if (at === 0) return at;
    const beginsLine = at === first || LINE_ENDS.has(start[at - 1]!);
    return beginsLine && hasVersion(start, at) ? at : null;
  }
  return null;
}

/** Of the versions that there are: 1.0 to 1.7 and 2.0. */
export function hasVersion(bytes: Uint8Array, header: number): boolean {
  const [major, point, minor] = bytes.subarray(header + MARK.length, header + VERSION_LINE_BYTES);
  return (major === 0x31 || major === 0x32) && point === 0x2e && minor! >= 0x30 && minor! <= 0x39;
}

const BRACE = 0x7b;
/** White space, and the bytes of a byte order mark. */
const BLANK: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);
const LINE_ENDS: ReadonlySet<number> = new Set([0x00, 0x0a, 0x0d]);

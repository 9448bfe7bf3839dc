import { Inflate } from "fflate";

/**
 * Whether a deflate stream has had its final block. The decoder does not say so; a copy of it is asked, by bytes that only
 * one that is done with lets pass: none at all, which is too early inside a block, and a block of the kind that does not
 * exist (RFC 1951 section 3.2.3), where one would begin.
 */
export function hasEnded(stream: Inflate): boolean {
  return [new Uint8Array(0), Uint8Array.of(0b111)].every((bytes) => {
    try {
      copyOf(stream).push(bytes, true);
      return true;
    } catch {
      return false;
    }
  });
}

/** All that a decoder has is in its own properties: bytes, and one object of numbers and tables that are not written to. */
function copyOf(stream: Inflate): Inflate {
  const copies = Object.entries(stream).map(([name, value]) => {
    if (name === "ondata") return [name, () => undefined];
    if (value instanceof Uint8Array) return [name, value.slice()];
    return [name, typeof value === "object" ? { ...value } : value];
  });
  return Object.assign(new Inflate(), Object.fromEntries(copies));
}

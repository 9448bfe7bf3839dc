/** Content that is not compressed, as a deflate stream: RFC 1951 section 3.2.4. */

const MAX_BLOCK_BYTES = 0xffff;
const HEADER_BYTES = 5;

/** Size of the deflate stream for this many bytes. */
export function rawBlocksBytes(sizeBytes: number): number {
  return sizeBytes + HEADER_BYTES * Math.max(1, Math.ceil(sizeBytes / MAX_BLOCK_BYTES));
}

/**
 * The deflate stream. Its blocks do not depend on how the content is split into pieces. Pieces are not copied.
 *
 * @throws RangeError when the content has another size.
 */
export async function* rawBlocks(
  content: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = sizeBytes;
  let leftOfBlock = 0;
  if (sizeBytes === 0) yield blockHeader(0, true);
  for await (const piece of content) {
    if (piece.length > left) throw new RangeError(`expected ${sizeBytes} bytes, got more`);
    for (let at = 0; at < piece.length; ) {
      if (leftOfBlock === 0) {
        leftOfBlock = Math.min(left, MAX_BLOCK_BYTES);
        yield blockHeader(leftOfBlock, leftOfBlock === left);
      }
      const part = piece.subarray(at, at + leftOfBlock);
      yield part;
      at += part.length;
      left -= part.length;
      leftOfBlock -= part.length;
    }
  }
  if (left > 0) throw new RangeError(`expected ${sizeBytes} bytes, got ${left} fewer`);
}

function blockHeader(length: number, isLast: boolean): Uint8Array {
  const complement = ~length & 0xffff;
  return Uint8Array.of(isLast ? 1 : 0, length & 0xff, length >>> 8, complement & 0xff, complement >>> 8);
}

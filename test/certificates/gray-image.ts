/** Ink on paper: 0 is white, 255 black. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
}

/** A portable graymap, binary: netpbm's PGM, magic P5. */
export function parsePgm(bytes: Buffer): GrayImage {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString("latin1"));
  if (header === null) throw new Error("expected a graymap of 8 bits");
  const [width, height] = [Number(header[1]), Number(header[2])];
  const ink = Uint8Array.from(bytes.subarray(header[0].length), (level) => 255 - level);
  if (ink.length !== width * height) throw new Error("the graymap is truncated");
  return { width, height, ink };
}

/** What one image has more than the other, both of one size. */
export function difference(image: GrayImage, without: GrayImage): GrayImage {
  if (image.width !== without.width || image.height !== without.height) throw new Error("two sizes");
  return { ...image, ink: image.ink.map((level, at) => Math.max(0, level - without.ink[at]!)) };
}

/** Its first and last row with visible ink. */
export function inkedRows({ width, height, ink }: GrayImage): readonly [first: number, last: number] {
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    ink.subarray(y * width, (y + 1) * width).some((level) => level >= VISIBLE),
  );
  return [rows[0]!, rows.at(-1)!];
}

/** The rows from one to another, both included. */
export function rowsOf({ width, ink }: GrayImage, first: number, last: number): GrayImage {
  return { width, height: last - first + 1, ink: ink.subarray(first * width, (last + 1) * width) };
}

/** Cropped to the ink. */
export function cutToInk({ width, height, ink }: GrayImage): GrayImage {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x]! < VISIBLE) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) throw new Error("expected at least one dark pixel");
  const cut = new Uint8Array((right - left + 1) * (bottom - top + 1));
  for (let y = top; y <= bottom; y++) {
    cut.set(ink.subarray(y * width + left, y * width + right + 1), (y - top) * (right - left + 1));
  }
  return { width: right - left + 1, height: bottom - top + 1, ink: cut };
}

const VISIBLE = 64;
/** Rasterisers place edges differently by up to this much. */
const MAX_SHIFT = 3;

/**
 * How much of the ink of two images overlaps, from 0 to 1, at the best shift, in the worst strip.
 * Strips are as wide as a few letters, so that one wrong letter counts as much in a long line as in
 * a short one.
 */
export function worstLikeness(a: GrayImage, b: GrayImage, stripWidth: number): number {
  let worst = 1;
  const [blurredA, blurredB] = [blur(a), blur(b)];
  for (let left = 0; left < Math.max(a.width, b.width); left += stripWidth) {
    let best = 0;
    for (let dy = -MAX_SHIFT; dy <= MAX_SHIFT; dy++) {
      for (let dx = -MAX_SHIFT; dx <= MAX_SHIFT; dx++) {
        best = Math.max(best, likeness(blurredA, blurredB, left, left + stripWidth, dx, dy));
      }
    }
    worst = Math.min(worst, best);
  }
  return worst;
}

function likeness(a: GrayImage, b: GrayImage, left: number, right: number, dx: number, dy: number): number {
  let apart = 0;
  let sum = 0;
  for (let y = -MAX_SHIFT; y < Math.max(a.height, b.height) + MAX_SHIFT; y++) {
    for (let x = left; x < right; x++) {
      const [one, other] = [inkAt(a, x, y), inkAt(b, x + dx, y + dy)];
      apart += Math.abs(one - other);
      sum += one + other;
    }
  }
  // A nearly empty strip proves nothing.
  return sum < 255 * 40 ? 1 : 1 - apart / sum;
}

function inkAt({ width, height, ink }: GrayImage, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : ink[y * width + x]!;
}

/** The mean of nine pixels, which evens out differences in anti-aliasing. */
function blur(image: GrayImage): GrayImage {
  const { width, height } = image;
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += inkAt(image, x + dx, y + dy);
      ink[y * width + x] = sum / 9;
    }
  }
  return { width, height, ink };
}

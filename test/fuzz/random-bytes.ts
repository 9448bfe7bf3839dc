import { randomIntegers } from "./random-integers.js";

/** The same bytes at every run. */
export function randomBytes(seed: number): () => number {
  const draw = randomIntegers(seed);
  return () => draw(256);
}

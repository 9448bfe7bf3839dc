/**
 * The constants of SHA-256, computed as FIPS 180-4 defines them: the first 32 bits of the fractional parts of
 * the cube roots of the first 64 primes (section 4.2.2) and of the square roots of the first 8 (section
 * 5.3.3).
 */

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) {
      primes.push(n);
    }
  }
  return primes;
}

/** The first 32 fractional bits of the `degree`-th root, as a signed integer. */
function rootFraction(radicand: number, degree: number): number {
  const power = BigInt(degree);
  const scaled = BigInt(radicand) << (32n * power);
  // Floating point provides a guess and integers the result, so the result does not depend on the engine's
  // arithmetic.
  let root = BigInt(Math.floor(radicand ** (1 / degree) * 2 ** 32));
  while (root ** power > scaled) {
    root--;
  }
  while ((root + 1n) ** power <= scaled) {
    root++;
  }
  return Number(BigInt.asIntN(32, root));
}

/** K{256}: 64 signed words (section 4.2.2). */
export const roundConstants = (): number[] => firstPrimes(64).map((prime) => rootFraction(prime, 3));

/** H(0): 8 signed words (section 5.3.3). */
export const initialState = (): number[] => firstPrimes(8).map((prime) => rootFraction(prime, 2));

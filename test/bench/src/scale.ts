/**
 * `SVC_TEST_BENCH_SCALE`, 1 without it: a share of the numbers and seconds that benchmarks of the store take, for a trial of
 * the benchmark itself. Figures count only at 1.
 */
const scale = Number(process.env["SVC_TEST_BENCH_SCALE"] ?? 1);
if (!(scale > 0 && scale <= 1))
  throw new RangeError('"SVC_TEST_BENCH_SCALE" expected a number above 0, at most 1');

export const scaled = (number: number): number => Math.max(1, Math.round(number * scale));

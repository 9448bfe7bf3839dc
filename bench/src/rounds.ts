/**
 * Measures alternatives side by side: each round runs every one of them once, so that whatever else the machine does
 * hits all alike. The median of the rounds counts.
 */
export async function medianMs<Name extends string>(
  rounds: number,
  alternatives: Readonly<Record<Name, () => unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(alternatives) as Name[];
  const timesMs = new Map<Name, number[]>(names.map((name) => [name, []]));
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      await alternatives[name]();
      if (round > 0) timesMs.get(name)!.push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(timesMs.get(name)!)])) as Record<Name, number>;
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

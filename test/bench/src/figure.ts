/** One measured figure and its reference. */
export interface Figure {
  readonly id: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  readonly reference_name: string;
  /** ours / reference. */
  readonly ratio: number;
  /** The condition on the ratio; null for a figure shown for information. */
  readonly bar: string | null;
  readonly holds: boolean | null;
}

/** A limit of the ratio: at most, or at least. */
export type Bar = { readonly atMost: number } | { readonly atLeast: number } | null;

export interface Measured {
  readonly id: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  readonly referenceName: string;
  readonly bar: Bar;
}

export function figure({ id, unit, ours, reference, referenceName, bar }: Measured): Figure {
  const ratio = ours / reference;
  return {
    id,
    unit,
    ours: rounded(ours),
    reference: rounded(reference),
    reference_name: referenceName,
    ratio: rounded(ratio),
    bar: bar === null ? null : "atMost" in bar ? `<= ${bar.atMost}` : `>= ${bar.atLeast}`,
    holds: bar === null ? null : "atMost" in bar ? ratio <= bar.atMost : ratio >= bar.atLeast,
  };
}

/** A figure that must not exceed a limit. */
export function limitFigure(of: {
  readonly id: string;
  readonly unit: string;
  readonly ours: number;
  readonly limit: number;
  /** What was measured. */
  readonly what: string;
}): Figure {
  const { id, unit, ours, limit, what } = of;
  return figure({ id, unit, ours, reference: limit, referenceName: `limit; ${what}`, bar: { atMost: 1 } });
}

/** Four significant digits: the measurement is no more precise. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

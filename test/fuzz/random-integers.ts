/** Mulberry32: the same draws in every run. @returns an integer from 0 to `below`, exclusive. */
export function randomIntegers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export type Draw = ReturnType<typeof randomIntegers>;

export function oneOf<Item>(draw: Draw, items: readonly Item[]): Item {
  return items[draw(items.length)]!;
}

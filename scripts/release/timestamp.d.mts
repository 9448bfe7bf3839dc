/** @returns for each file: its name, and the heights of blocks that it states. */
export function upgrade(
  folder: string,
  calendars: readonly string[],
): Promise<{ readonly name: string; readonly heights: readonly number[] }[]>;
export function stamp(folder: string, calendars: readonly string[], least?: number): Promise<string[]>;

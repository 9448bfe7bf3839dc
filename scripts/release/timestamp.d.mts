/** @returns for each file: its name, and the heights of blocks that it states. */
export function upgrade(
  folder: string,
  calendars: readonly string[],
): Promise<{ readonly name: string; readonly heights: readonly number[] }[]>;
export function stamp(folder: string, calendars: readonly string[], least?: number): Promise<string[]>;
/** @param options files of Bitcoin headers, addresses of explorers. */
export function verifyTimestamps(
  folder: string,
  options?: { readonly headers?: readonly string[]; readonly explorers?: readonly string[] },
): Promise<
  {
    readonly name: string;
    readonly summary: string;
    readonly isProven: boolean;
    readonly isWrong: boolean;
    readonly time?: Date;
  }[]
>;

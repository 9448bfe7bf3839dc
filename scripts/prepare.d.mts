/** @param set a name of `SETS`. @returns paths of the lockfile. */
export function packagePaths(set: string): string[];

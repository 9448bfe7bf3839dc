/** @param set `start`, `docs` or `all`. @returns paths of the lockfile. */
export function packagePaths(set: string): string[];

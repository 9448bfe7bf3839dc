/**
 * How files of the standalone form load each other: through whoever started them, so that each is checked before it runs. The
 * program that builds them puts `load` in place of every `import()`.
 */
type Load = <Module>(file: string, importIt: () => Promise<Module>) => Promise<Module>;

let loader: Load = () => Promise.reject(new Error("started without its loader"));

export function loadBy(load: Load): void {
  loader = load;
}

/** @throws Error if the file is missing, or is not the one of this version. */
export const load: Load = (file, importIt) => loader(file, importIt);

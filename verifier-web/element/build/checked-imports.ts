/** Puts the checked loader in place of every `import()` of a bundle, and tells which files each one needs. */
import type { Rolldown } from "vite";

export interface CheckedFile {
  readonly code: string;
  /** All files that are loaded with it, by their static imports; sorted. */
  readonly imports: readonly string[];
}

export interface CheckedBundle {
  readonly files: ReadonlyMap<string, CheckedFile>;
  /** The file that defines the element. */
  readonly element: string;
  /** The file that has `load`. */
  readonly loader: string;
}

const IMPORT = /\bimport\(\s*(["'`])\.\/([\w.-]+\.js)\1\s*\)/g;

/** @throws Error if an `import()` is left, or the bundle does not have the form that is expected. */
export async function checkedImports(
  chunks: readonly Rolldown.OutputChunk[],
  minify: (code: string) => Promise<string>,
): Promise<CheckedBundle> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = (name: string) => {
    const found = chunks.find((chunk) => chunk.isEntry && chunk.name === name);
    if (found === undefined) throw new Error(`the bundle has no entry ${name}`);
    return found.fileName;
  };
  const loader = entry("chunks");
  const files = new Map<string, CheckedFile>();
  for (const chunk of chunks) {
    const names = [...chunk.code.matchAll(IMPORT)].map(([, , file]) => file!);
    const isWhole = chunk.dynamicImports.every((file) => file === chunk.fileName || names.includes(file));
    if (!isWhole || /\bimport\(/.test(chunk.code.replace(IMPORT, ""))) {
      throw new Error(`${chunk.fileName} has an import() of an unknown form`);
    }
    const code = chunk.code.replace(
      IMPORT,
      (whole, _, file: string) => `__svcLoad(${JSON.stringify(file)},()=>${whole})`,
    );
    const linked = names.length === 0 ? code : `import{load as __svcLoad}from"./${loader}";${code}`;
    const imports = [...withImports(chunk.fileName, byName)].filter((name) => name !== chunk.fileName).sort();
    files.set(chunk.fileName, {
      code: await minify(linked),
      imports: names.length === 0 ? imports : [...new Set([...imports, loader])].sort(),
    });
  }
  return { files, element: entry("element"), loader };
}

function withImports(
  name: string,
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
  seen: Set<string> = new Set(),
): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of byName.get(name)?.imports ?? []) withImports(next, byName, seen);
  return seen;
}

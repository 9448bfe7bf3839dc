import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publicPackages } from "../../scripts/workspaces.mjs";

/** The workspace's folder. */
export const root: string = fileURLToPath(new URL("../..", import.meta.url));

/** An entry that has types: what the reference and the reports are made from. */
export interface EntryPoint {
  /** As imported: `@svc-proof/verifier-lib/node`. */
  readonly specifier: string;
  /** Path of its declarations. */
  readonly types: string;
  /** Its page, without the extension: `verifier-lib/node`, `verifier-lib/index` for the package itself. */
  readonly page: string;
}

/** The typed entries of all public packages. They must be built. */
export function entryPoints(): EntryPoint[] {
  return publicPackages().flatMap(({ folder, entries }) =>
    entries.flatMap(({ path, specifier, types }) =>
      types === null ? [] : [{ specifier, types, page: join(folder, path === "." ? "index" : path) }],
    ),
  );
}

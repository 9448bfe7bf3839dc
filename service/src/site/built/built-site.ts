/** A built site next to the service, the verifier or the documentation: its files and their content security policy. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Coding, ENDINGS } from "./codings.js";

export interface BuiltSite {
  /** Its files lie below this folder. */
  readonly folder: string;
  /** The pages' Content-Security-Policy, for the header. */
  readonly policy: string;
  /** By path. Nothing else is served. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Those of `files` that a sitemap names; empty if the build names none. */
  readonly pages: readonly string[];
}

export interface SiteFile {
  /** Changes with the content. */
  readonly tag: string;
  /** Available codings, best first; "identity" is the plain file. */
  readonly codings: readonly Coding[];
}

/** The build's list of its files (docs/design/site.md, docs/design/architecture.md). */
interface BuildList {
  readonly content_security_policy: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly pages?: readonly string[];
}

const BUILD_LIST = "build.json";

/**
 * @param workspace name of the workspace that builds it into its `site`. It need not be installed.
 * @returns null if the site was not built: the service runs without it.
 */
export function openBuiltSite(workspace: string): BuiltSite | null {
  let list: string;
  let text: string;
  try {
    list = createRequire(import.meta.url).resolve(`@svc-proof/${workspace}/site/${BUILD_LIST}`);
    text = readFileSync(list, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "MODULE_NOT_FOUND" || code === "ENOENT") return null;
    throw error;
  }
  const folder = dirname(list);
  const { content_security_policy, files, pages = [] } = JSON.parse(text) as BuildList;
  const codingsOf = (path: string) =>
    (Object.keys(ENDINGS) as Coding[]).filter((coding) => existsSync(join(folder, path + ENDINGS[coding])));
  // No file can hold its own hash.
  const listed = [...files, { path: BUILD_LIST, sha256: createHash("sha256").update(text).digest("hex") }];
  return {
    folder,
    policy: content_security_policy,
    pages,
    files: new Map(listed.map(({ path, sha256 }) => [path, { tag: sha256, codings: codingsOf(path) }])),
  };
}

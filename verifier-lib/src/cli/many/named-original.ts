/**
 * The original that evidence names by its own name: whoever made the pair has said which file it is. Names as tools give them:
 * `app.tar.ots`, `app.tar.svc.zip`, `app.tar.proof/proof.json`. Names by hand, such as `app.json`, make it only probable:
 * `probable-changes.ts`.
 */
import { resolve, sep } from "node:path";
import type { FileFacts } from "./file-facts.js";

const ENDING = /\.(?:ots|tsr|tst|asics|scs|asice|sce|svc\.zip)$/;
const FOLDER_ENDING = ".proof";
const PARTS_OF_FOLDER = ["proof.json", "certificate.pdf"].map((part) => `${FOLDER_ENDING}${sep}${part}`);

/** What of files is known by their paths. */
export class NamedOriginals {
  readonly #files: ReadonlyMap<string, FileFacts>;

  constructor(files: readonly FileFacts[]) {
    this.#files = new Map(files.map((file) => [resolve(file.path), file]));
  }

  /** The file that the evidence names, if it is there. Case counts: where it does not, the system shows names as they were given. */
  of({ path }: FileFacts): FileFacts | null {
    const part = PARTS_OF_FOLDER.find((ending) => path.endsWith(ending));
    const name = part === undefined ? path.replace(ENDING, "") : path.slice(0, -part.length);
    return name === path ? null : (this.#files.get(resolve(name)) ?? null);
  }
}

/**
 * Whether evidence may be about the file that it names in another way than by the file's own digest: a timestamp of a seal's token, or of
 * what other evidence is about.
 */
export function isAboutPartOf({ content }: FileFacts, named: FileFacts): boolean {
  return [named.content, named.token, named.root, named.header].includes(content);
}

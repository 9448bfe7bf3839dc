/** A copy of the sources with one language more, as somebody would add it: a file for each catalogue, and a line in each list. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "../e2e/sandbox.js";

/** For private use (ISO 639-2). */
export const MADE_UP = "qaa";
const NAME = "madeup";

const OWN_SCOPE = "@svc-proof";
/** What is not needed to compile the copy, or is made by it. */
const LEFT_OUT = /(?:^|[\\/])(?:node_modules|\.git|\.ci|dist[\\/](?:site|standalone)|screenshots)(?:$|[\\/])/;
/** Where languages are listed. */
const SOURCES = [
  "verifier-web/ui/src",
  "verifier-web/src",
  "verifier-web/element/src",
  "docs/site/src",
  "service/src",
];

export interface MadeUpCopy {
  /** Paths of the files that were added. */
  readonly added: readonly string[];
  /** Paths of the files that got a line. */
  readonly lists: readonly string[];
}

/** @param folder empty, or none yet. */
export function copyWithMadeUpLanguage(folder: string): MadeUpCopy {
  cpSync(root, folder, { recursive: true, filter: (path) => !LEFT_OUT.test(path.slice(root.length)) });
  linkModules(folder);
  const paths = SOURCES.flatMap((source) =>
    readdirSync(join(folder, source), { recursive: true, encoding: "utf8" }).map(
      (name) => `${source}/${name}`,
    ),
  ).filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|testing)\.tsx?$/.test(path));
  const added: string[] = [];
  const lists: string[] = [];
  for (const path of paths) {
    const text = readFileSync(join(folder, path), "utf8");
    if (path.endsWith("/english.ts")) {
      const own = path.replace("english.ts", `${NAME}.ts`);
      writeFileSync(join(folder, own), madeUpCatalogue(text));
      added.push(own);
    } else if (!/\/(?:spanish|german|french)\.ts$/.test(path)) {
      const listed = withMadeUp(text);
      if (listed === text) continue;
      writeFileSync(join(folder, path), listed);
      lists.push(path);
    }
  }
  return { added, lists };
}

/** Each line that is about French, once more. */
function withMadeUp(text: string): string {
  return text
    .replace(/^export const LANGUAGES = \[(.*)\]/m, `export const LANGUAGES = [$1, "${MADE_UP}"]`)
    .replace(/^(?: {2}fr: .*|import .*\bfrench\b.*)$/gm, (line) => {
      const other = line.replace(/^ {2}fr:/, `  ${MADE_UP}:`).replaceAll("french", NAME);
      return `${line}\n${other}`;
    });
}

/** The source of a catalogue with the words of English, each made unreadable. */
function madeUpCatalogue(english: string): string {
  const parts = [...english.matchAll(/^export (?:const (\w+)|\{ (\w+) \} from)/gm)].map(
    ([, own, other]) => own ?? other!,
  );
  const lines = parts.map((part) => {
    const name = part === "english" ? NAME : part;
    return `export const ${name}: typeof english.${part} = madeUp(english.${part});`;
  });
  return ['import * as english from "./english.js";', ...lines, MAKE_UP].join("\n");
}

/** Every letter is another one, except in placeholders: no word of English stays, also where a text is put into another one. */
const MAKE_UP = `
function madeUp<Texts>(texts: Texts): Texts {
  return changed(texts) as Texts;
}

function changed(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\\{\\w+\\}|[a-z]/gi, otherLetter);
  if (typeof value === "function") return (...given: unknown[]) => changed(value(...given));
  if (Array.isArray(value)) return value.map(changed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, changed(below)]));
}

function otherLetter(found: string): string {
  if (found.length > 1) return found;
  const first = found < "a" ? 65 : 97;
  return String.fromCharCode(((found.charCodeAt(0) - first + 7) % 26) + first);
}
`;

/** Third-party packages are shared; those of the workspace are the copy's. */
function linkModules(folder: string): void {
  const modules = join(root, "node_modules");
  const own = join(folder, "node_modules", OWN_SCOPE);
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name.startsWith(".") || name === OWN_SCOPE) continue;
    symlinkSync(join(modules, name), join(folder, "node_modules", name));
  }
  for (const name of readdirSync(root)) {
    const ofPackage = join(root, name, "node_modules");
    if (existsSync(ofPackage)) symlinkSync(ofPackage, join(folder, name, "node_modules"));
  }
  for (const name of readdirSync(join(modules, OWN_SCOPE)))
    symlinkSync(
      join(folder, readlinkSync(join(modules, OWN_SCOPE, name)).replace(/^(?:\.\.[\\/])+/, "")),
      join(own, name),
    );
}

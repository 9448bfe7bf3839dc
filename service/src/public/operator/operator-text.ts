/** Texts that the operator wrote, read once at start. */
import { readFileSync } from "node:fs";
import { LANGUAGES, type Language } from "@svc-proof/ui/language";
import { StartError } from "../../start-error.js";
import { renderMarkdown } from "./markdown.js";

/** Longer than any imprint or privacy notice. */
const MAX_BYTES = 200_000;
const PLACEHOLDER = "{lang}";

export interface OperatorText {
  /** Null if the operator does not say which it is. */
  readonly language: Language | null;
  readonly title: string | null;
  /** Made from the operator's text, without markup of its own. */
  readonly html: string;
}

/** For a reader's language: the text in it, or one in another language. Null if the operator gave none. */
export type OperatorTexts = (language: Language) => OperatorText | null;

/**
 * @param path null for none. `{lang}` stands for a language.
 * @throws StartError when there is no such file, or it is not readable text.
 */
export function readOperatorTexts(setting: string, path: string | null): OperatorTexts {
  if (path === null) return () => null;
  if (!path.includes(PLACEHOLDER)) {
    const text = shown(read(setting, path), path, null);
    return () => text;
  }
  const texts = new Map<Language, OperatorText>();
  for (const language of LANGUAGES) {
    const file = path.replaceAll(PLACEHOLDER, language);
    const text = read(setting, file, true);
    if (text !== null) texts.set(language, shown(text, file, language));
  }
  if (texts.size === 0) throw new StartError(`${setting}: expected at least one file ${path}, got none`);
  const other = texts.get("en") ?? [...texts.values()][0]!;
  return (language) => texts.get(language) ?? other;
}

function read(setting: string, path: string): string;
function read(setting: string, path: string, mayBeMissing: true): string | null;
function read(setting: string, path: string, mayBeMissing = false): string | null {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (mayBeMissing && code === "ENOENT") return null;
    throw new StartError(`${setting}: cannot read ${JSON.stringify(path)} (${code ?? "unknown error"})`);
  }
  if (bytes.length > MAX_BYTES) {
    throw new StartError(
      `${setting}: expected at most ${MAX_BYTES} bytes in ${JSON.stringify(path)}, got ${bytes.length}`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new StartError(`${setting}: expected UTF-8 in ${JSON.stringify(path)}`);
  }
}

function shown(text: string, path: string, language: Language | null): OperatorText {
  if (/\.md$/i.test(path)) return { language, ...renderMarkdown(text) };
  const paragraphs = text.split(/\r?\n(?:[ \t]*\r?\n)+/).filter((part) => part.trim() !== "");
  return { language, title: null, html: paragraphs.map(paragraph).join("") };
}

/** Lines stay lines, as in an address. */
function paragraph(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  return `<p>${lines.map((line) => line.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)).join("<br>")}</p>`;
}

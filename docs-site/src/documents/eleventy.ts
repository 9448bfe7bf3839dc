/** The part of Eleventy that the build uses; it has no types of its own. */
// @ts-expect-error: no types
import untyped from "@11ty/eleventy";

export interface EleventyConfig {
  setQuietMode(isQuiet: boolean): void;
  setUseGitIgnore(isUsed: boolean): void;
  setTemplateFormats(formats: readonly string[]): void;
  setLibrary(name: "md", library: { readonly render: (text: string, data: DocumentData) => string }): void;
  addTemplate(path: string, content: string, data?: Readonly<Record<string, unknown>>): void;
  readonly ignores: { add(glob: string): void };
}

/** Front matter, and where the document is. */
export interface DocumentData {
  /** Path from the folder in which the program runs: `./docs/tour.md`. */
  readonly page: { readonly inputPath: string };
  readonly title?: unknown;
  readonly description?: unknown;
  readonly lang?: unknown;
  /** Of a document that is not below the input folder: its path from the repository's root. */
  readonly source?: unknown;
}

interface Builder {
  /** Renders everything and writes nothing. */
  toJSON(): Promise<unknown>;
}

export const Eleventy: new (
  input: string,
  output: string,
  options: {
    readonly configPath: false | undefined;
    readonly quietMode: boolean;
    readonly config: (config: EleventyConfig) => { readonly markdownTemplateEngine: false };
  },
) => Builder = untyped;

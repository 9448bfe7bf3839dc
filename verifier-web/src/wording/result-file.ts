import type { PageTexts } from "../texts/page/english.js";

/** A file that a result is based on. */
export interface ResultFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly role: keyof PageTexts["roles"];
}

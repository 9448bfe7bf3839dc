import type { PageTexts } from "../texts/page/page-texts.js";

/** A file that went into a result. */
export interface ResultFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly role: keyof PageTexts["roles"];
}

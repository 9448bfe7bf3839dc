/** A file as it comes in. */
export interface IncomingFile {
  readonly file: File;
  /** Whether a person chose it by itself, and did not find it in a folder, or have it fetched. */
  readonly isChosen: boolean;
}

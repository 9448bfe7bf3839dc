/** A new file. */
export interface IncomingFile {
  readonly file: File;
  /** Whether the user chose it individually, not as part of a folder or by a link. */
  readonly isChosen: boolean;
}

/** A new file. */
export interface IncomingFile {
  readonly file: File;
  /** Its name, below the folder that was given if there is one: `folder/below/name.txt`. Default: its name. */
  readonly path?: string;
  /** Whether the user chose it individually, not as part of a folder or by a link. */
  readonly isChosen: boolean;
}

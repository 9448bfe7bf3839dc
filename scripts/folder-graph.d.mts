/** Members of one folder that depend on each other, and the imports by which they do. */
export interface FolderCircle {
  /** Below the sources; "" for the sources themselves. */
  readonly parent: string;
  readonly members: readonly string[];
  /** As `importer -> imported`, paths below the sources. */
  readonly imports: readonly string[];
}

export function folderCircles(folder: string): FolderCircle[];
export function circleText(folder: string, circle: FolderCircle): string;

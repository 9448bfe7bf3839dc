/** Where a command prints. */
export interface Output {
  readonly isJson: boolean;
  /** Columns of the terminal; null if the output is not one. */
  readonly columns: number | null;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
  /** For people, beside the output. */
  note(text: string): void;
}

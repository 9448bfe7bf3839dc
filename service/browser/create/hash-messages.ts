/** What the page and its worker that hashes tell each other. */

export type HashRequest =
  | { readonly id: number; readonly file: Blob }
  | { readonly id: number; readonly file: null };

export type HashAnswer =
  | { readonly id: number; readonly doneBytes: number }
  | { readonly id: number; readonly hash: string }
  | { readonly id: number; readonly error: string; readonly isUnreadable: boolean };

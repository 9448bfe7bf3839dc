/** A proof whose evidence is wanted. */
import type { FileIdentity } from "../hashing/hash-unchanged.js";
import type { FileResult } from "../results/result.js";

export interface Wanted {
  /** Of the file; null for a proof that was named by its identifier. */
  readonly path: string | null;
  /** Where the evidence belongs. */
  readonly place: string;
  readonly id: string;
  readonly hash: string;
  /** Of the file when it was hashed; null if that is not known. */
  readonly identity: FileIdentity | null;
  /** Language of the certificate; null for none. */
  readonly certificate: string | null;
  /** What went wrong besides, such as a seal that was refused. */
  readonly problem: Pick<FileResult, "outcome" | "error"> | null;
  /** Called when the evidence is where it belongs, or never will be. */
  settled(): void;
}

/** Texts for several results at once. `{…}` are placeholders (`fill`). */
import type { Plural } from "@svc-proof/ui/language";

export interface ListTexts {
  readonly ask: {
    readonly heading: Plural;
    readonly ask: string;
    readonly sources: string;
    /** While sources are asked. */
    readonly open: Plural;
    readonly stop: string;
  };
  readonly report: {
    readonly heading: string;
    readonly lead: string;
    readonly csv: string;
    /** Of the printed list. */
    readonly title: Plural;
  };
  readonly columns: { readonly outcome: string; readonly file: string; readonly ground: string };
  /** Files that are probably changed versions of an original. */
  readonly changed: {
    readonly heading: string;
    /** In the row of a proof; of a file. */
    readonly ofProof: string;
    readonly ofFile: string;
    /** Beside a proof, about a file. */
    readonly fileByName: string;
    readonly fileBySize: string;
    /** Beside a file, about a proof. */
    readonly proofByName: string;
    readonly proofBySize: string;
    /** Beside a proof; beside a file. */
    readonly compareFile: string;
    readonly compareProof: string;
  };
}

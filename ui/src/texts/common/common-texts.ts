/** Words that every page with a verdict needs, also before there is one. `{…}` are placeholders (`fill`). */
import type { Plural } from "../../language/index.js";
import type { ShownOutcome } from "../../outcome/index.js";

export interface CommonTexts {
  readonly progress: {
    /** `{done}` of `{total}`. */
    readonly amount: string;
    /** Where the total is not known. */
    readonly done: string;
    readonly rate: string;
    readonly secondsLeft: Plural;
    readonly minutesLeft: Plural;
    readonly nearlyDone: string;
  };
  readonly outcomes: Readonly<Record<ShownOutcome, string>>;
  readonly loading: string;
  readonly loadingFailed: string;
  /** Without `crypto.subtle`: at an address that browsers do not call secure. */
  readonly insecure: string;
  readonly copy: string;
  readonly copied: string;
}

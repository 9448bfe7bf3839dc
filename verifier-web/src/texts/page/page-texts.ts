/** Texts that are needed before there is a result. `{…}` are placeholders (`fill`). */

import type { EndpointFault } from "@svc-proof/ui/asking";
import type { Plural } from "@svc-proof/ui/language";
import type { CommonTexts } from "@svc-proof/ui/texts/common/common-texts";
import type { FileRole, Item, ItemPhase, ProblemCode } from "../../model.js";
import type { UpdateTexts } from "../../offline/update-notice.js";

export interface PageTexts extends CommonTexts {
  /** The clock says a day before this page was made. */
  readonly clockBehind: string;
  /** Of the window, and the name of the site. */
  readonly title: string;
  readonly skipToContent: string;
  readonly language: string;
  readonly theme: {
    readonly label: string;
    readonly system: string;
    readonly light: string;
    readonly dark: string;
  };
  readonly settings: string;
  readonly landing: {
    readonly heading: string;
    readonly lead: string;
    /** The offer of a file to try the page with. */
    readonly sample: { readonly lead: string; readonly button: string; readonly what: string };
    /** How a proof works, in the three steps of the picture. */
    readonly steps: string;
    readonly stepList: readonly { readonly name: string; readonly what: string }[];
    /** What a reader may give, in the order of the page. */
    readonly give: string;
    readonly gives: readonly { readonly name: string; readonly what: string }[];
    readonly how: string;
    readonly hows: readonly { readonly name: string; readonly what: string }[];
  };
  readonly privacy: {
    /** One line under the drop zone. */
    readonly short: string;
    readonly heading: string;
    readonly stays: string;
    readonly policy: string;
    readonly tryOffline: string;
    /** What was sent so far. */
    readonly nothingSent: string;
    readonly sentTo: string;
  };
  readonly intake: {
    readonly drop: string;
    readonly dropNow: string;
    readonly more: string;
    readonly chooseFiles: string;
    readonly chooseFolder: string;
    readonly typed: string;
    readonly typedHint: string;
    /** What the button does with a number, and with a fingerprint. */
    readonly typedFetch: string;
    readonly typedCompare: string;
    readonly arriving: Plural;
  };
  readonly items: {
    readonly heading: string;
    readonly verified: Plural;
    readonly failed: Plural;
    readonly indeterminate: Plural;
    readonly soFar: Plural;
    readonly refused: Plural;
    readonly working: Plural;
    /** Originals without a proof, headers without a timestamp. */
    readonly waiting: Plural;
    readonly incomplete: string;
    readonly retry: string;
    readonly all: string;
    readonly search: string;
    readonly back: string;
    readonly remove: string;
    readonly clear: string;
    readonly cancel: string;
    readonly empty: string;
    readonly keys: string;
  };
  readonly phases: Readonly<Record<ItemPhase, string>>;
  /** What a reader might add, where there is nothing to verify yet. */
  readonly wanted: Readonly<Record<NonNullable<Item["wanted"]>, string>>;
  readonly problems: Readonly<Record<ProblemCode, string>>;
  readonly roles: Readonly<Record<FileRole, string>>;
  readonly update: UpdateTexts;
  readonly sources: {
    readonly heading: string;
    readonly lead: string;
    readonly oneALine: string;
    readonly reset: string;
    readonly save: string;
    readonly none: string;
    readonly faults: Readonly<Record<EndpointFault, string>>;
  };
  readonly close: string;
  readonly footer: {
    readonly version: string;
    readonly build: string;
    readonly files: string;
    readonly single: string;
    readonly isKept: string;
    readonly about: string;
  };
}

/** Words that only the element has. `{…}` are placeholders (`fill`). */
import type { VerifierErrorCode } from "../model/verifier-error.js";

type Part = "evidence" | "original";

export interface ElementTexts {
  /** Name of the region, for screen readers. */
  readonly label: string;
  readonly idle: string;
  readonly fetching: Readonly<Record<Part, string>>;
  /** Beside the button that chooses the original. */
  readonly drop: string;
  readonly dropNow: string;
  readonly other: string;
  /** Takes the chosen file away again. */
  readonly back: string;
  /** After an error about the original. */
  readonly without: string;
  /** After an error. */
  readonly nothing: string;
  /** `{sources}` are the hosts that were asked. */
  readonly asked: string;
  /** From `{host}`, where `{from}` led. */
  readonly redirected: Readonly<Record<Part, string>>;
  /** The first result, before its date is verified: what holds so far. `{file}` is the original. */
  readonly links: { readonly holds: string; readonly holdsFile: string };
  /** `{host}`, `{status}`, and `{max}`, a size. */
  readonly errors: Readonly<
    Record<Part, Readonly<Record<Exclude<VerifierErrorCode, "file_unreadable">, string>>>
  >;
}

import type { Check, Report } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "@svc-proof/verifier-web/ui/asking";
import type { VerifierError, VerifierPhase } from "./verifier-error.js";

/** What an element shows at one moment, as a plain value. */
export interface Shown {
  readonly phase: VerifierPhase;
  /** While `loading`, and while `hashing`. */
  readonly progress: Progress | null;
  /** While another original is compared, the previous one. */
  readonly verdict: Verdict | null;
  /** What is known before the time sources are: the checks of the proof and of its original. Null once there is a verdict. */
  readonly links: readonly Check[] | null;
  readonly evidence: FileFacts | null;
  /** The original that is read now; not that of `verdict`. */
  readonly original: FileFacts | null;
  /** Whether the reader chose it. */
  readonly isChosen: boolean;
  /** Why there is no verdict. */
  readonly error: VerifierError | null;
  /** Why the original is not compared. */
  readonly originalError: VerifierError | null;
  readonly redirects: readonly Redirect[];
  /** Sources that may be asked and could add to the report; empty unless the page allows it. */
  readonly askable: readonly EndpointGroup[];
  /** Hosts that were asked. */
  readonly asked: readonly string[];
}

/** A report with the files that it is about: it says nothing of any other. */
export interface Verdict extends Pick<Shown, "original" | "isChosen" | "originalError" | "redirects"> {
  readonly report: Report;
}

export interface Progress {
  readonly part: "evidence" | "original";
  readonly doneBytes: number;
  readonly totalBytes: number | null;
}

export interface FileFacts {
  /** Hostile text of at most 255 characters. */
  readonly name: string;
  /** Null while it is read from the network. */
  readonly sizeBytes: number | null;
}

export interface Redirect {
  readonly part: "evidence" | "original";
  readonly from: string;
  readonly to: string;
}

export const NOTHING_SHOWN: Shown = {
  phase: "idle",
  progress: null,
  verdict: null,
  links: null,
  evidence: null,
  original: null,
  isChosen: false,
  error: null,
  originalError: null,
  redirects: [],
  askable: [],
  asked: [],
};

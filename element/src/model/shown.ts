/** What an element shows at one moment, as a plain value. */
import type { EndpointGroup } from "@svc-proof/ui/asking";
import type { Check, Report } from "@svc-proof/verifier-lib";
import type { VerifierError } from "./verifier-error.js";
import type { VerifierPhase } from "./verifier-phase.js";

export interface Shown {
  readonly phase: VerifierPhase;
  /** While `loading`, and while `hashing`. */
  readonly progress: Progress | null;
  /** While something is verified again, the previous report. */
  readonly report: Report | null;
  /** What is known before the time sources are: the checks of the proof and of its original. Null once there is a report. */
  readonly links: readonly Check[] | null;
  readonly evidence: FileFacts | null;
  /** The original that was compared or is read. */
  readonly original: FileFacts | null;
  /** Whether the reader chose it. */
  readonly isChosen: boolean;
  /** Why there is no report. */
  readonly error: VerifierError | null;
  /** Why the original was not compared. */
  readonly originalError: VerifierError | null;
  readonly redirects: readonly Redirect[];
  /** Sources that may be asked and could add to the report; empty unless the page allows it. */
  readonly askable: readonly EndpointGroup[];
  /** Hosts that were asked. */
  readonly asked: readonly string[];
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
  report: null,
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

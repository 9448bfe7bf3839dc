/** What is shown, and its errors. */
import type { EndpointGroup } from "@svc-proof/ui/asking";
import type { Check, Report } from "@svc-proof/verifier-lib";

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

/** Why there is no verdict, or none about the original. It says nothing about the proof. */
export type VerifierErrorCode =
  /** The address cannot be fetched: not http(s), blob or data, or with credentials in it. */
  | "address_not_allowed"
  /** No connection, or the server or a policy of the page does not allow it. */
  | "unreachable"
  /** The server answered with an error. `status`. */
  | "refused"
  /** The service has not finished the proof (status 202). */
  | "not_ready"
  /** No answer, or no further bytes, in time. */
  | "timeout"
  /** Larger than allowed. `maxBytes`. */
  | "too_large"
  /** A web page, or nothing, in place of evidence. */
  | "not_evidence"
  /** A file could not be read: changed, moved or locked since it was chosen. */
  | "file_unreadable"
  /** A part of the verifier could not be loaded, or is not the one of this version. */
  | "not_loaded";

/** Detail of the event `svc-proof-error`. */
export interface VerifierErrorDetail {
  readonly code: VerifierErrorCode;
  /** What could not be used. Without the original, the evidence is verified all the same. */
  readonly part: "evidence" | "original";
  /** Host that was asked; null for a file. */
  readonly host: string | null;
  /** Status of the answer, if there was one. */
  readonly status: number | null;
  /** Limit of `too_large`, in bytes. */
  readonly maxBytes: number | null;
}

export class VerifierError extends Error implements VerifierErrorDetail {
  override readonly name = "VerifierError";
  readonly code: VerifierErrorCode;
  readonly part: "evidence" | "original";
  readonly host: string | null;
  readonly status: number | null;
  readonly maxBytes: number | null;

  constructor(
    code: VerifierErrorCode,
    part: "evidence" | "original",
    {
      host = null,
      status = null,
      maxBytes = null,
      cause,
    }: Partial<Pick<VerifierErrorDetail, "host" | "status" | "maxBytes">> & { readonly cause?: unknown } = {},
  ) {
    super(`${part}: ${code}`, { cause });
    this.code = code;
    this.part = part;
    this.host = host;
    this.status = status;
    this.maxBytes = maxBytes;
  }
}

/**
 * - `idle`: no evidence is named. `loading`: it is fetched. `hashing`: the original is read. `verifying`: without a network.
 * - `asking`: sources on the network. `done`: see `report`. `failed`: see `error`; it says nothing about the proof.
 */
export type VerifierPhase = "idle" | "loading" | "hashing" | "verifying" | "asking" | "done" | "failed";

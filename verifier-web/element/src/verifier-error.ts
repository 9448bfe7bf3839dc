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

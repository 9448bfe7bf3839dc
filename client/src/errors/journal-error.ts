import { ClientError } from "./client-error.js";

/**
 * - `journal_malformed`: not a journal, or changed by something else.
 * - `journal_of_another_account`: begun with another address or key.
 * - `journal_too_large`: more than the limit of entries or bytes.
 * - `journal_not_a_file`: a folder, link, device or pipe.
 * - `journal_in_use`: another process has it open.
 */
export type JournalErrorCode =
  | "journal_malformed"
  | "journal_of_another_account"
  | "journal_too_large"
  | "journal_not_a_file"
  | "journal_in_use";

/** A journal that must not be continued. */
export class JournalError extends ClientError {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

import { ClientError } from "./client-error.js";

/**
 * - `redirected`: the service points elsewhere. The client follows nowhere, because the key would go along.
 * - `too_large`: more bytes than such an answer can have.
 * - `not_json`, `wrong_shape`: not what the API's document promises.
 * - `unexpected_status`: a status that the API's document does not have.
 * - `wrong_proof`: the answer is about another proof or another fingerprint.
 */
export type AnswerErrorCode =
  | "redirected"
  | "too_large"
  | "not_json"
  | "wrong_shape"
  | "unexpected_status"
  | "wrong_proof";

/** An answer that the API does not have: another service, a proxy, or a hostile one. */
export class AnswerError extends ClientError {
  override readonly name = "AnswerError";
  readonly code: AnswerErrorCode;
  readonly status: number;

  constructor(code: AnswerErrorCode, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** The fields of a posted form: `application/x-www-form-urlencoded`, WHATWG URL section 5. */

import { ApiError } from "../api-error.js";

/** A form has fewer fields; a list of check boxes counts each. */
const MAX_FIELDS = 1_100;

export class FormFields {
  readonly #fields: URLSearchParams;

  /** @throws ApiError `invalid_request` for too many fields. */
  constructor(text = "") {
    this.#fields = new URLSearchParams(text);
    if (this.#fields.size > MAX_FIELDS) {
      throw new ApiError("invalid_request", `a form expected at most ${MAX_FIELDS} fields`);
    }
  }

  /** The trimmed text of a field, in NFC; empty if it is missing. The last one counts. */
  text(name: string): string {
    return (this.#fields.getAll(name).at(-1) ?? "").normalize("NFC").trim();
  }

  /** Whether a box is checked, or a button with that name was pressed. */
  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** All values of a field, as sent. */
  all(name: string): readonly string[] {
    return this.#fields.getAll(name);
  }
}

/** What the public routes of a proof answer in common: docs/interface.md, `GET /proof/{id}.json`. */

import { json } from "../openapi/answers.js";
import type { Answers } from "../openapi/api-route.js";
import { PUBLIC_ERROR } from "./proof-schemas.js";

/** `Retry-After`, in seconds, for a resource that does not exist yet. */
export const NOT_READY_RETRY_SECONDS = 60;

const publicError = (description: string) => ({ description, content: json(PUBLIC_ERROR) });

/** Errors, in place of the API's body `{error: string}`. */
export const publicErrorAnswers: Answers = {
  400: publicError("The id is not a UUID."),
  404: publicError("It does not exist."),
  503: publicError("An internal service does not answer. Retry later."),
};

/** Answers that the public routes of a proof share: docs/interface.md, `GET /proof/{id}.json`. */

import { json } from "../openapi/answers.js";
import type { Answers } from "../openapi/api-route.js";
import { PUBLIC_ERROR } from "./proof-schemas.js";

/** `Retry-After`, in seconds, for a resource that does not exist yet. */
export const NOT_READY_RETRY_SECONDS = 60;

const publicError = (description: string) => ({ description, content: json(PUBLIC_ERROR) });

/** Errors with the body `{error: string}` instead of the API's. */
export const publicErrorAnswers: Answers = {
  400: publicError("The id is not a UUID."),
  404: publicError("It does not exist."),
  503: publicError("An internal service does not answer. Retry later."),
};

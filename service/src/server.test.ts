/** Answers when the store is unavailable. server.test.ts covers all other errors. */

import { server } from "@hapi/hapi";
import { expect, it } from "vitest";
import { BASE_PATH } from "./http/site.js";
import { createLog } from "./log.js";
import { answerError } from "./server.js";
import { StoreUnavailableError } from "./store/store.js";

const PROOF_ID = "0199d3a0-1d2e-7c3f-8a4b-5c6d7e8f9a0b";

const log = createLog("silent");

it.each([
  ["names a proof that may have been made", { proofId: PROOF_ID }, { proof_id: PROOF_ID }],
  ["names none where none was made", {}, {}],
])("a 503 %s", async (_, details, fields) => {
  const api = server();
  api.ext("onPreResponse", (request, h) => answerError(request, h, log));
  api.route({
    method: "POST",
    path: `${BASE_PATH}/proofs`,
    handler: () => {
      throw new StoreUnavailableError("the store at 10.0.0.1 is gone", details);
    },
  });
  const { statusCode, result } = await api.inject({ method: "POST", url: `${BASE_PATH}/proofs` });
  expect(statusCode).toBe(503);
  expect(result).toEqual({
    error: {
      code: "unavailable",
      message: "an internal service does not answer: try again later",
      ...fields,
    },
  });
});

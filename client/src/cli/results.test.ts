import { describe, expect, test } from "vitest";
import { ApiError } from "../index.js";
import { problemOf } from "./results.js";

describe("problem of", () => {
  const gateway = (status: number) =>
    problemOf(
      new ApiError({
        ...{ status, code: "gateway", message: `the service answers ${status} without saying why` },
        ...{ requestId: null, retryAfterSeconds: null, details: {} },
      }),
    );

  test("an answer that is not the service's is not called too many requests", () => {
    expect(gateway(404)).toEqual({
      outcome: "refused",
      error: {
        code: "gateway",
        message: "the service answers 404 without saying why: is this the address of the service?",
      },
    });
    expect(gateway(502)).toEqual({
      outcome: "unreachable",
      error: {
        code: "gateway",
        message: "the service answers 502 without saying why; run the same command again later",
      },
    });
  });
});

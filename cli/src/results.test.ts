import { ApiError } from "@svc-proof/client";
import { describe, expect, test } from "vitest";
import { EXIT, type ExitStatus, problemOf, worseOf } from "./results.js";

describe("exit status", () => {
  test("of several, the worst counts: 5, 4, 3, 1, 2", () => {
    const best: readonly ExitStatus[] = [0, 2, 1, 3, 4, 5];
    for (const [i, better] of best.entries())
      for (const worse of best.slice(i)) {
        expect(worseOf(better, worse)).toBe(worse);
        expect(worseOf(worse, better)).toBe(worse);
      }
    expect([...Object.values(EXIT)].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

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

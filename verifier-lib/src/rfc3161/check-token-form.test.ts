import { expect, test } from "vitest";
import { checkTokenForm } from "./check-token.js";
import type { TimestampToken } from "./token.js";

const SHA_256 = "2.16.840.1.101.3.4.2.1";
const form = (digestAlgorithms: readonly string[]) =>
  checkTokenForm({
    signer: { digestAlgorithm: { oid: SHA_256 } },
    digestAlgorithms,
  } as unknown as TimestampToken);

test("the form of a token: the hash of the signer is announced", () => {
  expect(form(["1.2.3", SHA_256])).toBeNull();
  expect(form(["1.2.3"])).toMatchObject({ status: "failed", code: "digest_algorithm_mismatch" });
});

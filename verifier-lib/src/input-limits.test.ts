import { expect, test } from "vitest";
import { INPUT_LIMITS } from "./input-limits.js";

test("each kind of input that is read whole has a limit", () => {
  expect(INPUT_LIMITS).toEqual({
    "svc-proof/2": 65_536,
    "certificate-pdf": expect.any(Number),
    opentimestamps: 131_072,
    rfc3161: 1_048_576,
    "evm-witness": 1_048_576,
    headers: 9_437_184,
    certificates: expect.any(Number),
    trustList: 8_388_608,
    crl: 8_388_608,
    ocspResponse: 131_072,
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { digestOf } from "../rfc3161/token.js";
import { integer, sequence } from "../rfc3161/token.testing.js";
import { verifyTimestamp } from "../rfc3161/verify-timestamp.js";
import { Work } from "../work/work.js";
import { CONTENT, tokenOf, UNKNOWN_IMPRINT } from "./container.testing.js";
import { prepareSeal } from "./create-asic.js";

const HASH = { algorithm: "SHA-256", digest: digestOf("SHA-256", CONTENT) } as const;
let token: Uint8Array;
let response: Uint8Array;
beforeAll(async () => {
  token = await tokenOf("SHA-256");
  response = sequence(sequence(integer("00")), token);
});

test("a sound seal is ready, and knows the file that it was made over", async () => {
  for (const seal of [token, response]) {
    const prepared = await prepareSeal(seal, [], new Work());
    expect(Buffer.from(prepared.token).equals(token)).toBe(true);
    expect(prepared.algorithm).toBe("SHA-256");
    expect(() => prepared.expect(HASH.digest)).not.toThrow();
    expect(() => prepared.expect(digestOf("SHA-256", new Uint8Array()))).toThrow(
      expect.objectContaining({ code: "imprint_mismatch" }),
    );
  }
});

test("a hash that the file cannot be compared by is refused by its name", async () => {
  await expect(prepareSeal(await tokenOf("SHA-1"), [], new Work())).rejects.toMatchObject({
    code: "hash_too_weak",
    message: "the timestamp uses SHA-1",
  });
  await expect(prepareSeal(await tokenOf(UNKNOWN_IMPRINT), [], new Work())).rejects.toMatchObject({
    code: "algorithm_unsupported",
    message: "the hash 1.2.3.4.5 is not known",
  });
});

describe("the budget", () => {
  test("pays for reading the seal, too", async () => {
    const ofCheck = new Work();
    await verifyTimestamp({ token, imprint: HASH, anchors: [], intermediates: [], work: ofCheck });
    for (const seal of [token, response]) {
      const work = new Work();
      await prepareSeal(seal, [], work);
      expect(work.left).toBeLessThan(ofCheck.left);
    }
  });

  test("may be used up", async () => {
    await expect(prepareSeal(token, [], new Work({ units: 0 }))).rejects.toMatchObject({
      code: "work_limit_exceeded",
    });
  });
});

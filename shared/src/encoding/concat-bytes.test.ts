import { expect, test } from "vitest";
import { concatBytes } from "./concat-bytes.js";

test("parts follow each other, in bytes of their own", () => {
  const part = Uint8Array.of(1, 2);
  const bytes = concatBytes([part, new Uint8Array(), Uint8Array.of(3)]);
  expect(bytes).toEqual(Uint8Array.of(1, 2, 3));
  part[0] = 9;
  expect(bytes[0]).toBe(1);
  expect(concatBytes([])).toEqual(new Uint8Array());
});

import { expect, test } from "vitest";
import { bytesText } from "./language.js";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1_234_567, "1.23 MB"],
  [10_000_000_000, "10 GB"],
  [5e15, "5,000 TB"],
])("%d bytes are %s", (bytes, text) => {
  expect(bytesText(bytes, "en")).toBe(text);
});

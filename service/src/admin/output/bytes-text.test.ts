import { expect, it } from "vitest";
import { bytesText } from "./bytes-text.js";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [50_000_000, "50.0 MB"],
  [5_000_000_000, "5.0 GB"],
  [1e15, "1.0 PB"],
  [1e21, "1000000.0 PB"],
])("%i bytes are %s", (bytes, text) => expect(bytesText(bytes)).toBe(text));

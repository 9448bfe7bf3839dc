import { test } from "vitest";
import { expectGenerated } from "../expect-generated.js";

test("the files are what the program beside them writes, byte for byte", () => {
  expectGenerated(new URL(".", import.meta.url));
});

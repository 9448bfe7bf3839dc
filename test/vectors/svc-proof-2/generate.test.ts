import { test } from "vitest";
import { expectGenerated } from "../expect-generated.js";

test("the files are the output of the program beside them, byte for byte", () => {
  expectGenerated(new URL(".", import.meta.url));
});

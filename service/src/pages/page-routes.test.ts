import { expect, test } from "vitest";
import { ownPath } from "./page-routes.js";

test.each(["/", "/dashboard", "/dashboard/proofs?text=a%20b&x=1", `/${"a".repeat(1_999)}`])(
  "%s is of this site",
  (path) => expect(ownPath(path)).toBe(path),
);

test.each([
  null,
  "",
  "dashboard",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "/a\r\nset-cookie: x",
  "/ä",
  `/${"a".repeat(2_000)}`,
])("%j is not", (path) => expect(ownPath(path)).toBeNull());

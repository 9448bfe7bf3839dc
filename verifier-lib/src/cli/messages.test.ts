import { expect, test } from "vitest";
import { captured } from "./captured.testing.js";
import { complain, reasonOf } from "./messages.js";

test.each([
  [Object.assign(new Error("ENOENT: no such file, open 'x'"), { code: "ENOENT" }), "no such file"],
  [Object.assign(new Error("EISDIR: x"), { code: "EISDIR" }), "is a directory"],
  [Object.assign(new Error("EACCES: x"), { code: "EACCES" }), "permission denied"],
  [Object.assign(new Error("EIO: i/o error"), { code: "EIO" }), "EIO: i/o error"],
  [new Error("too long"), "too long"],
  ["thrown", "thrown"],
])("%j: %s", (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

test("a complaint is one line of standard error, whatever is in it", async () => {
  const { stdout, stderr } = await captured(async () => {
    complain("a\nb\u001b[2J");
    return 0;
  });
  expect([stdout, stderr]).toEqual(["", "svc-verify: a\ufffdb\ufffd[2J\n"]);
});

import type { Report } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { givenOriginal } from "./given-original.js";

const reportOf = (...inputs: object[]) => ({ inputs }) as unknown as Report;
const PACKED = { kind: "original", origin: "package", name: "original/Übersicht 1.pdf" };

test("a file that was given, also beside one in a package", () => {
  const files = [
    { name: "evidence.zip", role: "package" },
    { name: "mine.pdf", role: "original" },
  ];
  expect(givenOriginal(files, reportOf(PACKED))).toEqual({ name: "mine.pdf", isPacked: false });
});

test("one in the package, without its folder there", () => {
  expect(givenOriginal([{ name: "evidence.zip", role: "package" }], reportOf(PACKED))).toEqual({
    name: "Übersicht 1.pdf",
    isPacked: true,
  });
});

test("neither", () => {
  const inputs = [{ kind: "content_hash", origin: "caller", name: null }];
  expect(givenOriginal([{ name: "proof.json", role: "proof" }], reportOf(...inputs))).toBeNull();
});

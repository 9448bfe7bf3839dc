import { expect, test } from "vitest";
import { isArray, isCount, isDictionary, isReference, isStream, nameOf, type PdfValue } from "./pdf-value.js";

const VALUES: readonly (readonly [kind: string, value: PdfValue | undefined])[] = [
  ["nothing", undefined],
  ["null", null],
  ["true", true],
  ["count", 0],
  ["count", 5],
  ["number", -1],
  ["number", 1.5],
  ["number", 2 ** 53],
  ["string", Uint8Array.of(1)],
  ["name", { name: "a" }],
  ["reference", { object: 1, generation: 0 }],
  ["stream", { dictionary: new Map(), start: 0 }],
  ["array", [1]],
  ["dictionary", new Map([["object", 1]])],
];

test.each(VALUES)("%s: %s is of one kind", (kind, value) => {
  expect({
    array: isArray(value),
    count: isCount(value),
    dictionary: isDictionary(value),
    name: nameOf(value) === "a",
    reference: isReference(value),
    stream: isStream(value),
  }).toEqual({
    array: false,
    count: false,
    dictionary: false,
    name: false,
    reference: false,
    stream: false,
    ...(["nothing", "null", "true", "number", "string"].includes(kind) ? {} : { [kind]: true }),
  });
  if (kind !== "name") expect(nameOf(value)).toBeUndefined();
});

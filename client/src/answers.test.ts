import { expect, test } from "vitest";
import { checkAnswer, object, text } from "./answers.js";

const SHAPE = object({ name: text });
const nested = (depth: number) => JSON.parse(`{"name":"a","more":${"[".repeat(depth)}${"]".repeat(depth)}}`);

test("members that are not named may be there", () => {
  expect(checkAnswer(nested(60), SHAPE, 200)).toEqual(nested(60));
});

test.each([65, 200_000])("an answer that is nested %i deep is refused: it could not be printed", (depth) => {
  expect(() => checkAnswer(nested(depth), SHAPE, 200)).toThrow("nested more than 64 deep");
});

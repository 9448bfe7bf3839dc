import { AnswerError } from "../errors/errors.js";
import type { Shape } from "./shape.js";

/** Deeper than anything the API has. What is nested without end could not be written again. */
const MAX_DEPTH = 64;

/** The value, if it has the shape. @throws AnswerError `wrong_shape`. */
export function checkAnswer<Value>(value: unknown, shape: Shape, status: number): Value {
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new AnswerError("wrong_shape", status, `the answer is nested more than ${MAX_DEPTH} deep`);
  }
  const fault = shape(value);
  if (fault === null) return value as Value;
  const where = fault === "" ? "the answer" : `${JSON.stringify(fault.slice(0, 200))} of the answer`;
  throw new AnswerError("wrong_shape", status, `${where} is not what the API promises`);
}

/** Level by level: recursion would be as deep as the value. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value];
  for (let left = depth; level.length > 0; left--) {
    if (left < 0) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

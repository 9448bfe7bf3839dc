import { AnswerError } from "../errors/answer-error.js";
import type { Shape } from "./shape.js";

/** The value, if it has the shape. @throws AnswerError `wrong_shape`. */
export function checkAnswer<Value>(value: unknown, shape: Shape, status: number): Value {
  const fault = shape(value);
  if (fault === null) return value as Value;
  const where = fault === "" ? "the answer" : `${JSON.stringify(fault.slice(0, 200))} of the answer`;
  throw new AnswerError("wrong_shape", status, `${where} is not what the API promises`);
}

import { FormatError } from "@svc-proof/shared/encoding";
import { isWorkLimit } from "./is-work-limit.js";
import type { Work } from "./work.js";

export interface ParsedEach<Value> {
  /** Those that could be read. */
  readonly values: readonly Value[];
  /** In the order of the input: the code of the error, null for a value that was read. */
  readonly faults: readonly (string | null)[];
}

/**
 * Parses each value and skips those that are malformed or of an unknown kind.
 *
 * @throws FormatError `work_limit_exceeded` if the budget is used up; the reason of the signal if it aborts.
 */
export async function parseEach<Value>(
  all: readonly Uint8Array[],
  parse: (bytes: Uint8Array, options: { readonly work: Work }) => Value | Promise<Value>,
  work: Work,
): Promise<ParsedEach<Value>> {
  const values: Value[] = [];
  const faults: (string | null)[] = [];
  for (const bytes of all) {
    await work.pause();
    try {
      values.push(await parse(bytes, { work }));
      faults.push(null);
    } catch (error) {
      if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
      faults.push(error.code);
    }
  }
  return { values, faults };
}

/** Verifies one case: outcome, checks and inputs in the form of `expected`. */
export function runCase(
  one: { readonly input: string; readonly options: Readonly<Record<string, unknown>> },
  read: (path: string) => Uint8Array,
): Promise<unknown>;

import { type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";

/** @throws UsageError */
export function expectNoOperands(command: string, { positionals }: Pick<ParsedWords, "positionals">): void {
  if (positionals.length > 0) throw new UsageError(`${command}: expected nothing after it`);
}

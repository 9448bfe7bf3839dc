/** `svc-proof account`: what the account may, and what is left. */
import type { Account } from "@svc-proof/client";
import type { ParsedWords } from "@svc-proof/verifier-lib/command-line";
import { EXIT } from "../exit-status.js";
import { type Context, openRun } from "../stamping/run.js";
import { expectNoOperands } from "./expect-no-operands.js";

export async function account(words: ParsedWords, context: Context): Promise<number> {
  expectNoOperands("account", words);
  const { client, lines, signal } = await openRun(words, context);
  const report = await client.account({ signal });
  if (lines.isJson) lines.print({ type: "account", account: report }, "");
  else
    for (const line of accountLines(client.url, report))
      lines.print({ type: "account", account: report }, line);
  return EXIT.done;
}

function accountLines(url: string, { plan_name, proofs, seals, custody, keys, urls }: Account): string[] {
  const hours = Math.ceil(proofs.resets_in_seconds / 3600);
  return [
    `service    ${url}`,
    `plan       ${plan_name}`,
    `proofs     ${proofs.used_today} of ${proofs.daily_limit} used today; the day ends in ${hours} hours`,
    `seals      ${seals.available ? `${seals.remaining} left` : "not sold here"}`,
    `custody    ${
      custody.available
        ? `${megabytes(custody.used_bytes)} of ${megabytes(custody.max_account_bytes)} MB used, ${megabytes(custody.max_file_bytes)} MB a file`
        : "not offered here"
    }`,
    `keys       ${keys.active} active`,
    `dashboard  ${urls.dashboard}`,
  ];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes % 1e6 === 0 ? 0 : 1);
}

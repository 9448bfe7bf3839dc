/** `login`, `logout`, `account`, `list`. */

import { EXIT, integer, type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";
import type { Account, Proof } from "../index.js";
import {
  ask,
  askForKey,
  canAsk,
  configurationPath,
  deleteConfigurationFile,
  type Environment,
  givenKey,
  givenUrl,
  readConfigurationFile,
  serviceUrl,
  writeConfigurationFile,
} from "./configuration.js";
import { factsText, Lines, note } from "./output.js";
import { proofFacts } from "./results.js";
import { type Context, clientOf, openRun } from "./run.js";

/** `svc-proof login` and `svc-proof logout`: the configuration file. */
export async function login(words: ParsedWords, context: Context): Promise<number> {
  const { environment, signal } = context;
  const path = configurationPath(environment);
  // A file that others can read is told now: its key may be known to them.
  const stored = readConfigurationFile(path);
  const url = givenUrl(words, environment) ?? (await askForUrl(stored.url, context));
  const key = givenKey(words, environment) ?? (await askForKey(signal));
  const report = await clientOf({ url, key }, context).account({ signal });
  await writeConfigurationFile(path, { url, key });
  new Lines(words.has("json")).print(
    { type: "account", account: report },
    `Logged in to ${url}: ${report.plan_name}. Address and key are in ${path}.`,
  );
  return EXIT.done;
}

async function askForUrl(known: string | undefined, { environment, signal }: Context): Promise<string> {
  if (!canAsk()) {
    if (known === undefined)
      throw new UsageError("login: no service is known: give --url, or set SVC_PROOF_URL");
    return checked(known, environment);
  }
  const suggestion = known === undefined ? "" : ` [${known}]`;
  const typed =
    (await ask(`Address of the service${suggestion}: `, { isSecret: false, signal }))?.trim() ?? "";
  return checked(typed === "" ? (known ?? "") : typed, environment);
}

function checked(word: string, environment: Environment): string {
  return serviceUrl(word, { from: "address", allowsHttp: environment["SVC_PROOF_ALLOW_HTTP"] === "1" });
}

export async function logout(_words: ParsedWords, { environment }: Context): Promise<number> {
  const path = configurationPath(environment);
  const isDeleted = await deleteConfigurationFile(path);
  note(
    isDeleted
      ? `deleted ${path}; the key is valid until it is revoked in the dashboard`
      : `there is no ${path}`,
  );
  return EXIT.done;
}

/** `svc-proof account`: what the account may, and what is left. */
export async function account(words: ParsedWords, context: Context): Promise<number> {
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

/** `svc-proof list`: the proofs of the account. */
const DEFAULT_LIMIT = 25;
const PAGE = 100;

export async function list(words: ParsedWords, context: Context): Promise<number> {
  const limit = words.optional("limit", integer(0, 100_000_000)) ?? DEFAULT_LIMIT;
  const { client, lines, signal } = await openRun(words, context);
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  let count = 0;
  for await (const proof of client.listAll({ signal, limit: Math.min(most, PAGE) })) {
    lines.print({ type: "proof", proof }, proofText(proof));
    if (++count >= most) break;
  }
  return EXIT.done;
}

function proofText(proof: Proof): string {
  return `${proof.id}  ${proof.received_at}  ${factsText(proofFacts(proof))}  ${proof.name}`;
}

/** `svc-proof login` and `svc-proof logout`: the configuration file. */
import { type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";
import { ask, canAsk } from "../configuration/ask.js";
import {
  deleteConfigurationFile,
  readConfigurationFile,
  writeConfigurationFile,
} from "../configuration/configuration-file.js";
import { askForKey, givenKey, givenUrl } from "../configuration/configure.js";
import { configurationPath, type Environment } from "../configuration/places.js";
import { serviceUrl } from "../configuration/service-url.js";
import { EXIT } from "../exit-status.js";
import { type Context, clientOf } from "../stamping/run.js";
import { Lines } from "../terminal/lines.js";
import { note } from "../terminal/notes.js";
import { expectNoOperands } from "./expect-no-operands.js";

export async function login(words: ParsedWords, context: Context): Promise<number> {
  expectNoOperands("login", words);
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

export async function logout(words: ParsedWords, { environment }: Context): Promise<number> {
  expectNoOperands("logout", words);
  const path = configurationPath(environment);
  const isDeleted = await deleteConfigurationFile(path);
  note(
    isDeleted
      ? `deleted ${path}; the key is valid until it is revoked in the dashboard`
      : `there is no ${path}`,
  );
  return EXIT.done;
}

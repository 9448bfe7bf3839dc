/** Which service is used, and with which key: options, then the environment, then the configuration file, then whoever sits there. */
import { type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";
import { isApiKey } from "./api-key.js";
import { ask, canAsk } from "./ask.js";
import { readConfigurationFile, type StoredConfiguration } from "./configuration-file.js";
import { configurationPath, type Environment } from "./places.js";
import { readSecretFile } from "./read-secret-file.js";
import { serviceUrl } from "./service-url.js";

export interface Configuration {
  /** Of the API, without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

export interface ConfigureOptions {
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

const HOW_TO_SET_URL = "run `svc-proof login`, or set SVC_PROOF_URL";

/** @throws UsageError if something is missing or malformed; what aborted the signal. */
export async function configure(
  words: Pick<ParsedWords, "one">,
  { environment, signal }: ConfigureOptions,
): Promise<Configuration> {
  const url = givenUrl(words, environment);
  const key = givenKey(words, environment);
  if (url !== null && key !== null) return { url, key };
  const path = configurationPath(environment);
  const stored = readConfigurationFile(path);
  const known = url ?? storedUrl(path, stored, environment);
  if (known === null) throw new UsageError(`no service is known: ${HOW_TO_SET_URL}`);
  return {
    url: known,
    key: key ?? storedKeyFor(known, path, stored, environment) ?? (await askForKey(signal)),
  };
}

/** @throws UsageError */
export function givenUrl({ one }: Pick<ParsedWords, "one">, environment: Environment): string | null {
  const allowsHttp = environment["SVC_PROOF_ALLOW_HTTP"] === "1";
  const option = one("url");
  if (option !== undefined) return serviceUrl(option, { from: "--url", allowsHttp });
  const variable = environment["SVC_PROOF_URL"] ?? "";
  return variable === "" ? null : serviceUrl(variable, { from: "SVC_PROOF_URL", allowsHttp });
}

/** @throws UsageError */
export function givenKey({ one }: Pick<ParsedWords, "one">, environment: Environment): string | null {
  const path = one("key-file");
  if (path !== undefined) {
    const text = path === "-" ? readSecretFile("-", 0) : readSecretFile(path);
    if (text === null) throw new UsageError(`${path}: no such file`);
    return checkedKey(text.trim(), path === "-" ? "standard input" : path);
  }
  const variable = environment["SVC_PROOF_KEY"] ?? "";
  return variable === "" ? null : checkedKey(variable.trim(), "SVC_PROOF_KEY");
}

function storedUrl(path: string, { url }: StoredConfiguration, environment: Environment): string | null {
  if (url === undefined) return null;
  return serviceUrl(url, { from: `${path}: url`, allowsHttp: environment["SVC_PROOF_ALLOW_HTTP"] === "1" });
}

/** A stored key goes to no other service than the one that it was stored for. */
function storedKeyFor(
  url: string,
  path: string,
  stored: StoredConfiguration,
  environment: Environment,
): string | null {
  return stored.key !== undefined && storedUrl(path, stored, environment) === url ? stored.key : null;
}

/** @throws UsageError if nobody can be asked; what aborted the signal. */
export async function askForKey(signal: AbortSignal): Promise<string> {
  if (!canAsk()) {
    throw new UsageError(
      "no API key is known: run `svc-proof login`, set SVC_PROOF_KEY, or name a --key-file",
    );
  }
  const typed = await ask("API key (it is not shown): ", { isSecret: true, signal });
  if (typed === null) throw new UsageError("no API key was given");
  return checkedKey(typed.trim(), "API key");
}

/** @throws UsageError, which does not repeat the key. */
function checkedKey(text: string, from: string): string {
  if (isApiKey(text)) return text;
  throw new UsageError(
    `${from}: expected a key: svc_ and 43 characters, as the dashboard shows a new key once`,
  );
}

/** What the commands that talk to the service have in common. */
import { type Client, createClient } from "@svc-proof/client";
import type { ParsedWords } from "@svc-proof/verifier-lib/command-line";
import { type Configuration, configure } from "../configuration/configure.js";
import type { Environment } from "../configuration/places.js";
import { Lines, Tally } from "../terminal/lines.js";
import { send } from "./send.js";

export interface Context {
  readonly environment: Environment;
  /** Aborts when the program is asked to end. */
  readonly signal: AbortSignal;
}

export interface Run extends Context {
  readonly client: Client;
  readonly configuration: Configuration;
  readonly lines: Lines;
  readonly tally: Tally;
}

/** @throws UsageError if no service or key is known; what aborted the signal. */
export async function openRun(words: Pick<ParsedWords, "has" | "one">, context: Context): Promise<Run> {
  const configuration = await configure(words, context);
  const lines = new Lines(words.has("json"));
  return {
    ...context,
    configuration,
    lines,
    tally: new Tally(lines),
    client: clientOf(configuration, context),
  };
}

export function clientOf({ url, key }: Configuration, { environment }: Pick<Context, "environment">): Client {
  return createClient({ url, key, fetch: send, allowHttp: environment["SVC_PROOF_ALLOW_HTTP"] === "1" });
}

/** What the commands share. */

import { integer, oneOf, type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";
import { type Client, createClient } from "../index.js";
import { LANGUAGES, WAIT_STATES, type WaitState } from "./commands.js";
import { type Configuration, configure, type Environment } from "./configuration.js";
import type { FileIdentity } from "./hash-unchanged.js";
import { Lines, Tally } from "./output.js";
import type { FileResult } from "./results.js";

/**
 * The `fetch` of the client. Answers about one proof have a kilobyte or two: to compress and decompress them takes longer than to
 * send them. Pages of the list have a hundred proofs.
 */
export function send(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!isList(String(input))) headers.set("accept-encoding", "identity");
  return fetch(input, { ...init, headers });
}

function isList(url: string): boolean {
  return /\/proofs(?:\?|$)/.test(url);
}

/** What the commands that talk to the service have in common. */
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

/** Some tasks at a time. */
export class Pool {
  readonly #size: number;
  readonly #running = new Set<Promise<void>>();
  #error: { readonly value: unknown } | null = null;

  /** @param size how many run at the same time. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Begins a task when there is room. @throws what an earlier task threw. */
  async add(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#size) await Promise.race(this.#running);
    this.#rethrow();
    const run: Promise<void> = task()
      .catch((error: unknown) => {
        this.#error ??= { value: error };
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Waits for all tasks. @throws what one of them threw. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#rethrow();
  }

  #rethrow(): void {
    if (this.#error !== null) throw this.#error.value;
  }
}

/** A proof whose evidence is wanted. */
export interface Wanted {
  /** Of the file; null for a proof that was named by its identifier. */
  readonly path: string | null;
  /** Where the evidence belongs. */
  readonly place: string;
  readonly id: string;
  readonly hash: string;
  /** Of the file when it was hashed; null if that is not known. */
  readonly identity: FileIdentity | null;
  /** Language of the certificate; null for none. */
  readonly certificate: string | null;
  /** What went wrong besides, such as a seal that was refused. */
  readonly problem: Pick<FileResult, "outcome" | "error"> | null;
  /** Called when the evidence is where it belongs, or never will be. */
  settled(): void;
}

const PROOF_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Identifiers of proofs, and paths. Without any, the current folder. A file that is named like an identifier is `./…`. */
export function splitOperands(operands: readonly string[]): {
  readonly ids: readonly string[];
  readonly paths: readonly string[];
} {
  if (operands.length === 0) return { ids: [], paths: ["."] };
  return {
    ids: [...new Set(operands.filter((word) => PROOF_ID.test(word)).map((id) => id.toLowerCase()))],
    paths: operands.filter((word) => !PROOF_ID.test(word)),
  };
}

/** What to wait for, and which certificate to add. */
export interface Wishes {
  /** Null: what there is now. */
  readonly wait: WaitState | null;
  /** Null: without a limit. */
  readonly timeoutMs: number | null;
  /** Its language; null for none. */
  readonly certificate: string | null;
}

/** @throws UsageError */
export function readWishes({ optional }: ParsedWords): Wishes {
  const wait = optional("wait", oneOf(WAIT_STATES));
  const seconds = optional("timeout", integer(1, 31_536_000));
  if (seconds !== null && wait === null) throw new UsageError("--timeout: expected --wait beside it");
  const certificate = optional("certificate", oneOf(LANGUAGES));
  return { wait, timeoutMs: seconds === null ? null : 1000 * seconds, certificate };
}

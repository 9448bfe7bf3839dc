/** Address and key: asked, kept, refused. */

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type ParsedWords, reasonOf, UsageError } from "@svc-proof/verifier-lib/command-line";
import { writeAtomically } from "./evidence-files.js";

/** An API key as the service makes it: 32 bytes in base64url. */
const API_KEY = /^svc_[A-Za-z0-9_-]{43}$/;

/** A little longer or shorter: a key that was copied badly is one all the same. */
const LIKE_A_KEY = /^(?:--?[^=]*=)?svc_[A-Za-z0-9_-]{36,60}$/;

export function isApiKey(text: string): boolean {
  return API_KEY.test(text);
}

/** Whether a word of the command line, or the value in it, looks like a key. A file of that name can be written `./svc_…`. */
export function looksLikeKey(word: string): boolean {
  return LIKE_A_KEY.test(word);
}

// Questions on the terminal.

/** Whether someone is there to be asked: both what they type and what they see are terminals. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** What was typed, which is not shown if it is secret. Null if the input ended. @throws what aborted `signal` */
export async function ask(
  question: string,
  { isSecret, signal }: { readonly isSecret: boolean; readonly signal: AbortSignal },
): Promise<string | null> {
  signal.throwIfAborted();
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  try {
    return await new Promise<string | null>((resolve, reject) => {
      lines.once("close", () => resolve(null));
      // In raw mode the terminal sends no signal: readline sees the key.
      lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      lines.question(question, resolve);
      isMuted = isSecret;
    });
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}

/** A configuration or a key is far smaller. */
const MAX_BYTES = 65_536;

/** Bits of the mode that let the group or others do anything. */
const BEYOND_OWNER = 0o077;

/**
 * Reads a text file that only its owner may read. What is checked is the open file, so that it cannot be exchanged in between.
 *
 * @param descriptor what to read in place of the file at the path, such as 0 for standard input, which has no mode of its own.
 * @returns null if there is no such file.
 * @throws UsageError if others may read it, if it is another's, or if it cannot be read.
 */
export function readSecretFile(path: string, descriptor?: number): string | null {
  let file: number;
  try {
    // Without O_NONBLOCK a named pipe that nobody writes to would never open.
    file = descriptor ?? openSync(path, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
  try {
    if (descriptor === undefined) expectPrivate(path, file);
    return readText(path, file);
  } finally {
    if (descriptor === undefined) closeSync(file);
  }
}

function expectPrivate(path: string, file: number): void {
  const stat = fstatSync(file);
  if (stat.isDirectory()) throw new UsageError(`${path}: is a directory`);
  // Pipes come from programs such as password managers; Windows keeps rights elsewhere than in the mode.
  if (!stat.isFile() || process.platform === "win32") return;
  const self = process.geteuid!();
  if (stat.uid !== self && stat.uid !== 0) {
    throw new UsageError(`${path}: belongs to another user, who could read or replace the key`);
  }
  if ((stat.mode & BEYOND_OWNER) !== 0) {
    const mode = (stat.mode & 0o777).toString(8).padStart(4, "0");
    throw new UsageError(
      `${path}: others may read it or write to it (mode ${mode}). If nobody has, run: chmod 600 ${quoted(path)}. Otherwise revoke the key in the dashboard first.`,
    );
  }
}

function readText(path: string, file: number): string {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  try {
    while (length < bytes.length) {
      const count = readSync(file, bytes, length, bytes.length - length, null);
      if (count === 0) break;
      length += count;
    }
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
  if (length > MAX_BYTES) throw new UsageError(`${path}: expected at most ${MAX_BYTES} bytes`);
  return bytes.toString("utf8", 0, length);
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The configuration file: JSON with the address of the service and the key, for its owner alone. */
export interface StoredConfiguration {
  /** Address of the service or of its API. */
  readonly url?: string;
  readonly key?: string;
}

const FIELDS = ["url", "key"] as const;

/**
 * @returns nothing set if there is no such file.
 * @throws UsageError if others may read it, or if it is malformed.
 */
export function readConfigurationFile(path: string): StoredConfiguration {
  const text = readSecretFile(path);
  return text === null ? {} : parseConfiguration(path, text);
}

function parseConfiguration(path: string, text: string): StoredConfiguration {
  const expected = `${path}: expected {"url": "https://...", "key": "svc_..."}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What a parser says may repeat a part of the text.
    throw new UsageError(`${expected}, got no JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new UsageError(expected);
  const fields = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(fields).find((name) => !FIELDS.some((field) => field === name));
  if (unknown !== undefined)
    throw new UsageError(`${expected}, got the field ${JSON.stringify(unknown.slice(0, 40))}`);
  const { url, key } = fields;
  if (url !== undefined && typeof url !== "string") throw new UsageError(`${path}: url: expected a text`);
  if (key !== undefined && (typeof key !== "string" || !isApiKey(key))) {
    throw new UsageError(
      `${path}: key: expected svc_ and 43 characters, as the dashboard shows a new key once`,
    );
  }
  return { ...(url !== undefined && { url }), ...(key !== undefined && { key }) };
}

/** @throws the file system's error. */
export async function writeConfigurationFile(
  path: string,
  configuration: StoredConfiguration,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeAtomically(path, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 });
}

/** @returns whether there was one. @throws the file system's error. */
export async function deleteConfigurationFile(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Where `svc-proof` keeps its configuration: https://specifications.freedesktop.org/basedir-spec/latest/ */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The path of the configuration file. */
export function configurationPath(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(configurationFolder(environment, platform), "svc-proof", "config.json");
}

function configurationFolder(environment: Environment, platform: NodeJS.Platform): string {
  // "All paths set in these environment variables must be absolute. If … a relative path … consider the path invalid and ignore it."
  const given = environment[platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME"] ?? "";
  if (isAbsolute(given)) return given;
  const home = environment["HOME"] ?? "";
  return join(isAbsolute(home) ? home : homedir(), ".config");
}

const API_PATH = "/api/v2";

/** Hosts that lead to this machine, where no network sees a key. */
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

export interface ServiceUrlOptions {
  /** Where the address comes from, such as `SVC_PROOF_URL`, for errors. */
  readonly from: string;
  /** Whether a key may go over a network in clear text. */
  readonly allowsHttp: boolean;
}

/**
 * The address of the API, from that of the site or of the API: `https://proofs.example/api/v2`.
 *
 * @throws UsageError
 */
export function serviceUrl(word: string, { from, allowsHttp }: ServiceUrlOptions): string {
  // The word is not repeated: an address may hold a password.
  if (!/^https?:\/\//i.test(word) || !URL.canParse(word)) {
    throw new UsageError(`${from}: expected an address such as https://proofs.example`);
  }
  const url = new URL(word);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError(`${from}: expected an address without a user, a query or a fragment`);
  }
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname) && !allowsHttp) {
    throw new UsageError(
      `${from}: over http:// anyone on the way can read the key; expected https:// (SVC_PROOF_ALLOW_HTTP=1 allows it all the same)`,
    );
  }
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path.endsWith(API_PATH) ? path : `${path}${API_PATH}`}`;
}

/** Which service is used, and with which key: options, then the environment, then the configuration file, then whoever sits there. */
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

const WHERE_INSTEAD =
  "Give it by `svc-proof login`, --key-file FILE, SVC_PROOF_KEY or the prompt. If this was a real key, revoke it in the dashboard.";

/**
 * Refuses words that hold an API key: every user of the machine sees the arguments of a program, and shells write them to a file.
 *
 * @throws UsageError, which does not repeat the key.
 */
export function refuseKeys(words: readonly string[]): void {
  if (words.some(looksLikeKey)) {
    throw new UsageError(
      `one of the arguments looks like an API key. Arguments can be read by every user of this machine and stay in the history of the shell. ${WHERE_INSTEAD}`,
    );
  }
  // What follows `--` is a file.
  const end = words.indexOf("--");
  const option = words
    .slice(0, end === -1 ? words.length : end)
    .find((word) => /^--(?:api-)?key(?:=|$)/.test(word));
  if (option !== undefined) throw new UsageError(`a key is never an argument. ${WHERE_INSTEAD}`);
}

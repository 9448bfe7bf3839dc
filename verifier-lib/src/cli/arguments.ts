/** Parses the arguments of the command line. */
import { parseArgs } from "node:util";
import { CONTENT_HASH } from "../hash/content-hash-algorithm.js";
import { createPublicFetch } from "../node/fetch-public.js";
import { createRevocationSource } from "../source/create-revocation-source.js";
import {
  type BitcoinSource,
  createCoreBitcoinSource,
  createEsploraBitcoinSource,
  createRpcEvmSource,
  type EvmSource,
  type RevocationSource,
} from "../source/index.js";

export interface HeadersArgument {
  readonly path: string;
  /** Of the first header in a file of raw ones; null for a document. */
  readonly height: number | null;
}

export interface Arguments {
  readonly files: readonly string[];
  readonly json: boolean;
  readonly original: string | null;
  /** Lower case; the length tells the hash. */
  readonly hash: string | null;
  readonly sources: readonly EvmSource[];
  /** Null: the chain's own rule. */
  readonly minConfirmations: number | null;
  /** Paths of `.ots` files for the one FILE. */
  readonly timestamps: readonly string[];
  /** Paths of documents of headers, and of files of raw headers. */
  readonly headers: readonly HeadersArgument[];
  readonly bitcoinSources: readonly BitcoinSource[];
  /** Path of the seal for the one FILE. */
  readonly seal: string | null;
  /** Paths of PEM bundles that are trusted. */
  readonly trust: readonly string[];
  /** The trusted lists: path of a snapshot, `shipped` or `none`. */
  readonly trustList: { readonly path: string } | "shipped" | "none";
  /** Paths of PEM bundles that are not trusted. */
  readonly certificates: readonly string[];
  /** Paths of revocation lists, DER. */
  readonly crls: readonly string[];
  /** Paths of OCSP responses, DER. */
  readonly ocspResponses: readonly string[];
  /** Null: no revocation data is fetched. */
  readonly revocationSource: RevocationSource | null;
  /** Paths of `.ots` files about the seal. */
  readonly sealTimestamps: readonly string[];
  /** Paths of witnesses of anchors. */
  readonly witnesses: readonly string[];
  /** Paths of `.ots` files about the headers in the witnesses. */
  readonly witnessTimestamps: readonly string[];
  /** The time at which seals are judged. */
  readonly at: Date | null;
}

/** The arguments are wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** @throws UsageError */
export function parseArguments(words: readonly string[]): Arguments | "help" | "version" {
  const { values, positionals } = parseWords(words);
  if (values.help) return "help";
  if (values.version) return "version";
  if (positionals.length === 0) throw new UsageError("expected at least one FILE");
  if (positionals.filter((file) => file === "-").length > 1) throw new UsageError("-: expected once at most");
  const original = once("--original", values.original);
  const givenHash = once("--hash", values.hash);
  if (original !== undefined && givenHash !== undefined) {
    throw new UsageError("--original and --hash: expected one of them, got both");
  }
  // Tools differ in the case of hexadecimal. Unlike in a proof, it has no meaning here.
  const hash = givenHash?.toLowerCase() ?? null;
  if (hash !== null && !CONTENT_HASH.test(hash)) {
    throw new UsageError(
      `--hash: expected 64 hexadecimal characters (SHA-384: 96, SHA-512: 128), got "${givenHash}"`,
    );
  }
  const timestamps = values.timestamp ?? [];
  const seal = once("--seal", values.seal) ?? null;
  const sealTimestamps = values["seal-timestamp"] ?? [];
  const witnesses = values.witness ?? [];
  const witnessTimestamps = values["witness-timestamp"] ?? [];
  const beside = {
    "--timestamp": timestamps,
    "--seal": seal ?? [],
    "--seal-timestamp": sealTimestamps,
    "--witness": witnesses,
    "--witness-timestamp": witnessTimestamps,
  };
  for (const [option, given] of Object.entries(beside)) {
    if (given.length > 0 && positionals.length > 1) {
      throw new UsageError(`${option}: expected one FILE beside it`);
    }
  }
  const trustList = once("--trust-list", values["trust-list"]);
  const withoutTrust = values["no-default-trust"] ?? false;
  if (withoutTrust && trustList !== undefined) {
    throw new UsageError("--trust-list and --no-default-trust: expected one of them, got both");
  }
  const at = once("--at", values.at);
  const timeoutMs = parseTimeout(values.timeout);
  const confirmations = once("--confirmations", values.confirmations);
  return {
    files: positionals,
    json: values.json ?? false,
    original: original ?? null,
    hash,
    sources: (values.rpc ?? []).map((word) => parseRpc(word, timeoutMs)),
    minConfirmations:
      confirmations === undefined ? null : positiveInteger("--confirmations", confirmations, 1_000_000),
    seal,
    trust: values.trust ?? [],
    trustList: trustList === undefined ? (withoutTrust ? "none" : "shipped") : { path: trustList },
    certificates: values.certificates ?? [],
    crls: values.crl ?? [],
    ocspResponses: values.ocsp ?? [],
    revocationSource: parseRevocation(
      values["online-revocation"] ?? false,
      values["revocation-origin"] ?? [],
      timeoutMs,
    ),
    sealTimestamps,
    witnesses,
    witnessTimestamps,
    at: at === undefined ? null : parseMoment("--at", at),
    timestamps,
    headers: (values.headers ?? []).map(parseHeaders),
    bitcoinSources: [
      ...(values.esplora ?? []).map((url) =>
        parseEndpoint("--esplora", url, timeoutMs, createEsploraBitcoinSource),
      ),
      ...(values["bitcoin-rpc"] ?? []).map((url) =>
        parseEndpoint("--bitcoin-rpc", url, timeoutMs, createCoreBitcoinSource),
      ),
    ],
  };
}

/** `FILE`, or `FILE@HEIGHT` for raw headers. */
function parseHeaders(word: string): HeadersArgument {
  const match = /^(.+)@([0-9]{1,10})$/.exec(word);
  if (match === null) return { path: word, height: null };
  const height = Number(match[2]);
  if (height >= 2 ** 31) throw new UsageError("--headers: expected a height below 2147483648 after the @");
  return { path: match[1]!, height };
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        original: { type: "string", multiple: true },
        hash: { type: "string", multiple: true },
        rpc: { type: "string", multiple: true },
        timestamp: { type: "string", multiple: true },
        headers: { type: "string", multiple: true },
        seal: { type: "string", multiple: true },
        trust: { type: "string", multiple: true },
        "trust-list": { type: "string", multiple: true },
        "no-default-trust": { type: "boolean" },
        certificates: { type: "string", multiple: true },
        crl: { type: "string", multiple: true },
        ocsp: { type: "string", multiple: true },
        "online-revocation": { type: "boolean" },
        "revocation-origin": { type: "string", multiple: true },
        "seal-timestamp": { type: "string", multiple: true },
        witness: { type: "string", multiple: true },
        "witness-timestamp": { type: "string", multiple: true },
        at: { type: "string", multiple: true },
        esplora: { type: "string", multiple: true },
        "bitcoin-rpc": { type: "string", multiple: true },
        confirmations: { type: "string", multiple: true },
        timeout: { type: "string", multiple: true },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Milliseconds for one answer of an endpoint. @throws UsageError */
export function parseTimeout(words: readonly string[] | undefined): number {
  return 1000 * positiveInteger("--timeout", once("--timeout", words) ?? "10", 600);
}

function parseRevocation(
  isOnline: boolean,
  allowedOrigins: readonly string[],
  timeoutMs: number,
): RevocationSource | null {
  if (!isOnline) {
    if (allowedOrigins.length === 0) return null;
    throw new UsageError("--revocation-origin: expected --online-revocation beside it");
  }
  try {
    return createRevocationSource({ send: createPublicFetch({ allowedOrigins }), timeoutMs });
  } catch {
    throw new UsageError("--revocation-origin: expected an origin such as http://ca.example:8080");
  }
}

function parseEndpoint<Source>(
  option: string,
  url: string,
  timeoutMs: number,
  create: (parameters: { readonly url: string; readonly timeoutMs: number }) => Source,
): Source {
  try {
    return create({ url, timeoutMs });
  } catch {
    // The word is not repeated: an address may hold a key.
    throw new UsageError(`${option}: expected an http or https address`);
  }
}

/** The value of an option that makes no sense twice: which of the two was meant is not ours to guess. */
function once(option: string, values: readonly string[] | undefined): string | undefined {
  if (values !== undefined && values.length > 1)
    throw new UsageError(`${option}: expected once, got ${values.length} times`);
  return values?.[0];
}

/** ISO 8601 in UTC: a time without an offset would mean another moment on another machine. */
function parseMoment(option: string, word: string): Date {
  const isForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(word);
  const moment = new Date(isForm ? word : Number.NaN);
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(word.slice(0, 10));
  if (!isReal || moment.getTime() < 0) {
    throw new UsageError(`${option}: expected a time such as 2026-11-21T12:00:00Z, got "${word}"`);
  }
  return moment;
}

function positiveInteger(option: string, word: string, max: number): number {
  const value = /^[0-9]{1,7}$/.test(word) ? Number(word) : 0;
  if (value < 1 || value > max)
    throw new UsageError(`${option}: expected an integer from 1 to ${max}, got "${word}"`);
  return value;
}

function parseRpc(word: string, timeoutMs: number): EvmSource {
  const match = /^([1-9][0-9]{0,15})=(.+)$/.exec(word);
  const chainId = Number(match?.[1]);
  const url = match?.[2];
  if (url === undefined || !Number.isSafeInteger(chainId)) {
    // The word is not repeated: an address may hold a key.
    throw new UsageError("--rpc: expected CHAIN_ID=URL");
  }
  try {
    return createRpcEvmSource({ chainId, url, timeoutMs });
  } catch {
    throw new UsageError(`--rpc: expected CHAIN_ID=URL with an http or https address`);
  }
}

/** Parses the arguments of the command line. */

import { pastedFingerprint } from "@svc-proof/shared/text";
import { integer, moment, oneOf, type ParsedWords, parseCommand } from "../command-line/command.js";
import { UsageError } from "../command-line/output.js";
import type { EvidenceKind } from "../index.js";
import { createPublicFetch } from "../node/fetch-public.js";
import {
  type BitcoinSource,
  createCoreBitcoinSource,
  createEsploraBitcoinSource,
  createRpcEvmSource,
  type EvmSource,
  type RevocationSource,
} from "../source/index.js";
import { createRevocationSource } from "../source/revocation.js";
import { VERIFY } from "./commands.js";

/** A file that an option says to be evidence of the input. */
export interface EvidenceArgument {
  readonly kind: EvidenceKind;
  readonly path: string;
  /** Of the first header in a file of raw ones; null for every other file. */
  readonly height: number | null;
}

/** The options that name evidence, in the order of a report's inputs. */
const EVIDENCE: Readonly<Record<string, EvidenceKind>> = {
  timestamp: "timestamp",
  headers: "headers",
  seal: "seal",
  trust: "trust",
  certificates: "certificates",
  crl: "crl",
  ocsp: "ocsp_response",
  "seal-timestamp": "seal_timestamp",
  witness: "witness",
  "witness-timestamp": "witness_timestamp",
};

export interface Arguments {
  readonly files: readonly string[];
  /** `json` and `csv`: for software. */
  readonly format: "text" | "json" | "csv";
  /** Colours and signs. */
  readonly color: "auto" | "always" | "never";
  /** Whether public endpoints are asked where no others are named. */
  readonly isOnline: boolean;
  /** For one answer of an endpoint. */
  readonly timeoutMs: number;
  readonly original: string | null;
  /** Whether evidence fails whose original is not compared. */
  readonly isOriginalRequired: boolean;
  /** Lower case; the length tells the hash. */
  readonly hash: string | null;
  readonly sources: readonly EvmSource[];
  /** Null: the chain's own rule. */
  readonly minConfirmations: number | null;
  /** Files of evidence: those of one kind in the order in which they were named. */
  readonly evidence: readonly EvidenceArgument[];
  readonly bitcoinSources: readonly BitcoinSource[];
  /** The trusted lists: path of a snapshot, `shipped` or `none`. */
  readonly trustList: { readonly path: string } | "shipped" | "none";
  /** Null: no revocation data is fetched. */
  readonly revocationSource: RevocationSource | null;
  /** The time at which seals are judged. */
  readonly at: Date | null;
}

/** @throws UsageError */
export function parseArguments(words: readonly string[]): Arguments | "help" | "version" {
  const parsed = parseCommand(VERIFY, words);
  const { positionals, has, all, one, optional } = parsed;
  if (has("help")) return "help";
  if (has("version")) return "version";
  if (positionals.length === 0) throw new UsageError("expected at least one FILE or FOLDER");
  if (positionals.filter((file) => file === "-").length > 1) throw new UsageError("-: expected once at most");
  const original = one("original");
  const givenHash = one("hash");
  expectOneOf("--original", original, "--hash", givenHash);
  const hash = givenHash === undefined ? null : (pastedFingerprint(givenHash)?.hash ?? null);
  if (givenHash !== undefined && hash === null) {
    throw new UsageError(
      `--hash: expected 64 hexadecimal characters (SHA-384: 96, SHA-512: 128), got "${givenHash}"`,
    );
  }
  const isOriginalRequired = has("require-original");
  expectOneOf("--require-original", isOriginalRequired ? "" : undefined, "--hash", givenHash);
  one("seal");
  for (const option of BESIDE_ONE_FILE) {
    if (all(option).length > 0 && positionals.length > 1) {
      throw new UsageError(`--${option}: expected one FILE beside it`);
    }
  }
  const trustList = one("trust-list");
  const withoutTrust = has("no-default-trust");
  expectOneOf("--trust-list", trustList, "--no-default-trust", withoutTrust ? "" : undefined);
  expectOneOf("--json", has("json") ? "" : undefined, "--csv", has("csv") ? "" : undefined);
  const timeoutMs = parseTimeout(parsed);
  return {
    files: positionals,
    format: has("json") ? "json" : has("csv") ? "csv" : "text",
    color: optional("color", oneOf(["auto", "always", "never"])) ?? "auto",
    isOnline: has("online"),
    timeoutMs,
    original: original ?? null,
    isOriginalRequired,
    hash,
    sources: all("rpc").map((word) => parseRpc(word, timeoutMs)),
    minConfirmations: optional("confirmations", integer(1, 1_000_000)),
    evidence: Object.entries(EVIDENCE).flatMap(([option, kind]) =>
      all(option).map((word) => ({
        kind,
        ...(kind === "headers" ? parseHeaders(word) : { path: word, height: null }),
      })),
    ),
    trustList: trustList === undefined ? (withoutTrust ? "none" : "shipped") : { path: trustList },
    revocationSource: parseRevocation(has("online-revocation"), all("revocation-origin"), timeoutMs),
    at: optional("at", moment),
    bitcoinSources: [
      ...all("esplora").map((url) => parseEndpoint("--esplora", url, timeoutMs, createEsploraBitcoinSource)),
      ...all("bitcoin-rpc").map((url) =>
        parseEndpoint("--bitcoin-rpc", url, timeoutMs, createCoreBitcoinSource),
      ),
    ],
  };
}

/** Options about the evidence of one content. */
const BESIDE_ONE_FILE = ["timestamp", "seal", "seal-timestamp", "witness", "witness-timestamp"] as const;

/** @throws UsageError if one of them was given for a FOLDER, whose files have different contents. */
export function expectNoneBesideFolder({ original, hash, evidence }: Arguments): void {
  const given: Readonly<Record<string, boolean>> = {
    original: original !== null,
    hash: hash !== null,
    ...Object.fromEntries(
      BESIDE_ONE_FILE.map((option) => [option, evidence.some(({ kind }) => kind === EVIDENCE[option])]),
    ),
  };
  const [option] = Object.entries(given).find(([, isGiven]) => isGiven) ?? [];
  if (option !== undefined) {
    throw new UsageError(
      `--${option}: expected FILE, not FOLDER, beside it: files in a folder find each other`,
    );
  }
}

function expectOneOf(a: string, first: string | undefined, b: string, second: string | undefined): void {
  if (first !== undefined && second !== undefined) {
    throw new UsageError(`${a} and ${b}: expected one of them, got both`);
  }
}

/** `FILE`, or `FILE@HEIGHT` for raw headers. */
function parseHeaders(word: string): Pick<EvidenceArgument, "path" | "height"> {
  const match = /(.+)@([0-9]{1,10})$/s.exec(word);
  if (match === null) return { path: word, height: null };
  const height = Number(match[2]);
  if (height >= 2 ** 31) throw new UsageError("--headers: expected a height below 2147483648 after the @");
  return { path: match[1]!, height };
}

/** Milliseconds for one answer of an endpoint. @throws UsageError */
export function parseTimeout({ optional }: Pick<ParsedWords, "optional">): number {
  return 1000 * (optional("timeout", integer(1, 600)) ?? 10);
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

function parseRpc(word: string, timeoutMs: number): EvmSource {
  const match = /^([1-9][0-9]{0,15})=(.+)$/.exec(word);
  const chainId = Number(match?.[1]);
  if (!Number.isSafeInteger(chainId)) {
    // The word is not repeated: an address may hold a key.
    throw new UsageError("--rpc: expected CHAIN_ID=URL");
  }
  try {
    return createRpcEvmSource({ chainId, url: match![2]!, timeoutMs });
  } catch {
    throw new UsageError(`--rpc: expected CHAIN_ID=URL with an http or https address`);
  }
}
